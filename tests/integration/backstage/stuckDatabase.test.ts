import { describe, expect, it } from 'vitest';
import type { ShowLog } from '#backstage/journal/inputLog.ts';
import { atEnd, backstage, linesTo, simulator, startShow } from './setup.ts';

const ROSE = 5655;
/** Two of the largest frames of the simulator fit. A larger frame would never be stored. */
const LARGEST_QUEUE = 16 * 1024 * 1024;
/**
 * More gifts than a show keeps in memory. With the long name of `viewer`, it keeps about 70, besides those of the batch
 * that is being stored.
 */
const TOO_MANY = 140;
const viewer = { id: '9000001', nickname: 'x'.repeat(100_000) };

/** A log outside of the backstage's folder that stores nothing until it is released, as a database that does not answer. */
function stuckLog() {
  let gate = Promise.resolve();
  let release: () => void = () => {};
  const log: ShowLog = {
    append: () => gate,
    read: async () => [],
    last: async () => 0,
    putSnapshot: async () => {},
    newestSnapshot: async () => null,
    messages: async () => new Set(),
    takeHead: () => null,
    putFacts: () => {},
  };
  return {
    logs: { open: () => log, remove: () => {} },
    stick: () => {
      gate = new Promise((resolve) => {
        release = resolve;
      });
    },
    release: () => release(),
  };
}

/** A counting show whose log stores nothing between `stick` and `release`. */
async function showOnStuckLog() {
  const sim = await simulator();
  const { logs, stick, release } = stuckLog();
  const { screen } = await backstage({ lines: linesTo(sim), logs, largestQueue: LARGEST_QUEUE });
  atEnd(release);
  await startShow(screen, sim);
  return { sim, screen, stick, release };
}

describe('a database that does not answer', () => {
  it('holds a room up for as long as memory is full, and no longer', async () => {
    const { sim, screen, stick, release } = await showOnStuckLog();
    stick();
    for (let gift = 0; gift < TOO_MANY; gift += 1) sim.sendGift({ viewer, gift: ROSE, close: false });
    await screen.until(() => screen.connection?.phase === 'idle');
    release();
    await screen.until(() => screen.state.seen.count === TOO_MANY);
    expect(screen.connection?.phase).toBe('live');
    await sim.allAcked();
    expect(sim.truth().lost).toEqual([]);
  });
});

describe('a gift that is not stored yet', () => {
  it('is not acknowledged when the platform repeats it', async () => {
    const { sim, screen, stick, release } = await showOnStuckLog();
    stick();
    sim.sendGift({ viewer: 'Ada', gift: ROSE, close: false });
    const stats = () => screen.connection?.stats;
    await screen.until(() => stats()?.gifts === 1);
    // The platform repeats what is not acknowledged over the next connection.
    sim.cutNow();
    await screen.until(() => (stats()?.duplicates ?? 0) > 0);
    // By then, an answer to the repeated gift has arrived.
    sim.sendGift({ viewer: 'Ada', gift: ROSE, close: false });
    await screen.until(() => stats()?.gifts === 2);
    expect([sim.acked(), sim.unacked()]).toEqual([0, 2]);
    release();
    await sim.allAcked();
    await screen.until(() => screen.state.seen.count === 2);
  });
});
