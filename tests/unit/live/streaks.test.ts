import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advance, piecesOf, type StreakStep, streakKey } from '#shared/game/streaks.ts';

const rose = (repeat: number, more: Partial<StreakStep> = {}): StreakStep => ({
  repeat,
  end: false,
  tickets: 1,
  diamonds: 1,
  ...more,
});

/** Counts the messages of one streak. Returns what each one added, and the sum. */
function count(steps: StreakStep[]): { adds: number[]; sum: number } {
  let seen: number | undefined;
  const adds = steps.map((step) => {
    const { add, seen: now } = advance(seen, step);
    seen = now;
    return add;
  });
  return { adds, sum: adds.reduce((sum, add) => sum + add, 0) };
}

describe('gift streak', () => {
  it('counts each increment at once and nothing at its close', () => {
    expect(count([rose(1), rose(3), rose(7), rose(7, { end: true, tickets: 0 })]).adds).toEqual([1, 2, 4, 0]);
  });

  it('counts the rest at its close if earlier messages were lost', () => {
    expect(count([rose(1), rose(6, { end: true, tickets: 0 })]).adds).toEqual([1, 5]);
  });

  it('adds nothing for repeated, late and overtaken messages, also after its close', () => {
    const steps = [rose(2), rose(2), rose(1), rose(5, { end: true }), rose(5, { end: true }), rose(4)];
    expect(count(steps).adds).toEqual([2, 0, 0, 3, 0, 0]);
  });

  it('counts in full and says so if its first messages are missing', () => {
    expect(advance(undefined, rose(4))).toEqual({ add: 4, seen: 4, joinedLate: true, missedMessage: false });
    expect(advance(undefined, rose(4, { tickets: 0 })).joinedLate).toBe(true);
  });

  it('is not marked as incomplete if its first message has its whole count', () => {
    expect(advance(undefined, rose(10, { tickets: 50, diamonds: 5 })).joinedLate).toBe(false);
    expect(advance(undefined, rose(10, { tickets: 49, diamonds: 5 })).joinedLate).toBe(true);
    expect(advance(undefined, rose(1, { tickets: 0 })).joinedLate).toBe(false);
  });

  it('reports a missed message if the count grew by more than one message brought', () => {
    expect(advance(1, rose(5, { tickets: 4 })).missedMessage).toBe(false);
    expect(advance(1, rose(5, { tickets: 3 }))).toEqual({
      add: 4,
      seen: 5,
      joinedLate: false,
      missedMessage: true,
    });
    expect(advance(1, rose(5, { tickets: 0 })).missedMessage).toBe(false);
    expect(advance(5, rose(5, { tickets: 1, diamonds: 10 })).missedMessage).toBe(false);
  });

  it('from before the connection counts nothing, and only its later increments count', () => {
    expect(advance(undefined, rose(4, { history: 'first' }))).toEqual({
      add: 0,
      seen: 4,
      joinedLate: false,
      missedMessage: false,
    });
    expect(advance(4, rose(6, { tickets: 2 })).add).toBe(2);
  });

  it('from the history after a reconnect counts what exceeds the known count', () => {
    expect(advance(4, rose(9, { history: 'again' })).add).toBe(5);
    expect(advance(9, rose(4, { history: 'again' })).add).toBe(0);
  });

  it('has a key of room, sender, gift and group', () => {
    const keys = [
      streakKey('1', '2', 3, '4'),
      streakKey('9', '2', 3, '4'),
      streakKey('1', '9', 3, '4'),
      streakKey('1', '2', 9, '4'),
      streakKey('1', '2', 3, '9'),
    ];
    expect(new Set(keys).size).toBe(5);
  });

  it('counts the highest delivered number for any loss, repetition or reordering', () => {
    const streak = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 12 });
    const delivery = fc.array(fc.tuple(fc.nat(4), fc.nat(13)), { maxLength: 80 });
    fc.assert(
      fc.property(fc.array(streak, { minLength: 1, maxLength: 5 }), delivery, (streaks, picks) => {
        // The running totals of each streak and its closing message; any of them arrive, in any order.
        const sent = streaks.map((steps) => {
          let total = 0;
          const messages = steps.map((tickets) => {
            total += tickets;
            return rose(total, { tickets });
          });
          return [...messages, rose(total, { end: true, tickets: 0 })];
        });
        const seen = new Map<number, number>();
        const best = new Map<number, number>();
        let counted = 0;
        for (const [which, position] of picks) {
          const message = sent[which]?.[position];
          if (message === undefined) continue;
          const step = advance(seen.get(which), message);
          expect(step.add).toBeGreaterThanOrEqual(0);
          seen.set(which, step.seen);
          counted += step.add;
          best.set(which, Math.max(best.get(which) ?? 0, message.repeat));
        }
        expect(counted).toBe([...best.values()].reduce((sum, one) => sum + one, 0));
      }),
      { numRuns: 1000 },
    );
  });

  it('is never marked as incomplete if it was delivered completely and in order', () => {
    const steps = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 500 }), (sizes, diamonds) => {
        let seen: number | undefined;
        let total = 0;
        for (const size of sizes) {
          total += size;
          const step = advance(seen, rose(total, { tickets: size * diamonds, diamonds }));
          expect(step).toEqual({ add: size, seen: total, joinedLate: false, missedMessage: false });
          seen = step.seen;
        }
      }),
    );
  });
});

describe('gift without a streak', () => {
  it('counts at least one piece', () => {
    expect([0, 1, 5].map(piecesOf)).toEqual([1, 1, 5]);
  });
});
