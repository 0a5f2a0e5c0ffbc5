import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ThrottledListeners } from '#renderer/data/platform/listeners.ts';
import type { StoredInput } from '#shared/contract/backstage.ts';
import { EngineWorld, showInputs } from './engineWorld.ts';
import { HandTimers } from './handTimers.ts';

const EVERY_MS = 100;

/** Throttled listeners that record the time (ms) and the number of each notification. */
function steady() {
  const timers = new HandTimers();
  const listeners = new ThrottledListeners(EVERY_MS, timers.after);
  const told: { at: number; of: number }[] = [];
  let tellings = 0;
  listeners.add(() => told.push({ at: timers.now(), of: tellings }));
  const tell = () => {
    tellings += 1;
    listeners.notify();
  };
  return { timers, listeners, told, tell, tellings: () => tellings };
}

describe('a number that is to be read', () => {
  it('changes at most once in a tenth of a second, and comes to the last one within that', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 60 }), (pauses) => {
        const { timers, told, tell, tellings } = steady();
        for (const ms of pauses) {
          timers.pass(ms);
          tell();
          const newest = timers.now();
          expect(newest - (told.at(-1)?.at ?? 0)).toBeLessThanOrEqual(EVERY_MS);
        }
        timers.pass(EVERY_MS);
        expect(told.at(-1)?.of).toBe(tellings());
        const apart = told.slice(1).map(({ at }, index) => at - (told[index]?.at ?? 0));
        for (const ms of apart) expect(ms).toBeGreaterThanOrEqual(EVERY_MS);
        const before = told.length;
        timers.pass(10 * EVERY_MS);
        expect(told.length).toBe(before);
      }),
    );
  });

  it('changes at once when nothing changed just before, and when it cannot wait', () => {
    const { timers, listeners, told, tell } = steady();
    tell();
    expect(told).toHaveLength(1);
    timers.pass(10);
    tell();
    expect(told).toHaveLength(1);
    listeners.notifyNow();
    expect(told).toHaveLength(2);
    timers.pass(EVERY_MS);
    expect(told).toHaveLength(2);
    tell();
    expect(told).toHaveLength(3);
  });
});

describe('the sums on screen', () => {
  /** A show after its first publication. `seen` gets the number of the last input at each notification of sums. */
  async function watched(inputs: StoredInput[]) {
    const world = new EngineWorld(inputs);
    await world.open();
    world.frame();
    await world.later();
    const seen: number[] = [];
    world.engine.subscribeSums(() => seen.push(world.engine.state.seq));
    return { world, seen };
  }

  it('take in all gifts of a busy room, though not each one with its frame', async () => {
    const inputs = showInputs(40);
    const { world, seen } = await watched(inputs.slice(0, 10));
    for (let seq = 10; seq < inputs.length; seq += 5) {
      world.push(inputs.slice(seq, seq + 5));
      world.frame();
    }
    expect(seen).toEqual([15]);
    await world.later();
    expect(seen).toEqual([15, inputs.length]);
    await world.later();
    expect(seen).toEqual([15, inputs.length]);
  });

  it('are those of another show with the frame in which it appears', async () => {
    const inputs = showInputs(40);
    const { world, seen } = await watched(inputs.slice(0, 10));
    world.push(inputs.slice(10, 12));
    world.frame();
    world.showId = 's2';
    world.inputs = inputs.slice(0, 4);
    world.link.push({ push: 'show', showId: 's2' });
    await world.settle();
    world.frame();
    expect(world.engine.showId).toBe('s2');
    expect(seen).toEqual([12, 4]);
  });
});
