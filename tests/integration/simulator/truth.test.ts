import { afterEach, describe, expect, it } from 'vitest';
import {
  type Simulator,
  type SimulatorOptions,
  type SimulatorTruth,
  startSimulator,
} from '#tests/simulator/simulator.ts';
import { type CountingClient, listenAndCount, truthOf } from './countingClient.ts';

let simulator: Simulator | undefined;
let listener: CountingClient | undefined;
afterEach(async () => {
  listener?.stop();
  await simulator?.close();
});

async function play(options: SimulatorOptions, kind: 'direct' | 'signed' = 'direct') {
  const running = await startSimulator({ speed: 0, seconds: 60, ...options });
  const listening = listenAndCount(running, kind, options.faults === undefined ? 'healthy' : 'faulty');
  simulator = running;
  listener = listening;
  return { simulator: running, listener: listening };
}

describe('show through all real parts', () => {
  it.each(['direct', 'signed'] as const)('is counted exactly on a healthy %s line', async (kind) => {
    const { simulator, listener } = await play({ script: 'mixed' }, kind);
    await simulator.settled;
    const truth = simulator.truth();
    expect(listener.count()).toEqual(truthOf(simulator));
    expect(truth.gifts).toBeGreaterThan(100);
    expect(truth.shown).toEqual({ gifts: truth.gifts, diamonds: truth.diamonds });
    expect(truth).toMatchObject({ lostMessages: 0, unacked: 0, strange: [] });
    expect(listener.gaps).toEqual([]);
  });

  it('contains every kind of message that a tool understands, and some unknown kinds', async () => {
    const { simulator, listener } = await play({ script: 'mixed', seconds: 400 });
    await simulator.settled;
    const { stats } = listener.client.state;
    expect(stats.unknown).toBeGreaterThan(0);
    expect(stats.broken).toBe(0);
    expect(stats.likes).toBeGreaterThan(0);
    expect(stats.viewers).toBeGreaterThan(0);
  });
});

interface Fault {
  list: string;
  happened(truth: SimulatorTruth, listener: CountingClient): boolean;
}

const causes = (truth: SimulatorTruth): string[] => truth.lost.map(({ cause }) => cause);

const single: Fault[] = [
  { list: 'duplicate', happened: (_truth, { client }) => client.state.stats.duplicates > 0 },
  { list: 'reorder', happened: (truth) => truth.lostMessages === 0 },
  { list: 'drop-close', happened: (truth) => truth.lost.some((gift) => gift.end) },
  { list: 'cut=60', happened: (truth, { gaps }) => truth.gaps.cuts > 0 && gaps.length > 0 },
  { list: 'silence=1', happened: (truth) => truth.gaps.silences > 0 && causes(truth).includes('swallowed') },
  {
    list: 'truncated=0.2',
    happened: (truth) => truth.gaps.brokenFrames > 0 && causes(truth).includes('dropped'),
  },
  { list: 'garbage', happened: (truth) => truth.gaps.garbageFrames > 0 },
];
const all: Fault = {
  list: single.map(({ list }) => list).join(','),
  happened: (truth) => truth.gaps.cuts > 0 && truth.gaps.silences > 0 && truth.gaps.garbageFrames > 0,
};

describe('expected counts of a run with faults', () => {
  it.each([...single, all])('equal those of an exact client with $list', async ({ list, happened }) => {
    let times = 0;
    for (const seed of [1, 2, 3]) {
      const { simulator, listener } = await play({ script: 'rush', seconds: 8, faults: list, seed });
      await simulator.settled;
      expect({ seed, ...listener.count() }).toEqual({ seed, ...truthOf(simulator) });
      const truth = simulator.truth();
      expect(truth.strange).toEqual([]);
      expect(truth.gifts).toBeGreaterThan(0);
      if (happened(truth, listener)) times++;
      listener.stop();
      await simulator.close();
    }
    expect(times).toBeGreaterThan(0);
  });

  it('include pending messages in real time, and exclude those that fall into a disconnect', async () => {
    const { simulator, listener } = await play({
      script: 'rush',
      giftsPerSecond: 400,
      seconds: 20,
      speed: 20,
      faults: 'cut=300',
    });
    await simulator.settled;
    const truth = simulator.truth();
    expect(listener.count()).toEqual(truthOf(simulator));
    expect(causes(truth)).toContain('nobodyConnected');
    expect(truth.gifts).toBeLessThan(truth.shown.gifts);
    expect(listener.gaps.some((gap) => gap.cause === 'disconnect')).toBe(true);
  });
});

describe('client that cannot connect', () => {
  it.each([
    ['not-live', 'room.notLive'],
    ['unknown-user', 'room.noSuchUser'],
  ])('reports why: %s', async (fault, code) => {
    const { listener } = await play({ faults: fault });
    await listener.until((state) => state.phase === 'failed');
    expect(listener.client.state.problem?.code).toBe(code);
  });

  it.each([
    ['blocked', 'room.blocked'],
    ['way-refused', 'room.wayRefused'],
    ['rate-limited', 'room.rateLimited'],
  ])('retries and reports why: %s', async (fault, code) => {
    const { listener } = await play({ faults: fault });
    await listener.until((state) => state.attempt >= 2);
    expect(listener.client.state.problem?.code).toBe(code);
  });

  it('connects with a new cookie once the platform has stopped blocking it', async () => {
    const { simulator, listener } = await play({
      faults: 'blocked=2,rate-limited=1,way-refused=1',
      seconds: 5,
    });
    await simulator.settled;
    expect(listener.count()).toEqual(truthOf(simulator));
    expect(listener.client.state.phase).toBe('live');
  });

  it('receives the end of the stream at the end of the script and not before', async () => {
    const { simulator, listener } = await play({ faults: 'ended', seconds: 10 });
    await listener.until((state) => state.phase === 'ended');
    expect(listener.count()).toEqual(truthOf(simulator));
    expect(simulator.truth().shown.gifts).toBe(listener.count().gifts);
  });
});

describe('gifts that a test sends', () => {
  it('arrive as requested: streak, pieces, recipient', async () => {
    const { simulator, listener } = await play({ script: 'empty' });
    await simulator.entered(1);
    const [anchor] = simulator.anchors;
    if (anchor === undefined) throw new Error('the simulator has no anchors');
    const first = simulator.sendGift({ viewer: 'Mika', gift: 5655, count: 3, close: false });
    simulator.sendGift({ viewer: 'Mika', gift: 5655, count: 5, step: 2, groupId: first.groupId });
    const big = simulator.sendGift({ viewer: 'Ren', gift: 9333, recipient: anchor });
    await simulator.allAcked();
    expect(listener.count()).toEqual({
      gifts: 6,
      diamonds: 105,
      pieces: new Map([
        [`${first.userId} 5655`, 5],
        [`${big.userId} 9333`, 1],
      ]),
    });
    expect(truthOf(simulator)).toEqual(listener.count());
  });

  it('are lost while nobody is connected, and reported as lost', async () => {
    const running = await startSimulator({ script: 'empty' });
    simulator = running;
    const { msgIds } = running.sendGift({ viewer: 'Mika', gift: 5655, count: 2 });
    const truth = running.truth();
    expect(truth).toMatchObject({ gifts: 0, lostMessages: 2, shown: { gifts: 2 } });
    expect(truth.lost.map((gift) => gift.msgId)).toEqual(msgIds);
  });
});
