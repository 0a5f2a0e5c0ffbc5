import { afterEach, describe, expect, it } from 'vitest';
import {
  type Simulator,
  type SimulatorOptions,
  type SimulatorTruth,
  startSimulator,
} from '#tests/simulator/simulator.ts';
import { type CountingClient, listenAndCount, truthOf } from './countingClient.ts';
import { describeEachWay, type Way } from './ways.ts';

type Reading = Pick<Way, 'pages'> & { kind: Way['kind'] | 'signed' };

let simulator: Simulator | undefined;
let listener: CountingClient | undefined;
afterEach(async () => {
  listener?.stop();
  await simulator?.close();
});

async function play(options: SimulatorOptions, { kind, pages }: Reading) {
  const running = await startSimulator({ speed: 0, seconds: 60, ...options });
  const line = options.faults === undefined ? 'healthy' : 'faulty';
  const listening = listenAndCount(running, kind, line, pages);
  simulator = running;
  listener = listening;
  return { simulator: running, listener: listening };
}

async function expectExactCount(way: Reading): Promise<void> {
  const { simulator, listener } = await play({ script: 'mixed' }, way);
  await simulator.settled;
  await expect.poll(() => listener.count()).toEqual(truthOf(simulator));
  const truth = simulator.truth();
  expect(truth.gifts).toBeGreaterThan(100);
  expect(truth.shown).toEqual({ gifts: truth.gifts, diamonds: truth.diamonds });
  expect(truth).toMatchObject({ lostMessages: 0, unacked: 0, strange: [] });
  expect(listener.gaps).toEqual([]);
}

describe('show through all real parts', () => {
  it('is counted exactly on a healthy signed line', () =>
    expectExactCount({ kind: 'signed', pages: undefined }));

  describeEachWay('read', (way) => {
    it('is counted exactly, and the line sends nothing strange', () => expectExactCount(way));

    it('contains every kind of message that a tool understands, and some unknown kinds', async () => {
      const { simulator, listener } = await play({ script: 'mixed', seconds: 400 }, way);
      await simulator.settled;
      const stats = () => listener.client.state.stats;
      await expect.poll(() => stats().gifts).toBeGreaterThan(0);
      await expect.poll(() => stats().unknown).toBeGreaterThan(0);
      expect(stats().broken).toBe(0);
      expect(stats().likes).toBeGreaterThan(0);
      expect(stats().viewers).toBeGreaterThan(0);
    });
  });
});

interface Fault {
  list: string;
  /** Plays the show at this speed, by default as fast as the client takes it. */
  speed?: number;
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
const ofPages: Fault[] = [
  { list: 'page-late=1', happened: (_truth, { gaps }) => gaps.length === 0 },
  { list: 'page-no-socket=1', happened: (_truth, { gaps }) => gaps.length === 0 },
  {
    // A page that opens dozens of sockets within a second is stopped as a flood.
    list: 'page-reconnect=20',
    speed: 4,
    happened: (_truth, { gaps, client }) => client.state.stats.duplicates > 0 && gaps.length === 0,
  },
  { list: 'page-wander', happened: (_truth, { gaps }) => gaps.length > 0 },
  { list: 'page-crash', happened: (_truth, { gaps }) => gaps.length > 0 },
  {
    list: 'cut=60,duplicate,page-reconnect',
    // The page's next socket may be open before the cut. Then there is no gap.
    happened: (truth, { client }) => truth.gaps.cuts > 0 && client.state.stats.duplicates > 0,
  },
];
const all: Fault = {
  list: single.map(({ list }) => list).join(','),
  happened: (truth) => truth.gaps.cuts > 0 && truth.gaps.silences > 0 && truth.gaps.garbageFrames > 0,
};

describeEachWay('expected counts of a run with faults', (way) => {
  const faults = way.kind === 'page' ? [...single, ...ofPages, all] : [...single, all];
  // A page takes seconds to load.
  const seeds = way.kind === 'page' ? [1] : [1, 2, 3];
  it.each(faults)('equal those of an exact client with $list', async ({ list, speed = 0, happened }) => {
    let times = 0;
    for (const seed of seeds) {
      const { simulator, listener } = await play(
        { script: 'rush', seconds: 8, speed, faults: list, seed },
        way,
      );
      await simulator.settled;
      await expect.poll(() => ({ seed, ...listener.count() })).toEqual({ seed, ...truthOf(simulator) });
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
    const { simulator, listener } = await play(
      { script: 'rush', giftsPerSecond: 400, seconds: 20, speed: 20, faults: 'cut=300' },
      way,
    );
    await simulator.settled;
    await expect.poll(() => listener.count()).toEqual(truthOf(simulator));
    const truth = simulator.truth();
    expect(causes(truth)).toContain('nobodyConnected');
    expect(truth.gifts).toBeLessThan(truth.shown.gifts);
    await expect.poll(() => listener.gaps.some((gap) => gap.cause === 'disconnect')).toBe(true);
  });
});

describeEachWay('client that cannot connect', (way) => {
  it.each([
    ['not-live', 'room.notLive'],
    ['unknown-user', 'room.noSuchUser'],
  ])('reports why: %s', async (fault, code) => {
    const { listener } = await play({ faults: fault }, way);
    await listener.until((state) => state.phase === 'failed');
    expect(listener.client.state.problem?.code).toBe(code);
  });

  it.each([
    ['blocked', way.kind === 'page' ? 'page.noSocket' : 'room.blocked'],
    // The DevTools protocol does not say why the platform refused a page's socket.
    ['way-refused', way.kind === 'page' ? 'page.noSocket' : 'room.wayRefused'],
    ['rate-limited', 'room.rateLimited'],
  ])('retries and reports why: %s', async (fault, code) => {
    const { listener } = await play({ faults: fault }, way);
    await listener.until((state) => state.attempt >= 2);
    expect(listener.client.state.problem?.code).toBe(code);
  });

  it('connects with a new cookie once the platform has stopped blocking it', async () => {
    const { simulator, listener } = await play(
      { faults: 'blocked=2,rate-limited=1,way-refused=1', seconds: 5 },
      way,
    );
    await simulator.settled;
    await expect.poll(() => listener.count()).toEqual(truthOf(simulator));
    expect(listener.client.state.phase).toBe('live');
  });

  it('receives the end of the stream at the end of the script and not before', async () => {
    const { simulator, listener } = await play({ faults: 'ended', seconds: 10 }, way);
    await listener.until((state) => state.phase === 'ended');
    expect(listener.count()).toEqual(truthOf(simulator));
    expect(simulator.truth().shown.gifts).toBe(listener.count().gifts);
  });
});

describeEachWay('gifts that a test sends', (way) => {
  it('arrive as requested: streak, pieces, recipient', async () => {
    const { simulator, listener } = await play({ script: 'empty' }, way);
    await simulator.entered(1);
    const [anchor] = simulator.anchors;
    if (anchor === undefined) throw new Error('the simulator has no anchors');
    const first = simulator.sendGift({ viewer: 'Mika', gift: 5655, count: 3, close: false });
    simulator.sendGift({ viewer: 'Mika', gift: 5655, count: 5, step: 2, groupId: first.groupId });
    const big = simulator.sendGift({ viewer: 'Ren', gift: 9333, recipient: anchor });
    await simulator.allAcked();
    await expect
      .poll(() => listener.count())
      .toEqual({
        gifts: 6,
        diamonds: 105,
        pieces: new Map([
          [`${first.userId} 5655`, 5],
          [`${big.userId} 9333`, 1],
        ]),
      });
    expect(truthOf(simulator)).toEqual(listener.count());
  });
});

describe('gifts without a client', () => {
  it('are lost while nobody is connected, and reported as lost', async () => {
    const running = await startSimulator({ script: 'empty' });
    simulator = running;
    const { msgIds } = running.sendGift({ viewer: 'Mika', gift: 5655, count: 2 });
    const truth = running.truth();
    expect(truth).toMatchObject({ gifts: 0, lostMessages: 2, shown: { gifts: 2 } });
    expect(truth.lost.map((gift) => gift.msgId)).toEqual(msgIds);
  });
});
