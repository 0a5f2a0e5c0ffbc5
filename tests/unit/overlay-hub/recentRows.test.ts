import { describe, expect, it } from 'vitest';
import { RecentRows } from '#shared/overlay/recentRows.ts';
import { CROWN, ROSE, Show } from '#tests/support/show.ts';

/** The newest gifts of a show, as its ledger has them; `asked` says from which prices on it was read. */
function recentOf(show: Show) {
  const asked: number[] = [];
  const recent = new RecentRows((from, limit) => {
    asked.push(from);
    return [...show.book.rows.values()].filter(({ unitDiamonds }) => unitDiamonds >= from).slice(-limit);
  });
  return { recent, asked };
}

const crown = { giftId: CROWN, giftName: 'Crown', diamonds: 99 };
const shown = (recent: RecentRows) => recent.read().map(({ giftId, count }) => `${count} ${giftId}`);

describe('the newest gifts on a stream', () => {
  it('keep the large one through a storm of small ones, where a widget shows large ones', () => {
    const show = Show.started();
    const { recent } = recentOf(show);
    recent.want(new Set([50]));
    const large = show.gift('aoi', crown);
    const small = Array.from({ length: 30 }, (_, index) => show.gift(`v${index}`));
    const rows = new Map([large, ...small].map((id) => [id, show.book.row(id)]));
    recent.take({ rows, growths: new Map(), moves: new Map() });
    expect(shown(recent)).toEqual([`1 ${CROWN}`]);
  });

  it('stay as they are for one price when another widget comes or goes', () => {
    const show = Show.started();
    show.gift('aoi', crown);
    show.gift('ben');
    const { recent, asked } = recentOf(show);
    recent.want(new Set([50]));
    expect(shown(recent)).toEqual([`1 ${CROWN}`]);
    recent.want(new Set([50, 0]));
    expect(shown(recent)).toEqual([`1 ${CROWN}`, `1 ${ROSE}`]);
    recent.want(new Set([50]));
    expect(shown(recent)).toEqual([`1 ${CROWN}`]);
    // What is known already is not read from the disk again.
    expect(asked).toEqual([50, 0]);
  });

  it('take no notice of what becomes of gifts that they do not show', () => {
    const show = Show.started();
    const small = show.gift('ben');
    const large = show.gift('aoi', crown);
    const { recent } = recentOf(show);
    recent.want(new Set([50]));
    const grown = (rowId: number) => {
      return { rowId, seq: 9, at: 1, count: 2, diamonds: 2, votesTenths: 20, missedMessage: false };
    };
    const moved = (rowId: number) => {
      return { rowId, seq: 9, target: 'anchor:mika', reason: 'corrected' } as const;
    };
    recent.take({
      rows: new Map(),
      growths: new Map([small, large].map((rowId) => [rowId, grown(rowId)])),
      moves: new Map([small, large].map((rowId) => [rowId, moved(rowId)])),
    });
    expect(recent.read()).toMatchObject([{ rowId: large, count: 3, anchorId: 'mika' }]);
  });
});
