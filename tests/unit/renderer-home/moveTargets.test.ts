import { describe, expect, it } from 'vitest';
import { commonRound, roundsFor } from '#renderer/features/show/ledger/moveTargets.ts';
import { preset, Show } from '#tests/support/show.ts';

/** A show with one gift before the first round, five rounds with one gift each, and a prepared sixth round. */
function playedShow() {
  const show = Show.started(preset({ mode: 'battle' }));
  const rowIds = [show.gift('aoi')];
  for (let round = 1; round <= 5; round += 1) {
    show.tell({ command: 'prepare', attacker: ['mika'], defender: ['rei'] });
    show.act('start');
    rowIds.push(show.gift('aoi'));
    show.act('end');
    show.pass(1000);
  }
  show.tell({ command: 'prepare', attacker: ['mika'], defender: ['rei'] });
  const rows = (...rounds: number[]) => rounds.map((round) => show.book.row(rowIds[round] ?? 0));
  return { show, rowIds, rows };
}

describe('rounds that ledger rows can be moved to', () => {
  it('offers the three newest started rounds except the one in which the row counts', () => {
    const { show, rows } = playedShow();
    expect(roundsFor(show.state, rows(0))).toEqual([5, 4, 3]);
    expect(roundsFor(show.state, rows(4))).toEqual([5, 3]);
    expect(commonRound(rows(4))).toBe(4);
  });

  it('offers an older round to which the row belongs by the rules', () => {
    const { show, rowIds, rows } = playedShow();
    show.place([rowIds[1] ?? 0], 5);
    expect(roundsFor(show.state, rows(1))).toEqual([4, 3, 1]);
  });

  it('offers every such round for rows of different rounds, which have no common round', () => {
    const { show, rows } = playedShow();
    expect(roundsFor(show.state, rows(4, 5))).toEqual([5, 4, 3]);
    expect(commonRound(rows(4, 5))).toBe(0);
  });
});
