import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readRecording } from '#backstage/recording/line.ts';
import { recordingPath } from '#backstage/recording/write.ts';
import type { Simulator } from '#tests/simulator/simulator.ts';
import { skipUnless } from '#tests/support/skipUnless.ts';
import { rowsOnDisk } from './killing.ts';
import { atEnd, backstage, linesTo, simulator, startShow, temporaryFolder } from './setup.ts';

/** On Linux any user can limit the file size of their own process, and lift the limit again. */
const canBound = process.platform === 'linux' && spawnSync('prlimit', ['--version']).status === 0;

const answerSchema = z.object({
  said: z.string(),
  notice: z.string(),
  gifts: z.number(),
  status: z.string(),
  phase: z.string(),
  lineId: z.string(),
  shows: z.number(),
});
type Answer = z.infer<typeof answerSchema>;

/** A backstage whose files cannot grow beyond a limit, as on a full disk. */
async function onSmallDisk(dataDir: string, sim: Simulator, mostBytes?: number) {
  const child: ChildProcess = fork(
    join(import.meta.dirname, 'diskChild.ts'),
    [dataDir, sim.webUrl, sim.wsUrl, sim.username],
    {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      ...(mostBytes === undefined
        ? {}
        : { execPath: 'prlimit', execArgv: [`--fsize=${mostBytes}:unlimited`, process.execPath] }),
    },
  );
  atEnd(() => child.kill('SIGKILL'));
  const heard = async (): Promise<Answer> => answerSchema.parse((await once(child, 'message'))[0]);
  const opened = await heard();
  return {
    opened,
    ask: async (word: string): Promise<Answer> => {
      const answer = heard();
      child.send(word);
      return answer;
    },
    bound: (bytes: number | 'unlimited') =>
      spawnSync('prlimit', ['--pid', String(child.pid), `--fsize=${bytes}:unlimited`]),
  };
}

function onlyShow(dataDir: string): string {
  const [show = ''] = readdirSync(join(dataDir, 'shows'));
  return join(dataDir, 'shows', show);
}

describe(
  'full disk',
  skipUnless(canBound, 'the system has no prlimit, which bounds the files of a process'),
  () => {
    it('blocks a show with a notice; once there is room every gift is stored, in the recording too', async () => {
      const sim = await simulator({ script: 'mixed', giftsPerSecond: 200, held: true });
      const dataDir = temporaryFolder();
      const { ask, bound } = await onSmallDisk(dataDir, sim);
      expect((await ask('begin')).said).toBe('ok');
      const log = statSync(join(onlyShow(dataDir), 'journal.sqlite-wal')).size;
      bound(log + 64 * 1024);
      sim.resume();
      await ask('untilFull');
      // The notice may overtake the inputs of the last batch on disk.
      const full = await ask('look');
      expect(full).toMatchObject({ notice: 'storage.full', status: 'counting' });
      expect((await ask('pause')).said).toBe('storage.full');
      // The change of the line succeeds, because it does not need the disk.
      expect(await ask('lineTwo')).toMatchObject({ said: 'ok', lineId: 'line2', notice: 'storage.full' });
      expect((await ask('look')).gifts).toBe(full.gifts);
      bound('unlimited');
      expect((await ask('untilFree')).status).toBe('counting');
      sim.pause();
      await sim.allAcked();
      expect((await ask('look')).gifts).toBe(sim.delivered().gifts);
      expect((await ask('close')).said).toBe('ok');
      expect(rowsOnDisk(dataDir)).toEqual(sim.delivered().bySenderAndGift);
      const show = onlyShow(dataDir);
      const recorded = new Set<string>();
      const { badLines } = await readRecording(recordingPath(show), ({ msgId }) => recorded.add(msgId));
      expect(badLines).toBe(0);
      const db = new DatabaseSync(join(show, 'journal.sqlite'), { readOnly: true });
      expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
      const stored = db.prepare('SELECT msg_id AS id FROM inputs WHERE msg_id IS NOT NULL').all();
      db.close();
      expect(stored.filter(({ id }) => !recorded.has(String(id)))).toEqual([]);
      // The next start uses the line that was chosen meanwhile.
      expect(readFileSync(join(show, 'show.json'), 'utf8')).toContain('"line2"');
    });

    it('prevents a new show with a reason, and leaves no files behind', async () => {
      const sim = await simulator();
      const dataDir = temporaryFolder();
      const { ask, bound } = await onSmallDisk(dataDir, sim);
      bound(16 * 1024);
      expect(await ask('begin')).toMatchObject({ said: 'storage.full', shows: 0 });
      bound('unlimited');
      expect(await ask('begin')).toMatchObject({ said: 'ok', shows: 1 });
    });

    it('is reported at the start, and the stored show is not treated as damaged', async () => {
      const sim = await simulator();
      const dataDir = temporaryFolder();
      const first = await onSmallDisk(dataDir, sim);
      expect((await first.ask('begin')).said).toBe('ok');
      expect((await first.ask('close')).said).toBe('ok');
      const before = readFileSync(join(onlyShow(dataDir), 'journal.sqlite'));
      for (const most of [0, 16 * 1024]) {
        const { opened } = await onSmallDisk(dataDir, sim, most);
        expect(opened.said, `files of ${most} bytes`).toBe('storage.full');
      }
      expect(readFileSync(join(onlyShow(dataDir), 'journal.sqlite'))).toEqual(before);
      const { opened } = await onSmallDisk(dataDir, sim);
      expect(opened).toMatchObject({ said: 'open', status: 'counting' });
    });
  },
);

describe('read-only data folder', () => {
  it('prevents a new show with a reason, until it is writable again', async () => {
    const sim = await simulator();
    const { screen, dataDir } = await backstage({ lines: linesTo(sim) });
    writeFileSync(join(dataDir, 'shows'), 'in the way');
    const room = { username: sim.username, lineId: 'line1' } as const;
    expect(await screen.refusal('room.open', room)).toBe('storage.unwritable');
    rmSync(join(dataDir, 'shows'));
    await startShow(screen, sim);
    expect(screen.state.status).toBe('counting');
  });

  it('does not block a change of the line, which is stored later', async () => {
    const sim = await simulator();
    const { screen, dataDir, close } = await backstage({ lines: linesTo(sim) });
    await startShow(screen, sim);
    const facts = join(onlyShow(dataDir), 'show.json');
    mkdirSync(`${facts}.next`);
    await screen.call('room.open', { username: sim.username, lineId: 'line2' });
    await screen.until(() => screen.connection?.lineId === 'line2');
    sim.sendGift({ viewer: 'Mika', gift: 5655 });
    await screen.until(() => screen.votes('anchor:a') === 1);
    expect(readFileSync(facts, 'utf8')).toContain('"line1"');
    rmSync(`${facts}.next`, { recursive: true });
    await close();
    expect(readFileSync(facts, 'utf8')).toContain('"line2"');
  });
});
