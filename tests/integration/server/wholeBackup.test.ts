import { spawnSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { addHost, forMany, tokenOf } from '#tests/support/accounts.ts';
import { type RunningRingside, startRingside, temporaryFolder } from '#tests/support/ringside.ts';
import { joinAsScreen } from '#tests/support/screenClient.ts';
import { skipUnless } from '#tests/support/skipUnless.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function start(dataDir?: string): Promise<RunningRingside> {
  const ringside = await startRingside({ env: forMany, ...(dataDir && { dataDir }) });
  cleanups.push(() => ringside.stop());
  return ringside;
}

async function joinAs(ringside: RunningRingside, token: string) {
  const screen = await joinAsScreen(ringside.url, { token });
  cleanups.push(() => screen.close());
  return screen;
}

function folder(): string {
  const path = temporaryFolder();
  cleanups.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const run = (command: 'backup' | 'restore', dataDir: string, ...args: string[]) =>
  spawnSync('node', [`server/cli/${command}.ts`, ...args], {
    env: { ...process.env, DATA_DIR: dataDir },
    encoding: 'utf8',
  });

describe('a whole backup', () => {
  it('can be made while a show runs, restores all of it, and replaces data only with --replace', {
    timeout: 120_000,
  }, async () => {
    const ringside = await start();
    const who = await addHost(ringside.url, 'host@ringside.example');
    const host = await joinAs(ringside, await tokenOf(ringside.url, who));
    await host.call('presets.save', { preset: { name: 'Friday', anchors: [] } });
    const { link } = await host.call('overlay.create', { kind: 'ranking', name: 'Top', language: 'en' });
    await host.call('rehearsal.open', { size: 'small', locale: 'en' });
    await host.call('session.act', { action: 'start' });
    const { showId } = await host.call('show.subscribe', {});
    const gifts = async () => (await host.call('show.list', {})).shows[0]?.gifts ?? 0;
    await expect.poll(gifts).toBeGreaterThan(5);

    const before = await gifts();
    const backup = join(folder(), 'backup');
    const made = run('backup', ringside.dataDir, backup);
    expect([made.stderr, made.status]).toEqual(['', 0]);
    expect(made.stdout).toMatch(/^Backed up \d+ rows and 1 show to .* Keep it safe\.\n$/);
    const after = await gifts();
    expect(statSync(backup).mode & 0o077).toBe(0);
    expect(readdirSync(join(backup, 'data'))).not.toContain('control.json');
    const again = run('backup', ringside.dataDir, backup);
    expect([again.stderr, again.status]).toEqual([expect.stringMatching(/already exists/), 1]);
    const refused = run('restore', ringside.dataDir, backup, '--replace');
    expect([refused.stderr, refused.status]).toEqual([
      expect.stringMatching(/is using the database|Stop it first/),
      1,
    ]);

    const empty = folder();
    const restored = run('restore', empty, backup);
    expect([restored.stderr, restored.status]).toEqual(['', 0]);
    expect(restored.stdout).toMatch(
      /^Restored \d+ rows and the data folder\. Everybody has to sign in again\.\n$/,
    );
    const second = await start(empty);
    const back = await joinAs(second, await tokenOf(second.url, who));
    expect((await back.call('presets.list', {})).presets.map(({ name }) => name)).toContain('Friday');
    const { links } = await back.call('overlay.list', {});
    expect(links.map(({ url }) => new URL(url).hash)).toEqual([new URL(link.url).hash]);
    const [show] = (await back.call('show.list', {})).shows;
    expect(show).toMatchObject({ showId, hasRecording: true });
    expect(show?.gifts).toBeGreaterThanOrEqual(before);
    expect(show?.gifts).toBeLessThanOrEqual(after);
    // Every input of the journal can be read.
    expect((await back.call('show.subscribe', {})).showId).toBe(showId);

    await ringside.kill('SIGTERM');
    const present = run('restore', ringside.dataDir, backup);
    expect([present.stderr, present.status]).toEqual([expect.stringMatching(/Add --replace/), 1]);
    const replaced = run('restore', ringside.dataDir, backup, '--replace');
    expect([replaced.stderr, replaced.status]).toEqual(['', 0]);
    expect(existsSync(join(ringside.dataDir, 'restore.part'))).toBe(false);
    // A backup does not include earlier backups in the data folder.
    cpSync(backup, join(ringside.dataDir, 'monday'), { recursive: true });
    const next = join(ringside.dataDir, 'tuesday');
    expect(run('backup', ringside.dataDir, next).status).toBe(0);
    expect(readdirSync(join(next, 'data'))).not.toContain('monday');
  });

  it(
    'is made although one journal is damaged and another file is unreadable',
    skipUnless(process.platform === 'linux', 'needs a file of Linux that nobody can read'),
    async () => {
      const ringside = await start();
      const emails = ['whole@ringside.example', 'damaged@ringside.example'];
      const hosts = [];
      for (const email of emails) {
        const who = await addHost(ringside.url, email);
        hosts.push(who);
        const host = await joinAs(ringside, await tokenOf(ringside.url, who));
        await host.call('rehearsal.open', { size: 'small', locale: 'en' });
        await host.call('session.act', { action: 'start' });
        const gifts = async () => (await host.call('show.list', {})).shows[0]?.gifts ?? 0;
        await expect.poll(gifts).toBeGreaterThan(5);
      }
      await ringside.kill('SIGTERM');
      const { dataDir } = ringside;
      const journals = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('journal.sqlite'),
      );
      expect(journals).toHaveLength(2);
      const [damaged = '', intact = ''] = journals;
      const file = openSync(join(dataDir, damaged), 'r+');
      writeSync(file, Buffer.alloc(8192, 'damage'), 0, 8192, 4096);
      closeSync(file);
      // Not even root can read this file.
      symlinkSync('/proc/sys/vm/drop_caches', join(dataDir, 'hosts', 'unreadable.json'));

      const backup = join(folder(), 'backup');
      const made = run('backup', dataDir, backup);
      expect(made.status).toBe(2);
      expect(made.stdout).toMatch(/^Backed up \d+ rows and 2 shows to /);
      expect(made.stderr.trim().split('\n')).toEqual([
        expect.stringContaining(`Damaged file: ${join(dataDir, damaged)}.`),
        expect.stringContaining(
          `Unreadable file, not in the backup: ${join(dataDir, 'hosts', 'unreadable.json')}.`,
        ),
      ]);
      expect(readFileSync(join(backup, 'data', damaged))).toEqual(readFileSync(join(dataDir, damaged)));
      expect(existsSync(join(backup, 'data', intact))).toBe(true);

      const empty = folder();
      const restored = run('restore', empty, backup);
      expect([restored.stderr, restored.status]).toEqual(['', 0]);
      const second = await start(empty);
      const shows = [];
      for (const who of hosts) {
        const host = await joinAs(second, await tokenOf(second.url, who));
        shows.push((await host.call('show.list', {})).shows.length);
      }
      expect(shows).toEqual([1, 1]);
      // The second start has renamed the damaged journal. The next backup does not report it again.
      await second.kill('SIGTERM');
      const aside = readdirSync(dirname(join(empty, damaged))).find((name) => name.includes('corrupt'));
      const next = join(folder(), 'backup');
      const again = run('backup', empty, next);
      expect([again.stderr, again.status]).toEqual(['', 0]);
      expect(existsSync(join(next, 'data', dirname(damaged), aside ?? ''))).toBe(true);
    },
  );
});
