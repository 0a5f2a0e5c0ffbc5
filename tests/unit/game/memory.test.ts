import { describe, expect, it } from 'vitest';
import { nextDue } from '#shared/game/round/time.ts';
import { serialise } from '#shared/game/serialise.ts';
import { CAT_PAWS, CROWN, ROSE, Show } from '#tests/support/show.ts';

const VIEWERS = 40;

/** The size of a show after some hours in which every viewer sends a combo every five minutes. */
function heldAfter(hours: number): { things: Record<string, number>; gifts: number; bytes: number } {
  const show = Show.inBattle();
  for (let minute = 0; minute < hours * 60; minute += 5) {
    for (let viewer = 0; viewer < VIEWERS; viewer += 1) {
      const giftId = [ROSE, CAT_PAWS, CROWN][viewer % 3] ?? ROSE;
      for (const repeat of [1, 2, 3]) show.combo(`v${viewer}`, repeat, { giftId, group: `${minute}` });
    }
    const until = show.now + 5 * 60_000;
    for (let due = nextDue(show.state); due !== null && due <= until; due = nextDue(show.state)) {
      show.now = due;
      show.put({ kind: 'clock', at: due });
    }
    show.now = until;
  }
  const { seen, viewers, gifts, streaks, targets, rounds, gaps, dances } = show.state;
  return {
    gifts: seen.count,
    bytes: JSON.stringify(serialise(show.state)).length,
    things: {
      viewers: viewers.size,
      gifts: gifts.size,
      streaks: streaks.size,
      targets: targets.size,
      rounds: rounds.length,
      gaps: gaps.length,
      dances: dances.size,
    },
  };
}

describe('memory of a show', () => {
  it('does not grow with the number of gifts of the same viewers', () => {
    const short = heldAfter(2);
    const long = heldAfter(20);
    expect(long.gifts).toBe(10 * short.gifts);
    expect(long.things).toEqual(short.things);
    // Only the number of digits grows.
    expect(long.bytes).toBeLessThan(short.bytes * 1.1);
  });
});
