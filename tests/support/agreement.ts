import { expect } from 'vitest';
import type { LedgerRow } from '#shared/contract/ledger.ts';
import type { Tally } from '#shared/contract/snapshot.ts';
import { countedRound } from '#shared/game/correction.ts';
import { roundVotes } from '#shared/game/round/shares.ts';
import { isOn } from '#shared/game/round/view.ts';
import type { Show } from './show.ts';

/** Expects the sums of the show, its viewers, gifts, rounds, sides and late gifts to match the ledger rows. */
export function expectAgreement(show: Show): void {
  const { state, book } = show;
  const rows = [...book.rows.values()];
  expect(state.targets).toEqual(book.sums());
  expect(pick(state.seen)).toEqual(total(rows, ({ votesTenths }) => votesTenths));
  for (const [kind, sums] of [
    ['viewerId', state.viewers],
    ['giftId', state.gifts],
  ] as const) {
    for (const [id, sum] of sums) {
      const own = rows.filter((row) => row[kind] === id);
      expect(pick(sum)).toEqual(total(own, (row) => (row.target === 'uncounted' ? 0 : row.votesTenths)));
    }
  }
  for (const round of state.rounds) {
    expect(round.targets).toEqual(book.sums(round.id));
    for (const [late, tally] of [
      ['listed', round.late],
      ['accepted', round.accepted],
    ] as const) {
      const those = rows.filter((row) => row.round === round.id && row.late === late);
      expect([tally.rows, tally.votesTenths]).toEqual([
        those.length,
        those.reduce((sum, row) => sum + row.votesTenths, 0),
      ]);
    }
    for (const side of ['attacker', 'defender'] as const) {
      const own = [...round.targets].filter(([target]) => round.sideOf.get(target) === side);
      expect(round[side].votesTenths).toBe(own.reduce((sum, [, { votesTenths }]) => sum + votesTenths, 0));
    }
    if (round.kind === 'battle' && round.phase === 'settled') {
      const shared = round.anchors.reduce((sum, id) => sum + roundVotes(round, id), 0);
      expect(shared).toBe(round.attacker.votesTenths + round.defender.votesTenths);
    }
    if (!isOn(round)) continue;
    for (const viewer of state.viewers.values()) {
      const given = rows.filter(
        (row) => row.viewerId === viewer.id && countedRound(row) === round.id && row.target !== 'uncounted',
      );
      expect(viewer.round === round.id ? viewer.roundVotesTenths : 0).toBe(
        given.reduce((sum, row) => sum + row.votesTenths, 0),
      );
    }
  }
}

const pick = ({ count, diamonds, votesTenths }: Tally): Tally => ({ count, diamonds, votesTenths });

function total(rows: readonly LedgerRow[], votesOf: (row: LedgerRow) => number): Tally {
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    diamonds: rows.reduce((sum, { diamonds }) => sum + diamonds, 0),
    votesTenths: rows.reduce((sum, row) => sum + votesOf(row), 0),
  };
}
