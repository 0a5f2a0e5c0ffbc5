import { describe, expect, it } from 'vitest';
import type { LedgerRow } from '#shared/contract/ledger.ts';
import { noPast } from '#shared/overlay/allTime.ts';
import { RoundBook, sumRows } from '#shared/overlay/roundBook.ts';
import { OverlayView } from '#shared/overlay/view.ts';
import { CAT_PAWS, preset, Show } from '#tests/support/show.ts';
import { Watched } from './watched.ts';

/** A show in a battle with a stream that watches it; each call of `news` brings what was done since. */
function watchedBattle() {
  const show = Show.inBattle({ round: { ...preset().round, length: 60, lateGifts: 'ask' } });
  const watched = new Watched(undefined, show.inputs);
  let told = show.inputs.length;
  const news = () => {
    watched.take(show.inputs.slice(told));
    told = show.inputs.length;
    return standing(watched);
  };
  return { show, news };
}

/** The ranking of the round as a line for each, its givers, and its kinds of gifts. */
function standing(watched: Watched) {
  const { usersRound, giftsRound, totals } = watched.build();
  return {
    users: Object.values(usersRound).map(({ name, votesTenths }) => `${name} ${votesTenths}`),
    gifts: Object.values(giftsRound).map(({ giftId, votesTenths }) => `${giftId} ${votesTenths}`),
    givers: totals.round?.givers,
  };
}

/** Aoi gives one in time; Ben's Cat Paws of a combo come after the end. */
function withLateCombo() {
  const { show, news } = watchedBattle();
  show.gift('aoi');
  show.pass(62_000);
  const row = show.combo('ben', 3, { giftId: CAT_PAWS, sentAt: show.now - 3000 });
  return { show, news, row };
}

const inTime = { users: ['AOI 10'], gifts: ['5655 10'], givers: 1 };
const withBen = (tenths: number) => {
  return { users: [`BEN ${tenths}`, 'AOI 10'], gifts: [`5745 ${tenths}`, '5655 10'], givers: 2 };
};

describe('the rankings of a round on a stream', () => {
  it('have a late gift from the moment on that the host accepts it, with what its combo still brings', () => {
    const { show, news, row } = withLateCombo();
    expect(news()).toEqual(inTime);
    show.late([row], true);
    expect(news()).toEqual(withBen(30));
    show.combo('ben', 5, { giftId: CAT_PAWS, sentAt: show.now - 2500 });
    expect(news()).toEqual(withBen(50));
  });

  it('lose it again when the host takes that back, with what its combo still brings', () => {
    const { show, news, row } = withLateCombo();
    show.late([row], true);
    news();
    show.late([row], false);
    expect(news()).toEqual(inTime);
    show.combo('ben', 5, { giftId: CAT_PAWS, sentAt: show.now - 2500 });
    expect(news()).toEqual(inTime);
  });

  it('have it once, whether it is told with the decision on it or before', () => {
    const { show, news, row } = withLateCombo();
    show.late([row], true);
    expect(news()).toEqual(withBen(30));
  });

  it('follow a gift that a correction moves into the round or out of it, with what its combo still brings', () => {
    const { show, news } = watchedBattle();
    show.gift('aoi');
    const row = show.combo('ben', 3, { giftId: CAT_PAWS });
    expect(news()).toEqual(withBen(30));
    show.place([row], 0);
    expect(news()).toMatchObject({ users: ['AOI 10'], givers: 1 });
    show.combo('ben', 5, { giftId: CAT_PAWS });
    expect(news()).toMatchObject({ users: ['AOI 10'], givers: 1 });
    show.place([row], 1);
    expect(news()).toEqual(withBen(50));
    show.undo();
    show.undo();
    expect(news()).toEqual(withBen(50));
  });

  it('stay as they are while the host decides on a gift of an earlier round', () => {
    const { show, news, row } = withLateCombo();
    show.tell({ command: 'prepare' });
    show.act('start');
    show.gift('ben');
    const second = { users: ['BEN 10'], gifts: ['5655 10'], givers: 1 };
    expect(news()).toEqual(second);
    show.late([row], true);
    expect(news()).toEqual(second);
  });

  it('follow a correction that is told together with new gifts and a decision that was refused', () => {
    const { show, news, row } = withLateCombo();
    news();
    const given = show.gift('chen', { sentAt: show.now - 3000 });
    show.late([given], true);
    expect(news()).toEqual({ users: ['AOI 10', 'CHEN 10'], gifts: ['5655 20'], givers: 2 });
    show.reassign([given], 'uncounted');
    expect(show.late([row], false)?.code).toBe('ledger.notLate');
    show.gift('dai');
    expect(news()).toEqual({ users: ['AOI 10'], gifts: ['5655 10'], givers: 2 });
  });

  it('do not count what a combo still brings after its row was corrected to count for nobody', () => {
    const show = Show.inBattle();
    show.gift('aoi');
    const row = show.combo('ben', 3);
    // A stream that is opened in the middle of the round knows sums, and no rows yet.
    const watched = new Watched(undefined, show.inputs);
    const told = show.inputs.length;
    show.reassign([row], 'uncounted');
    watched.take(show.inputs.slice(told));
    expect(standing(watched)).toMatchObject({ users: ['AOI 10'], givers: 2 });
    const later = show.inputs.length;
    show.combo('ben', 9);
    watched.take(show.inputs.slice(later));
    expect(standing(watched)).toMatchObject({ users: ['AOI 10'], givers: 2 });
  });

  it('are those of the disk when the round that they were about was never stored', () => {
    const show = Show.inBattle();
    show.gift('aoi');
    const before = Show.started(preset({ mode: 'battle' }));
    let state = show.state;
    const view = new OverlayView({
      state: () => state,
      rows: {
        find: () => [],
        sums: (round) => sumRows(show.book.rows.values(), round),
        newest: () => [],
      },
      past: noPast,
      anchors: { picture: () => '', live: () => null },
    });
    const users = () => view.build(['usersRound', 'usersAll']).state;
    expect(users()).toMatchObject({
      usersRound: { '1': { name: 'AOI' } },
      usersAll: { '1': { name: 'AOI' } },
    });
    state = before.state;
    expect(users()).toEqual({ usersRound: {}, usersAll: {} });
  });
});

describe('the book of a round', () => {
  const rowOf = (rowId: number): LedgerRow => {
    const [first] = sample.book.rows.values();
    if (first === undefined) throw new Error('no row');
    return { ...first, rowId, viewerId: `v${rowId}` };
  };
  const sample = Show.inBattle();
  sample.gift('aoi');

  it('counts a combo that goes on after ten thousand other gifts, and asks the disk for that one alone', () => {
    const asked: (readonly number[])[] = [];
    const book = new RoundBook({
      find: (rowIds) => {
        asked.push(rowIds);
        return rowIds.map(rowOf);
      },
      sums: () => ({ viewers: new Map(), gifts: new Map() }),
    });
    book.follow(1);
    const none = { rows: new Map(), growths: new Map(), moves: new Map() };
    const rows = new Map(Array.from({ length: 10_001 }, (_, index) => [index + 1, rowOf(index + 1)]));
    book.take([], { ...none, rows });
    const growth = (rowId: number) => {
      return { rowId, seq: 20_000, at: 5, count: 4, diamonds: 4, votesTenths: 40, missedMessage: false };
    };
    const growths = new Map([1, 2, 10_001].map((rowId) => [rowId, growth(rowId)]));
    expect([...book.take([], { ...none, growths })]).toEqual(['v1', 'v2', 'v10001']);
    expect(asked).toEqual([[1]]);
    expect(book.viewers.get('v1')).toEqual({ count: 5, diamonds: 5, votesTenths: 50 });
    expect(book.viewers.get('v2')).toEqual({ count: 5, diamonds: 5, votesTenths: 50 });
    expect(book.givers).toBe(10_001);
  });
});
