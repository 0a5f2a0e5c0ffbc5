import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { openBackstage } from '#backstage/openBackstage.ts';
import { shownLine } from '#backstage/store/lineStore.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { atEnd, backstage, linesTo, nowhere, simulator, startShow, temporaryFolder } from './setup.ts';

const ROSE = 5655;

/** Mounts a small disk, if the system allows a test to do so. */
function smallDisk(): string | null {
  const folder = temporaryFolder();
  if (process.platform !== 'linux') return null;
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', folder]).status !== 0) return null;
  atEnd(() => spawnSync('umount', ['-l', folder]));
  return folder;
}

async function refusalOf(dataDir: string): Promise<unknown> {
  try {
    await (await openBackstage({ dataDir, build: 'test', lines: nowhere })).close();
    return null;
  } catch (error) {
    return error instanceof RingsideError ? error.problem : error;
  }
}

function onlyShow(dataDir: string): string {
  const [show] = readdirSync(join(dataDir, 'shows'));
  return join(dataDir, 'shows', show ?? '');
}

describe('data folder', () => {
  it('is refused with a plain reason if it cannot be written', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    const path = join(file, 'data');
    expect(await refusalOf(path)).toEqual({ code: 'storage.unwritable', params: { path } });
  });

  it('is locked by one backstage at a time, and free after its shutdown', async () => {
    const { dataDir, close } = await backstage();
    expect(await refusalOf(dataDir)).toEqual({ code: 'storage.inUse', params: { path: dataDir } });
    await close();
    expect(await refusalOf(dataDir)).toBeNull();
  });

  it('keeps its other settings if one file is broken, and a copy of the broken file', async () => {
    const dataDir = temporaryFolder();
    const first = await backstage({ dataDir });
    await first.screen.call('presets.save', { preset: { name: 'Kept', anchors: [] } });
    await first.close();
    const path = join(dataDir, 'presets.json');
    const stored = readFileSync(path, 'utf8').replace('"content": [', '"content": [{"id": 7},');
    writeFileSync(path, stored);
    writeFileSync(join(dataDir, 'lines.json'), '{"version": 1, "content"');
    const { screen } = await backstage({ dataDir });
    expect((await screen.call('presets.list', {})).presets).toMatchObject([{ name: 'Kept' }]);
    expect((await screen.call('lines.list', {})).lines).toEqual(nowhere.map(shownLine));
    for (const name of ['presets', 'lines']) {
      const problem = screen.notices.get(`storage.corrupt.${name}`);
      expect(problem?.code).toBe('storage.corrupt');
      expect(existsSync(String(problem?.params?.place))).toBe(true);
    }
  });

  it('leaves every file of a newer version unchanged, reports it, and refuses to overwrite it', async () => {
    const dataDir = temporaryFolder();
    const first = await backstage({ dataDir });
    await first.screen.call('rehearsal.open', { size: 'small', locale: 'en' });
    await first.screen.until(() => first.screen.state.status === 'ready');
    await first.close();
    const files = ['presets', 'lines', 'overlays', 'anchors', 'learned', 'folder-identity']
      .map((name) => join(dataDir, `${name}.json`))
      .concat(join(onlyShow(dataDir), 'show.json'));
    const newer = JSON.stringify({ version: 99, content: { from: 'the future' } });
    for (const file of files) writeFileSync(file, newer);

    const { screen, close } = await backstage({ dataDir });
    for (const name of ['presets', 'lines', 'overlays']) {
      const problem = screen.notices.get(`storage.newer.${name}`);
      expect(problem).toEqual({ code: 'storage.newer', params: { place: join(dataDir, `${name}.json`) } });
    }
    expect((await screen.call('presets.list', {})).presets).toEqual([]);
    const { lines } = await screen.call('lines.list', {});
    expect(lines).toEqual(nowhere.map(shownLine));
    const drafts = lines.map(({ hasSignKey: _, hasRelayToken: __, ...line }) => line);
    expect(await screen.refusal('presets.save', { preset: { name: 'New', anchors: [] } })).toBe(
      'storage.newer',
    );
    expect(await screen.refusal('lines.save', { lines: drafts })).toBe('storage.newer');
    expect(await screen.refusal('overlay.create', { kind: 'pkBar', name: 'PK' })).toBe('storage.newer');
    await screen.call('rehearsal.open', { size: 'small', locale: 'en', confirm: true });
    await screen.until(() => screen.state.status === 'ready' && screen.state.preset !== null);
    await close();
    for (const file of files) expect(readFileSync(file, 'utf8'), file).toBe(newer);
  });

  it('reports a setting that could not be stored, and keeps the old value', async () => {
    const { screen, dataDir } = await backstage();
    mkdirSync(join(dataDir, 'presets.json.next'));
    expect(await screen.refusal('presets.save', { preset: { name: 'New', anchors: [] } })).toBe(
      'storage.unwritable',
    );
    expect((await screen.call('presets.list', {})).presets).toEqual([]);
  });
});

describe('full disk', () => {
  it('stops only the broadcast: once there is room, every gift is counted', async ({ skip, task }) => {
    const dataDir = smallDisk();
    if (dataDir === null) {
      task.meta.skipReason = 'no small disk can be mounted here (that takes root)';
      return skip();
    }
    const sim = await simulator({ script: 'mixed', giftsPerSecond: 100 });
    const { screen } = await backstage({ dataDir, lines: linesTo(sim) });
    await startShow(screen, sim);
    const ballast = join(dataDir, 'ballast');
    const fill = () => spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=4k', 'count=2000']);
    fill();
    await screen.until(() => screen.notices.has('storage.full'));
    const before = screen.state.seq;
    // Messages that are not on disk are not acknowledged, so the platform sends them again.
    sim.pause();
    await screen.until(() => (screen.connection?.stats.messages ?? 0) >= sim.truth().messages);
    expect(sim.truth().unacked).toBeGreaterThan(0);
    sim.resume();
    expect(await screen.refusal('session.act', { action: 'pause' })).toBe('storage.full');
    await screen.subscribe();
    expect(screen.state.seq).toBe(before);
    rmSync(ballast);
    await screen.until(() => !screen.notices.has('storage.full'));
    sim.pause();
    await sim.allAcked();
    await screen.subscribe();
    expect(screen.state.seen.count).toBe(sim.delivered().gifts);
    expect(screen.state.status).toBe('counting');
  });
});

describe('damaged journal', () => {
  async function stoppedShow(): Promise<{ dataDir: string; journal: string; gifts: number }> {
    const sim = await simulator({ script: 'mixed', speed: 50, seconds: 60, giftsPerSecond: 20 });
    const { screen, dataDir, close } = await backstage({ lines: linesTo(sim) });
    await startShow(screen, sim);
    await sim.settled;
    await sim.allAcked();
    await screen.subscribe();
    const gifts = screen.state.seen.count;
    await close();
    return { dataDir, journal: join(onlyShow(dataDir), 'journal.sqlite'), gifts };
  }

  it('is set aside with a message if it is no database, and a new one begins', async () => {
    const { dataDir, journal } = await stoppedShow();
    writeFileSync(journal, 'this is not a database at all, whatever its name says');
    const { screen } = await backstage({ dataDir });
    const problem = screen.notices.get('storage.corrupt');
    const place = String(problem?.params?.place);
    expect(dirname(place)).toBe(dirname(journal));
    expect(readFileSync(place, 'utf8')).toContain('not a database');
    await screen.call('presets.save', { preset: { name: 'Next', anchors: [] } });
  });

  it('keeps everything before the damage', async () => {
    const { dataDir, journal, gifts } = await stoppedShow();
    const bytes = readFileSync(journal);
    // Overwrite the snapshots and the later inputs; the beginning of the file is unchanged.
    bytes.fill(0xa5, Math.floor(bytes.length * 0.6));
    writeFileSync(journal, bytes);
    const { screen } = await backstage({ dataDir });
    expect(screen.notices.get('storage.corrupt')?.code).toBe('storage.corrupt');
    expect(screen.state.seen.count).toBeGreaterThan(0);
    expect(screen.state.seen.count).toBeLessThanOrEqual(gifts);
    expect(screen.state.room).not.toBeNull();
  });

  it('never opens with a wrong count, for any changed bytes', async () => {
    const { dataDir, journal, gifts } = await stoppedShow();
    const whole = readFileSync(journal);
    const folder = onlyShow(dataDir);
    for (let round = 0; round < 24; round += 1) {
      for (const name of readdirSync(folder)) if (name.startsWith('journal')) rmSync(join(folder, name));
      const bytes = Buffer.from(whole);
      // The stride and the page size are coprime, so that headers, cells and free space are all hit.
      for (let hit = 0; hit < 1 + round * 4; hit += 1) {
        const at = (round * 7919 + hit * 104_729) % bytes.length;
        bytes[at] = (bytes[at] ?? 0) ^ (1 << (hit % 8));
      }
      writeFileSync(journal, bytes);
      const { screen, close } = await backstage({ dataDir });
      const damaged = screen.notices.has('storage.corrupt');
      if (damaged) expect(screen.state.seen.count, `round ${round}`).toBeLessThanOrEqual(gifts);
      else expect(screen.state.seen.count, `round ${round}`).toBe(gifts);
      await close();
    }
  });

  it('opens if its end is cut off', async () => {
    const { dataDir, journal } = await stoppedShow();
    truncateSync(journal, 3 * 4096 + 17);
    const { screen } = await backstage({ dataDir });
    expect(screen.notices.get('storage.corrupt')?.code).toBe('storage.corrupt');
  });
});

describe('show that was open', () => {
  it('resumes after a restart, with the time between as a gap', async () => {
    const sim = await simulator();
    const dataDir = temporaryFolder();
    const first = await backstage({ dataDir, lines: linesTo(sim) });
    await startShow(first.screen, sim);
    const { groupId } = sim.sendGift({ viewer: 'Mika', gift: ROSE, count: 3, close: false });
    await first.screen.until(() => first.screen.votes('anchor:a') === 3);
    await first.close();
    const { screen } = await backstage({ dataDir, lines: linesTo(sim) });
    await sim.entered(2);
    expect(screen.votes('anchor:a')).toBe(3);
    sim.sendGift({ viewer: 'Mika', gift: ROSE, count: 5, step: 1, groupId });
    await screen.until(() => screen.votes('anchor:a') === 5);
    expect(screen.state.gaps).toMatchObject([{ cause: 'restart' }]);
    expect(screen.state.status).toBe('counting');
  });

  it('does not reopen a room that the host had closed', async () => {
    const sim = await simulator();
    const dataDir = temporaryFolder();
    const first = await backstage({ dataDir, lines: linesTo(sim) });
    await startShow(first.screen, sim);
    await first.screen.call('room.close', {});
    await first.close();
    const { screen } = await backstage({ dataDir, lines: linesTo(sim) });
    expect(screen.connection?.phase).toBe('idle');
    expect(screen.state.status).toBe('counting');
  });

  it('waits for the host with a notice if the file of its line is broken', async () => {
    const sim = await simulator();
    const dataDir = temporaryFolder();
    const first = await backstage({ dataDir, lines: linesTo(sim) });
    await startShow(first.screen, sim);
    await first.close();
    writeFileSync(join(onlyShow(dataDir), 'show.json'), '{"version": 1, "cont');
    const second = await backstage({ dataDir, lines: linesTo(sim) });
    const problem = second.screen.notices.get('storage.roomUnknown');
    expect(problem).toMatchObject({ code: 'storage.roomUnknown', params: { username: sim.username } });
    expect(readFileSync(String(problem?.params?.place), 'utf8')).toContain('"cont');
    expect(second.screen.connection?.phase).toBe('idle');
    await second.screen.call('room.open', { username: sim.username, lineId: 'line1' });
    await sim.entered(2);
    expect(second.screen.notices.has('storage.roomUnknown')).toBe(false);
    await second.screen.until(() => second.screen.state.gaps.some(({ cause }) => cause === 'restart'));
    await second.close();
    // After the next restart, the line is known again.
    const third = await backstage({ dataDir, lines: linesTo(sim) });
    await sim.entered(3);
    expect(third.screen.notices.has('storage.roomUnknown')).toBe(false);
  });

  it('of a newer version is neither opened nor changed, and the host gets a notice', async () => {
    const dataDir = temporaryFolder();
    const first = await backstage({ dataDir });
    await first.screen.call('rehearsal.open', { size: 'small', locale: 'en' });
    await first.screen.until(() => first.screen.state.status === 'ready');
    await first.close();
    const folder = onlyShow(dataDir);
    const file = join(folder, 'journal.sqlite');
    const journal = new DatabaseSync(file);
    journal.exec('PRAGMA user_version = 99');
    journal.close();
    const before = readFileSync(file);
    const { screen } = await backstage({ dataDir });
    expect(screen.notices.get('storage.newerShow')).toEqual({
      code: 'storage.newerShow',
      params: { place: folder },
    });
    expect(readFileSync(file)).toEqual(before);
    await screen.call('rehearsal.open', { size: 'small', locale: 'en' });
    await screen.until(() => screen.state.status === 'ready');
  });

  it('continues a rehearsal with the same people after a restart', async () => {
    const dataDir = temporaryFolder();
    const first = await backstage({ dataDir });
    await first.screen.call('rehearsal.open', { size: 'busy', locale: 'en' });
    await first.screen.until(() => first.screen.state.status === 'ready');
    await first.screen.call('session.act', { action: 'start' });
    await first.screen.until(() => first.screen.state.seen.count > 20);
    await first.close();
    const { screen } = await backstage({ dataDir });
    const before = screen.state.seen.count;
    expect(before).toBeGreaterThan(20);
    await screen.until(() => screen.state.seen.count > before + 20);
  });
});

describe('copy of a data folder', () => {
  async function copiedShow() {
    const sim = await simulator();
    const original = temporaryFolder();
    const first = await backstage({ dataDir: original, lines: linesTo(sim) });
    await startShow(first.screen, sim);
    sim.sendGift({ viewer: 'Mika', gift: ROSE });
    await first.screen.until(() => first.screen.votes('anchor:a') === 1);
    await first.close();
    const dataDir = join(temporaryFolder(), 'copy');
    cpSync(original, dataDir, { recursive: true, preserveTimestamps: true });
    return { sim, original, dataDir };
  }

  it('opens its show without the room until the host connects, with a reason', async () => {
    const { sim, dataDir } = await copiedShow();
    for (const start of ['first', 'second']) {
      const { screen, close } = await backstage({ dataDir, lines: linesTo(sim) });
      expect(screen.notices.get('room.copiedFolder')?.code, start).toBe('room.copiedFolder');
      expect(screen.connection?.phase, start).toBe('idle');
      expect(screen.votes('anchor:a'), start).toBe(1);
      await close();
    }
    const { screen, close } = await backstage({ dataDir, lines: linesTo(sim) });
    await screen.call('room.open', { username: sim.username, lineId: 'line1' });
    expect(screen.notices.has('room.copiedFolder')).toBe(false);
    await sim.entered(2);
    // One gap for each time without the room: two before the shutdowns, one before the reconnect.
    await screen.until(() => screen.state.gaps.filter(({ cause }) => cause === 'restart').length === 3);
    await close();
    const again = await backstage({ dataDir, lines: linesTo(sim) });
    expect(again.screen.notices.has('room.copiedFolder')).toBe(false);
    await sim.entered(3);
  });

  it('does not affect the original, even if the original is moved', async () => {
    const { sim, original } = await copiedShow();
    const moved = join(dirname(original), `${basename(original)}-moved`);
    renameSync(original, moved);
    atEnd(() => rmSync(moved, { recursive: true, force: true }));
    const { screen } = await backstage({ dataDir: moved, lines: linesTo(sim) });
    await sim.entered(2);
    expect(screen.notices.has('room.copiedFolder')).toBe(false);
  });
});
