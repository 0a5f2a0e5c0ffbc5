import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ShowEvent } from '#backstage/rehearsal/show/event.ts';
import { createShow } from '#backstage/rehearsal/show/show.ts';
import { type Simulator, startSimulator } from '#tests/simulator/simulator.ts';
import { framesAreHere, framesFile, needsFrames } from '#tests/support/frames.ts';
import { showOptions } from '#tests/unit/rehearsal/shows.ts';
import { listenAndCount, truthOf } from './countingClient.ts';

let folder: string;
const simulators: Simulator[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ringside-recording-'));
});
afterEach(async () => {
  for (const simulator of simulators.splice(0)) await simulator.close();
  await rm(folder, { recursive: true });
});

/** A line of a recording of a show that was `slower` times slower. */
function toLine({ at, method, msgId, payload }: ShowEvent, slower: number): string {
  return JSON.stringify({
    at: 1_700_000_000_000 + at * slower,
    method,
    msgId,
    payload: Buffer.from(payload).toString('base64'),
  });
}

async function playThrough(recording: string, speed: number, faults = '') {
  const simulator = await startSimulator({ recording, speed, faults });
  simulators.push(simulator);
  const listener = listenAndCount(simulator, 'direct', faults === '' ? 'healthy' : 'faulty');
  const began = Date.now();
  await simulator.settled;
  const took = Date.now() - began;
  listener.stop();
  return { simulator, counted: listener.count(), took };
}

describe('recording', () => {
  it('plays at its own pace, ten times as fast, or as fast as possible', async () => {
    const events: ShowEvent[] = [];
    for (const event of createShow(showOptions({ giftsPerSecond: 30 }))) {
      if (event.at > 2000) break;
      events.push(event);
    }
    const [first] = events;
    const length = (events.at(-1)?.at ?? 0) - (first?.at ?? 0);
    const counts = [];
    // Each recording is so slow that its pace differs from a slower one even on a busy machine.
    for (const [speed, slower] of [
      [1, 1],
      [10, 10],
      [0, 100],
    ] as const) {
      const file = join(folder, `show-${speed}.ndjson.gz`);
      const slow = events.map((event) => toLine(event, slower));
      await writeFile(file, gzipSync(slow.join('\n')));
      const { simulator, counted, took } = await playThrough(file, speed);
      expect(counted).toEqual(truthOf(simulator));
      if (speed > 0) expect(took).toBeGreaterThanOrEqual(Math.floor((length * slower) / speed) - 100);
      if (speed !== 1) expect(took).toBeLessThan((length * slower) / 2);
      counts.push(counted);
    }
    expect(counts[0]?.gifts).toBeGreaterThan(10);
    expect(counts[1]).toEqual(counts[0]);
    expect(counts[2]).toEqual(counts[0]);
  });

  it('is refused with a reason if it is invalid', async () => {
    const file = join(folder, 'notes.txt');
    await writeFile(file, 'just some notes\n');
    await expect(startSimulator({ recording: file })).rejects.toMatchObject({
      problem: { code: 'recording.unreadable' },
    });
    await expect(startSimulator({ recording: join(folder, 'absent') })).rejects.toMatchObject({
      problem: { code: 'recording.notFound' },
    });
  });
});

describe('real captured rooms', needsFrames, () => {
  const expected: Record<string, unknown> = framesAreHere
    ? JSON.parse(readFileSync(framesFile('expected.json'), 'utf8'))
    : {};

  it.each(['room-a', 'room-b', 'room-c'])('are counted correctly: %s', async (room) => {
    for (const speed of [0, 400]) {
      const { simulator, counted } = await playThrough(framesFile(`${room}.ndjson`), speed);
      const { messages, gifts, diamonds, bySenderAndGift } = simulator.delivered();
      expect({ messages, gifts, diamonds, bySenderAndGift }).toEqual(expected[room]);
      expect(counted).toEqual(truthOf(simulator));
    }
  });

  it.each(['room-a', 'room-b', 'room-c'])('are counted correctly with faults: %s', async (room) => {
    const faults = 'duplicate=0.3,reorder=0.5,drop-close=0.5,cut=8,garbage=0.3';
    const { simulator, counted } = await playThrough(framesFile(`${room}.ndjson`), 0, faults);
    expect(counted).toEqual(truthOf(simulator));
  });
});
