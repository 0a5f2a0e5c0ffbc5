import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { RecordingCounter } from '#backstage/recording/count.ts';
import { type Recorded, readRecording } from '#backstage/recording/line.ts';
import { hasRecording, RecordingWriter, recordingPath, tailsOf } from '#backstage/recording/write.ts';
import { framesFile, needsFrames } from '#tests/support/frames.ts';
import { describeEachWay } from '../simulator/ways.ts';
import { backstage, linesTo, simulator, startShow, temporaryFolder } from './setup.ts';

const root = join(import.meta.dirname, '..', '..', '..');

function line(number: number, size = 10): Recorded {
  return { at: number, method: 'M', msgId: String(number), payload: Buffer.alloc(size).toString('base64') };
}

async function read(path: string) {
  const ids: string[] = [];
  const { badLines } = await readRecording(path, ({ msgId }) => ids.push(msgId));
  return { ids, badLines };
}

function recount(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['backstage/cli/recount.ts', ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe('recording', () => {
  it('contains every message in order, in one gzip file', async () => {
    const folder = temporaryFolder();
    const writer = new RecordingWriter(folder, () => {});
    for (let number = 0; number < 40; number += 1) writer.append([line(number, 60_000)]);
    await writer.close();
    expect(tailsOf(folder)).toEqual([]);
    expect((await read(recordingPath(folder))).ids).toEqual(
      Array.from({ length: 40 }, (_, each) => String(each)),
    );
  });

  it('loses no recorded message when the process is killed', async () => {
    const folder = temporaryFolder();
    const killed = new RecordingWriter(folder, () => {});
    killed.append([line(1), line(2)]);
    killed.abandon();
    expect(hasRecording(folder)).toBe(true);
    const next = new RecordingWriter(folder, () => {});
    next.append([line(3)]);
    await next.close();
    expect((await read(recordingPath(folder))).ids).toEqual(['1', '2', '3']);
  });

  it('keeps messages that the disk refused, and writes them in order once there is room', async () => {
    const folder = temporaryFolder();
    const failures: unknown[] = [];
    const writer = new RecordingWriter(folder, (error) => failures.push(error));
    const inTheWay = join(folder, 'recording.tail-0.ndjson');
    symlinkSync(join(folder, 'nowhere', 'file'), inTheWay);
    writer.append([line(1)]);
    writer.append([line(2)]);
    expect(failures).toHaveLength(1);
    rmSync(inTheWay);
    writer.append([line(3)]);
    await writer.close();
    expect(await read(recordingPath(folder))).toEqual({ ids: ['1', '2', '3'], badLines: 0 });
  });

  it('loses at most the line that a power cut interrupts, and none after it', async () => {
    const folder = temporaryFolder();
    const killed = new RecordingWriter(folder, () => {});
    killed.append([line(1), line(2)]);
    killed.abandon();
    const [tail = ''] = tailsOf(folder);
    truncateSync(tail, readFileSync(tail).length - 5);
    const next = new RecordingWriter(folder, () => {});
    next.append([line(3)]);
    await next.close();
    expect(await read(recordingPath(folder))).toEqual({ ids: ['1', '3'], badLines: 1 });
  });

  it('is read up to the point where it breaks off, and bad lines are counted', async () => {
    const path = join(temporaryFolder(), 'torn');
    const text = [line(1), line(2)].map((each) => JSON.stringify(each)).join('\n');
    writeFileSync(path, `${text}\n{"at":3,"meth`);
    expect(await read(path)).toEqual({ ids: ['1', '2'], badLines: 1 });
    const zipped = gzipSync(`${text}\n`);
    writeFileSync(path, zipped);
    appendFileSync(path, gzipSync(JSON.stringify(line(3))).subarray(0, 12));
    expect((await read(path)).ids).toEqual(['1', '2']);
  });

  it('reports its first write error, and does not stop the show', () => {
    const told: unknown[] = [];
    const writer = new RecordingWriter(temporaryFolder(), (error) => told.push(error));
    const nowhere = new RecordingWriter(join(temporaryFolder(), 'gone'), (error) => told.push(error));
    nowhere.append([line(1)]);
    nowhere.append([line(2)]);
    writer.append([line(1)]);
    writer.abandon();
    expect(told).toHaveLength(1);
  });
});

describeEachWay('recording', ({ pages, lines }) => {
  it('of a show is counted up to the last input of the show', async () => {
    const sim = await simulator({
      script: 'mixed',
      speed: 50,
      seconds: 60,
      giftsPerSecond: 20,
      faults: 'duplicate,reorder',
    });
    const { screen, dataDir, close } = await backstage({ lines: lines(linesTo(sim)), pages });
    await startShow(screen, sim);
    await sim.settled;
    await sim.allAcked();
    await screen.until(() => screen.state.seen.count >= sim.delivered().gifts);
    await screen.subscribe();
    const { count: gifts, diamonds } = screen.state.seen;
    const folder = join(dataDir, 'shows', screen.showId ?? '');
    await close();
    const counter = new RecordingCounter();
    await readRecording(recordingPath(folder), (message) => counter.add(message));
    expect(counter.count).toMatchObject({ gifts, diamonds });
    expect(gifts).toBeGreaterThan(100);
  });
});

describe('recount', () => {
  it('counts every gift of the captured rooms', needsFrames, () => {
    const expected: unknown = JSON.parse(readFileSync(framesFile('expected.json'), 'utf8'));
    const counted: Record<string, unknown> = {};
    for (const room of ['room-a', 'room-b', 'room-c']) {
      const { status, stdout } = recount(framesFile(`${room}.ndjson`), '--json');
      expect(status).toBe(0);
      counted[room] = JSON.parse(stdout);
    }
    expect(JSON.stringify(counted)).toBe(JSON.stringify(expected));
  });

  it('reports the problem of a file in a sentence', () => {
    const folder = temporaryFolder();
    const other = join(folder, 'other.txt');
    writeFileSync(other, 'no recording\n');
    for (const args of [[], [join(folder, 'none.ndjson')], [other], [folder]]) {
      const { status, stdout, stderr } = recount(...args);
      expect(status).toBe(1);
      expect(stdout).toBe('');
      expect(stderr.trim().split('\n')).toHaveLength(1);
      expect(stderr).not.toContain('Error');
    }
  });
});
