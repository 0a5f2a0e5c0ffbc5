import { describe, expect, it } from 'vitest';
import { commonRound, roundsFor } from '#renderer/features/show/ledger/rowRounds.ts';
import { preset, Show } from '#tests/support/show.ts';

/** A gift before the first round, five rounds with a gift each, and a sixth that is only prepared. */
function played() {
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

describe('the rounds that a row can be moved to', () => {
  it('are the newest three that have begun, without the one in which it counts', () => {
    const { show, rows } = played();
    expect(roundsFor(show.state, rows(0))).toEqual([5, 4, 3]);
    expect(roundsFor(show.state, rows(4))).toEqual([5, 3]);
    expect(commonRound(rows(4))).toBe(4);
  });

  it('have the one to which it belongs by the rules, however long ago that was', () => {
    const { show, rowIds, rows } = played();
    show.place([rowIds[1] ?? 0], 5);
    expect(roundsFor(show.state, rows(1))).toEqual([4, 3, 1]);
  });

  it('are all of these for rows of several rounds, which can be taken out of none together', () => {
    const { show, rows } = played();
    expect(roundsFor(show.state, rows(4, 5))).toEqual([5, 4, 3]);
    expect(commonRound(rows(4, 5))).toBe(0);
  });
});
