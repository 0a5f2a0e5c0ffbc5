import { describe, expect, it } from 'vitest';
import type { LedgerRow } from '#shared/contract/ledger.ts';
import { noPastSums } from '#shared/overlay/allTime.ts';
import { RoundTallies } from '#shared/overlay/roundTallies.ts';
import { OverlayView } from '#shared/overlay/view.ts';
import { sumsOfRound } from '#tests/support/ledgerBook.ts';
import { CAT_PAWS, preset, Show } from '#tests/support/show.ts';
import { Watched } from './watched.ts';

/** A show in a battle and its overlay. Each call of `news` applies the new inputs as one batch. */
function watchedBattle() {
  const show = Show.inBattle({ round: { ...preset().round, length: 60, lateGifts: 'ask' } });
  const watched = new Watched(undefined, show.inputs);
  let told = show.inputs.length;
  const news = () => {
    watched.take(show.inputs.slice(told));
    told = show.inputs.length;
    return standing(watched);
  };
  return { show, watched, news };
}

/** The round's viewers and gifts, one text each, and its number of givers. */
function standing(watched: Watched) {
  const { usersRound, giftsRound, totals } = watched.build();
  return {
    users: Object.values(usersRound).map(({ name, votesTenths }) => `${name} ${votesTenths}`),
    gifts: Object.values(giftsRound).map(({ giftId, votesTenths }) => `${giftId} ${votesTenths}`),
    givers: totals.round?.givers,
  };
}

/** Aoi's gift arrives in time; Ben's combo of Cat Paws begins after the end of the round. */
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

describe('round', () => {
  it('names the viewer with the most votes once it is settled, and another one after a correction', () => {
    const { show, watched, news } = watchedBattle();
    const topViewer = () => watched.build().round.now?.topViewer;
    show.gift('aoi');
    const row = show.combo('ben', 3, { giftId: CAT_PAWS });
    news();
    expect(topViewer()).toBeUndefined();
    show.pass(62_000);
    news();
    expect(topViewer()).toEqual({ name: 'BEN', votesTenths: 30 });
    show.reassign([row], 'uncounted');
    news();
    expect(topViewer()).toEqual({ name: 'AOI', votesTenths: 10 });
  });

  it('names nobody if nobody gave anything', () => {
    const { show, watched, news } = watchedBattle();
    show.pass(62_000);
    news();
    expect(watched.build().round.now?.outcome).toBeDefined();
    expect(watched.build().round.now).not.toHaveProperty('topViewer');
  });
});

describe('lists of a round', () => {
  it('include a late gift and the rest of its combo once the host accepts it', () => {
    const { show, news, row } = withLateCombo();
    expect(news()).toEqual(inTime);
    show.late([row], true);
    expect(news()).toEqual(withBen(30));
    show.combo('ben', 5, { giftId: CAT_PAWS, sentAt: show.now - 2500 });
    expect(news()).toEqual(withBen(50));
  });

  it('drop a late gift and the rest of its combo when the host reverts the decision', () => {
    const { show, news, row } = withLateCombo();
    show.late([row], true);
    news();
    show.late([row], false);
    expect(news()).toEqual(inTime);
    show.combo('ben', 5, { giftId: CAT_PAWS, sentAt: show.now - 2500 });
    expect(news()).toEqual(inTime);
  });

  it('count it once if the gift and the decision arrive in one batch', () => {
    const { show, news, row } = withLateCombo();
    show.late([row], true);
    expect(news()).toEqual(withBen(30));
  });

  it('follow a gift and its combo that a correction moves into the round or out of it', () => {
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

  it('do not change when the host decides on a gift of an earlier round', () => {
    const { show, news, row } = withLateCombo();
    show.tell({ command: 'prepare' });
    show.act('start');
    show.gift('ben');
    const second = { users: ['BEN 10'], gifts: ['5655 10'], givers: 1 };
    expect(news()).toEqual(second);
    show.late([row], true);
    expect(news()).toEqual(second);
  });

  it('apply a correction that arrives with new gifts and a refused decision', () => {
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

  it('do not count the rest of a combo whose row was corrected to uncounted', () => {
    const show = Show.inBattle();
    show.gift('aoi');
    const row = show.combo('ben', 3);
    // An overlay that opens during the round reads sums, but no rows.
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

  it('follow the restored state if the round was never committed', () => {
    const show = Show.inBattle();
    show.gift('aoi');
    const before = Show.started(preset({ mode: 'battle' }));
    let state = show.state;
    const view = new OverlayView({
      state: () => state,
      rows: {
        find: () => [],
        sums: (round) => sumsOfRound(show.book.rows.values(), round),
        newest: () => [],
        newestOfValue: () => [],
        since: () => [],
      },
      past: noPastSums,
      clock: { now: () => 0, zone: 'UTC' },
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

describe('round tallies', () => {
  const rowOf = (rowId: number): LedgerRow => {
    const [first] = sample.book.rows.values();
    if (first === undefined) throw new Error('no row');
    return { ...first, rowId, viewerId: `v${rowId}` };
  };
  const sample = Show.inBattle();
  sample.gift('aoi');

  it('reads a row again only if it grows after ten thousand other gifts', () => {
    const asked: (readonly number[])[] = [];
    const tallies = new RoundTallies({
      find: (rowIds) => {
        asked.push(rowIds);
        return rowIds.map(rowOf);
      },
      sums: () => ({ viewers: new Map(), gifts: new Map() }),
    });
    tallies.setRound(1);
    const none = { rows: new Map(), growths: new Map(), moves: new Map() };
    const rows = new Map(Array.from({ length: 10_001 }, (_, index) => [index + 1, rowOf(index + 1)]));
    tallies.apply([], { ...none, rows });
    const growth = (rowId: number) => {
      return { rowId, seq: 20_000, at: 5, count: 4, diamonds: 4, votesTenths: 40, missedMessage: false };
    };
    const growths = new Map([1, 2, 10_001].map((rowId) => [rowId, growth(rowId)]));
    expect([...tallies.apply([], { ...none, growths })]).toEqual(['v1', 'v2', 'v10001']);
    expect(asked).toEqual([[1]]);
    expect(tallies.viewers.get('v1')).toEqual({ count: 5, diamonds: 5, votesTenths: 50 });
    expect(tallies.viewers.get('v2')).toEqual({ count: 5, diamonds: 5, votesTenths: 50 });
    expect(tallies.givers).toBe(10_001);
  });
});
