import { afterEach, describe, expect, it } from 'vitest';
import { type Simulator, type SimulatorOptions, startSimulator } from '#tests/simulator/simulator.ts';
import { type CountingClient, listenAndCount, truthOf } from './countingClient.ts';

let simulator: Simulator | undefined;
let listener: CountingClient | undefined;
afterEach(async () => {
  listener?.stop();
  await simulator?.close();
});

async function play(options: SimulatorOptions, kind: 'direct' | 'signed' = 'direct') {
  const running = await startSimulator({ speed: 0, seconds: 60, ...options });
  const listening = listenAndCount(running, kind);
  simulator = running;
  listener = listening;
  return { simulator: running, listener: listening };
}

describe('a show through the whole real chain', () => {
  it.each(['direct', 'signed'] as const)('is counted to the gift on a healthy %s line', async (kind) => {
    const { simulator, listener } = await play({ script: 'mixed' }, kind);
    await simulator.settled;
    const truth = simulator.truth();
    expect(listener.count()).toEqual(truthOf(simulator));
    expect(truth.gifts).toBeGreaterThan(100);
    expect(truth.shown).toEqual({ gifts: truth.gifts, diamonds: truth.diamonds });
    expect(truth).toMatchObject({ lostMessages: 0, unacked: 0, strange: [] });
    expect(listener.gaps).toEqual([]);
  });
});

describe('the truth of a run with faults is what an exact client counts', () => {
  const faults = ['duplicate', 'reorder', 'drop-close', 'cut=60', 'silence=1', 'truncated', 'garbage'];
  it.each([...faults, faults.join(',')])('with %s', async (list) => {
    for (const seed of [1, 2, 3]) {
      const { simulator, listener } = await play({ script: 'rush', seconds: 8, faults: list, seed });
      await simulator.settled;
      expect({ seed, ...listener.count() }).toEqual({ seed, ...truthOf(simulator) });
      expect(simulator.truth().strange).toEqual([]);
      listener.stop();
      await simulator.close();
    }
  });
});
