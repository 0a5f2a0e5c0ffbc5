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

describe('throttled listeners', () => {
  it('are called at most every 100 ms, and at last with the newest value', () => {
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

  it('are called at once after a pause, and on `notifyNow`', () => {
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

describe('displayed sums', () => {
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

  it('include all gifts of a busy room, at a lower rate than the frames', async () => {
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

  it('change to another show in the same frame as the show', async () => {
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
