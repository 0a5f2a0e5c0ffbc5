import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Snapshot, snapshotSchema } from '#shared/contract/snapshot.ts';
import { fold } from '#shared/game/fold.ts';
import { asOf, nextDue } from '#shared/game/round/time.ts';
import { restore, serialise } from '#shared/game/serialise.ts';
import { createState } from '#shared/game/state.ts';
import { perform, pickRows, play, stepsArb, targetArb } from '#tests/support/game.ts';
import { LION, preset, ROSE, Show } from '#tests/support/show.ts';

const bytes = (show: Show) => JSON.stringify(serialise(show.state));
/** The state without counters and without the stored losses of rows that corrections moved. */
const apartFromCounters = (snapshot: Snapshot) => {
  const rounds = snapshot.rounds.map((round) => ({
    ...round,
    falls: round.falls.map((fall) => ({ ...fall, moved: fall.moved.filter(({ away }) => away) })),
  }));
  return JSON.stringify({ ...snapshot, rounds, seq: 0, corrections: 0 });
};
/** A correction that reaches a resurrection's target ends the resurrection, and an undo does not reopen it. */
const settled = ({ state }: Show) => state.rounds.filter(({ phase }) => phase === 'settled').length;

describe('random shows', () => {
  it('keep every vote under exactly one target, and the ledger agrees at any time', () => {
    fc.assert(
      fc.property(stepsArb, (steps) => {
        const show = new Show();
        for (const step of steps) {
          perform(show, step);
          const targets = [...show.state.targets.values()];
          for (const what of ['count', 'diamonds', 'votesTenths'] as const) {
            expect(targets.reduce((sum, tally) => sum + tally[what], 0)).toBe(show.state.seen[what]);
          }
          expect(show.state.targets).toEqual(show.book.sums());
        }
      }),
      { numRuns: 300 },
    );
  });

  it('have equal sums of votes by viewer, by gift and in total', () => {
    fc.assert(
      fc.property(stepsArb, (steps) => {
        const { state, tenths } = withTenths(play(steps));
        const counted = state.seen.votesTenths - tenths('uncounted');
        const viewers = [...state.viewers.values()];
        const gifts = [...state.gifts.values()];
        expect(viewers.reduce((sum, viewer) => sum + viewer.votesTenths, 0)).toBe(counted);
        expect(gifts.reduce((sum, gift) => sum + gift.votesTenths, 0)).toBe(counted);
        expect(viewers.reduce((sum, viewer) => sum + viewer.count, 0)).toBe(state.seen.count);
        expect(gifts.reduce((sum, gift) => sum + gift.diamonds, 0)).toBe(state.seen.diamonds);
      }),
      { numRuns: 300 },
    );
  });

  it('replay to the same bytes, even when resumed from any snapshot', () => {
    fc.assert(
      fc.property(stepsArb, fc.array(fc.nat({ max: 150 }), { maxLength: 4 }), (steps, cuts) => {
        const show = play(steps);
        let state = createState();
        for (const { seq, input } of show.inputs) {
          fold(state, seq, JSON.parse(JSON.stringify(input)));
          if (cuts.includes(seq)) {
            state = restore(snapshotSchema.parse(JSON.parse(JSON.stringify(serialise(state)))));
          }
        }
        expect(JSON.stringify(serialise(state))).toBe(bytes(show));
      }),
      { numRuns: 300 },
    );
  });

  it('never mutate a snapshot', () => {
    fc.assert(
      fc.property(stepsArb, stepsArb, (steps, more) => {
        const show = play(steps);
        const snapshot = serialise(show.state);
        const before = JSON.stringify(snapshot);
        for (const step of more) perform(show, step);
        expect(JSON.stringify(snapshot)).toBe(before);
      }),
    );
  });

  it('ignore a repeated input', () => {
    fc.assert(
      fc.property(stepsArb, fc.nat(), (steps, pick) => {
        const show = play(steps);
        const before = bytes(show);
        const again = show.inputs[pick % show.inputs.length];
        if (again !== undefined) fold(show.state, again.seq, again.input, show.book);
        expect(bytes(show)).toBe(before);
      }),
    );
  });

  it('return to the earlier state when a correction is undone', () => {
    fc.assert(
      fc.property(
        stepsArb,
        fc.array(fc.nat(), { minLength: 1, maxLength: 5 }),
        targetArb,
        (steps, picks, to) => {
          const show = play(steps);
          show.pass(0);
          const before = apartFromCounters(serialise(show.state));
          const rows = pickRows(show, picks);
          const over = settled(show);
          fc.pre(rows.length > 0 && show.reassign(rows, to) === null && settled(show) === over);
          show.undo();
          expect(apartFromCounters(serialise(show.state))).toBe(before);
          expect(show.state.targets).toEqual(show.book.sums());
        },
      ),
      { numRuns: 300 },
    );
  });

  it('do not change with a refused input', () => {
    let refusals = 0;
    fc.assert(
      fc.property(stepsArb, (steps) => {
        const show = new Show();
        const tell = show.tell.bind(show);
        show.tell = (told) => {
          const before = apartFromSeq(serialise(show.state));
          const problem = tell(told);
          if (problem !== null) {
            refusals += 1;
            expect(apartFromSeq(serialise(show.state))).toBe(before);
          }
          return problem;
        };
        for (const step of steps) perform(show, step);
      }),
      { numRuns: 200 },
    );
    expect(refusals).toBeGreaterThan(100);
  });

  it('do not change when a later moment is previewed', () => {
    fc.assert(
      fc.property(stepsArb, fc.nat({ max: 200_000 }), (steps, ms) => {
        const show = new Show();
        for (const step of steps) {
          perform(show, step);
          const before = bytes(show);
          asOf(show.state, show.now + ms);
          expect(bytes(show)).toBe(before);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('forget every streak after its idle time, and never have a clock input due in the past', () => {
    fc.assert(
      fc.property(stepsArb, (steps) => {
        const show = play(steps);
        // A round without an end computes its decrease every second while it is on.
        show.tell({ command: 'session', action: 'end' });
        for (let due = nextDue(show.state); due !== null; due = nextDue(show.state)) {
          show.now = due;
          show.put({ kind: 'clock', at: due });
          expect(nextDue(show.state) ?? Number.POSITIVE_INFINITY).toBeGreaterThan(due);
        }
        expect(show.state.streaks.size).toBe(0);
      }),
    );
  });
});

describe('combo messages that are lost, repeated or reordered', () => {
  const messageArb = fc.record({
    userId: fc.constantFrom('aoi', 'ben'),
    giftId: fc.constantFrom(ROSE, LION),
    group: fc.constantFrom('g1', 'g2', 'g3'),
    repeat: fc.integer({ min: 1, max: 20 }),
    end: fc.boolean(),
  });
  const deliveredArb = fc
    .array(messageArb, { minLength: 1, maxLength: 30 })
    .chain((messages) =>
      fc.tuple(
        fc.constant(messages),
        fc.shuffledSubarray([...messages, ...messages, ...messages], { minLength: 3 * messages.length }),
      ),
    );

  it('count each combo at the highest number that arrived', () => {
    fc.assert(
      fc.property(deliveredArb, ([messages, delivered]) => {
        const show = Show.started(preset());
        for (const { userId, ...more } of delivered) show.combo(userId, more.repeat, more);
        const highest = new Map<string, number>();
        for (const { userId, giftId, group, repeat } of messages) {
          const key = `${userId} ${giftId} ${group}`;
          highest.set(key, Math.max(highest.get(key) ?? 0, repeat));
        }
        const expected = [...highest.values()].reduce((sum, count) => sum + count, 0);
        expect(show.state.seen.count).toBe(expected);
        expect(show.tenths('unallocated')).toBe(expected * 10);
        expect(show.book.rows.size).toBe(highest.size);
      }),
    );
  });
});

function apartFromSeq(snapshot: Snapshot): string {
  return JSON.stringify({ ...snapshot, seq: 0 });
}

function withTenths(show: Show) {
  return { state: show.state, tenths: show.tenths.bind(show) };
}
