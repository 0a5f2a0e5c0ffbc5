import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { snapshotSchema } from '#shared/contract/snapshot.ts';
import { leftOf } from '#shared/game/round/round.ts';
import { currentRound, isOn, undecidedTie } from '#shared/game/round/view.ts';
import { serialise } from '#shared/game/serialise.ts';
import { perform, pickRows, play, stepsArb } from '#tests/support/game.ts';
import { Show } from '#tests/support/show.ts';
import { faultsOf } from '#tests/support/sound.ts';

describe('random rounds with any commands', () => {
  it('reach only states that the rules know, and shares add up to the shared votes', () => {
    fc.assert(
      fc.property(stepsArb, (steps) => {
        const show = new Show();
        for (const step of steps) {
          perform(show, step);
          expect(faultsOf(show.state)).toEqual([]);
        }
        expect(snapshotSchema.safeParse(serialise(show.state)).success).toBe(true);
      }),
      { numRuns: 600 },
    );
  });

  it('have exactly the votes of their rows', () => {
    fc.assert(
      fc.property(stepsArb, (steps) => {
        const show = play(steps);
        for (const round of show.state.rounds) expect(round.targets).toEqual(show.book.sums(round.id));
        const listed = [...show.book.rows.values()].filter(({ late }) => late === 'listed');
        const waiting = show.state.rounds.reduce((sum, { late }) => sum + late.rows, 0);
        expect(listed).toHaveLength(waiting);
      }),
      { numRuns: 300 },
    );
  });

  it('return to the earlier state when accepted late gifts are undone', () => {
    fc.assert(
      fc.property(stepsArb, fc.array(fc.nat(), { minLength: 1, maxLength: 3 }), (steps, picks) => {
        const show = play(steps);
        const listed = [...show.book.rows.values()].filter(({ late }) => late === 'listed');
        const round = listed[0]?.round;
        const ids = pickRows(show, picks).filter((id) => {
          const row = show.book.row(id);
          return row.late === 'listed' && row.round === round;
        });
        const rows = ids.length > 0 ? ids : listed.slice(0, 1).map(({ rowId }) => rowId);
        show.pass(0);
        const before = apartFromSeq(show);
        if (rows.length === 0 || show.late(rows, true) !== null) return;
        expect(apartFromSeq(show)).not.toBe(before);
        expect(show.late(rows, false)).toBeNull();
        expect(apartFromSeq(show)).toBe(before);
      }),
      { numRuns: 600 },
    );
  });

  it('keep the remaining time during a pause of any length', () => {
    fc.assert(
      fc.property(
        stepsArb,
        fc.constantFrom('session', 'round'),
        fc.integer({ min: 0, max: 10 ** 8 }),
        (steps, who, ms) => {
          const show = play(steps);
          const say = (action: 'pause' | 'resume') =>
            who === 'session'
              ? show.tell({ command: 'session', action })
              : show.tell({ command: 'round', action });
          show.pass(0);
          const running = lefts(show);
          if (say('pause') !== null) return;
          const before = lefts(show);
          expect(before.slice(0, 3)).toEqual(running.slice(0, 3));
          show.pass(ms);
          expect(lefts(show).slice(0, 3)).toEqual(before.slice(0, 3));
          if (who === 'session') expect(lefts(show)).toEqual(before);
          expect(say('resume')).toBeNull();
          expect(lefts(show).slice(0, 3)).toEqual(before.slice(0, 3));
        },
      ),
      { numRuns: 400 },
    );
  });

  it('do not change when a round is settled again without a change of votes', () => {
    fc.assert(
      fc.property(stepsArb, (steps) => {
        const show = play(steps);
        if (show.act('settle') !== 'done') return;
        const once = apartFromSettling(show);
        expect(show.act('settle')).toBe('done');
        expect(apartFromSettling(show)).toBe(once);
      }),
      { numRuns: 300 },
    );
  });
});

describe('random shows of these tests', () => {
  it('contain rounds of every kind with every end and every incident', () => {
    const met = new Set<string>();
    for (const steps of fc.sample(stepsArb, { seed: 20, numRuns: 1500 })) {
      const show = new Show();
      for (const step of steps) {
        perform(show, step);
        const round = show.state.rounds.at(-1);
        if (show.state.presetAhead !== null) met.add('rules that wait');
        if (show.state.suspended) met.add('suspended');
        if (round === undefined) continue;
        if (undecidedTie(show.state) !== null) met.add('tie');
        if (show.state.table.singleGiftBinding && isOn(round)) met.add('single binding in a round');
        if (show.state.status === 'ended' && round.phase === 'grace') met.add('delay after the end');
        if (round.falls.some(({ moved }) => moved.length > 0)) met.add('row moved after a fall');
        if (round.falls.some(({ grown }) => grown.length > 0)) met.add('combo that goes on after a fall');
        met.add(round.kind);
        met.add(round.phase);
        met.add(`outcome ${round.settlement?.outcome ?? 'none'}`);
        if (round.late.rows > 0) met.add('listed');
        if (round.accepted.rows > 0) met.add('accepted');
        if (round.effect.level > 0) met.add('effect');
        if (round.through.length > 0) met.add('through');
        if (round.falls.some(({ lostTenths }) => lostTenths > 0)) met.add('fallen');
        if (round.settlements > 1) met.add('again');
        if (show.state.playing !== null) met.add('playing');
        if (show.state.dances.size > 0) met.add('waiting');
        if (show.state.status === 'paused') met.add(`${round.phase} while the session is paused`);
      }
    }
    const never = [...kinds, ...phases, ...outcomes, ...events].filter((what) => !met.has(what));
    expect(never).toEqual([]);
  });
});

const kinds = ['battle', 'ranking', 'turn', 'resurrection'];
const phases = ['prepared', 'running', 'paused', 'grace', 'settled'];
const outcomes = [
  'attacker',
  'defender',
  'draw',
  'ranked',
  'cleared',
  'notCleared',
  'restored',
  'failed',
].map((outcome) => `outcome ${outcome}`);
const events = [
  'listed',
  'accepted',
  'effect',
  'through',
  'fallen',
  'again',
  'playing',
  'waiting',
  'running while the session is paused',
  'grace while the session is paused',
  'rules that wait',
  'suspended',
  'tie',
  'single binding in a round',
  'delay after the end',
  'row moved after a fall',
  'combo that goes on after a fall',
];

/** The remaining times of countdown, delay and dance, and the seconds that the decrease has computed. */
function lefts(show: Show): (number | null | undefined)[] {
  const round = currentRound(show.state);
  const { playing } = show.state;
  return [
    round && leftOf(round.countdown, show.now),
    round && leftOf(round.grace, show.now),
    round?.ticked,
    playing && leftOf(playing.countdown, show.now),
  ];
}

function apartFromSeq(show: Show): string {
  return JSON.stringify({ ...serialise(show.state), seq: 0 });
}

function apartFromSettling(show: Show): string {
  const { rounds, ...rest } = serialise(show.state);
  return JSON.stringify({ ...rest, seq: 0, rounds: rounds.map((round) => ({ ...round, settlements: 0 })) });
}
