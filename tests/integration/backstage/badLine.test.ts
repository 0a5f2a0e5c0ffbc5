import { describe, expect, it } from 'vitest';
import type { SimulatorOptions } from '#tests/simulator/simulator.ts';
import { capturedRooms, expectedCount, framesFile, needsFrames } from '#tests/support/frames.ts';
import { backstage, linesTo, simulator, startShow } from './setup.ts';

/** Plays a show from its first message to its last one. Returns the screen and the simulator at its end. */
async function playWhole(options: SimulatorOptions) {
  const sim = await simulator({ username: 'host.of.the.show', held: true, ...options });
  const { screen } = await backstage({ lines: linesTo(sim) });
  await startShow(screen, sim);
  sim.resume();
  await sim.settled;
  await sim.allAcked();
  return { sim, screen };
}

describe('show on a bad line', () => {
  // At speed 0 the show waits for the client, so a slow reconnect misses no messages.
  it.each([
    ['messages that come twice and out of order', 'duplicate=0.3,reorder=0.3'],
    ['combos that are never closed', 'drop-close=0.8'],
    ['broken frames and nonsense', 'truncated=0.05,garbage=0.1'],
    ['everything at once', 'duplicate,reorder,drop-close,cut=400,truncated,garbage'],
  ])('counts all delivered gifts on every screen despite %s', async (_what, faults) => {
    const { sim, screen } = await playWhole({ script: 'rush', seconds: 40, speed: 0, seed: 7, faults });
    const { gifts, diamonds } = sim.truth();
    expect(gifts).toBeGreaterThan(500);
    await expect.poll(() => screen.state.seen).toMatchObject({ count: gifts, diamonds });
  });
});

describe('captured room', needsFrames, () => {
  it.each(capturedRooms)('is counted correctly on every screen at 2000 times the speed: %s', async (room) => {
    const { screen } = await playWhole({ recording: framesFile(`${room}.ndjson`), speed: 2000 });
    const { gifts, diamonds } = expectedCount(room);
    await expect.poll(() => screen.state.seen).toMatchObject({ count: gifts, diamonds });
  });
});
