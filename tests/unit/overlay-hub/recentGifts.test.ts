import { describe, expect, it } from 'vitest';
import { RecentGifts } from '#shared/overlay/view.ts';
import { CROWN, ROSE, Show } from '#tests/support/show.ts';

/** The recent gifts of a show's ledger. `asked` contains the prices that were read. */
function recentOf(show: Show) {
  const asked: number[] = [];
  const recent = new RecentGifts((from, limit) => {
    asked.push(from);
    return [...show.book.rows.values()].filter(({ unitDiamonds }) => unitDiamonds >= from).slice(-limit);
  });
  return { recent, asked };
}

const crown = { giftId: CROWN, giftName: 'Crown', diamonds: 99 };
const shown = (recent: RecentGifts) => recent.rows().map(({ giftId, count }) => `${count} ${giftId}`);

describe('recent gifts', () => {
  it('keep a large gift during a flood of small ones if a widget shows only large ones', () => {
    const show = Show.started();
    const { recent } = recentOf(show);
    recent.setPrices(new Set([50]));
    const large = show.gift('aoi', crown);
    const small = Array.from({ length: 30 }, (_, index) => show.gift(`v${index}`));
    const rows = new Map([large, ...small].map((id) => [id, show.book.row(id)]));
    recent.apply({ rows, growths: new Map(), moves: new Map() });
    expect(shown(recent)).toEqual([`1 ${CROWN}`]);
  });

  it('stay stored for a price when a widget with another price opens or closes', () => {
    const show = Show.started();
    show.gift('aoi', crown);
    show.gift('ben');
    const { recent, asked } = recentOf(show);
    recent.setPrices(new Set([50]));
    expect(shown(recent)).toEqual([`1 ${CROWN}`]);
    recent.setPrices(new Set([50, 0]));
    expect(shown(recent)).toEqual([`1 ${CROWN}`, `1 ${ROSE}`]);
    recent.setPrices(new Set([50]));
    expect(shown(recent)).toEqual([`1 ${CROWN}`]);
    // Each price is read from the journal once.
    expect(asked).toEqual([50, 0]);
  });

  it('ignore changes of rows that are not stored', () => {
    const show = Show.started();
    const small = show.gift('ben');
    const large = show.gift('aoi', crown);
    const { recent } = recentOf(show);
    recent.setPrices(new Set([50]));
    const grown = (rowId: number) => {
      return { rowId, seq: 9, at: 1, count: 2, diamonds: 2, votesTenths: 20, missedMessage: false };
    };
    const moved = (rowId: number) => {
      return { rowId, seq: 9, target: 'anchor:mika', reason: 'corrected' } as const;
    };
    recent.apply({
      rows: new Map(),
      growths: new Map([small, large].map((rowId) => [rowId, grown(rowId)])),
      moves: new Map([small, large].map((rowId) => [rowId, moved(rowId)])),
    });
    expect(recent.rows()).toMatchObject([{ rowId: large, count: 3, anchorId: 'mika' }]);
  });
});
