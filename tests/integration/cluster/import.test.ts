import { mkdirSync, readdirSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Backstage } from '#backstage/api.ts';
import { journalPath } from '#backstage/journal/openJournal.ts';
import { openBackstage } from '#backstage/openBackstage.ts';
import { unguarded } from '#backstage/sources/outbound.ts';
import { Cluster } from '#server/cluster/cluster.ts';
import { type ClusterDatabase, openClusterDatabase } from '#server/cluster/clusterDatabase.ts';
import { storeFilesOf } from '#server/cluster/hostFiles.ts';
import { openRecordingStore, type RecordingStore } from '#server/recordings/recordingStore.ts';
import { presetOfTwo } from '../backstage/fixtures.ts';
import {
  atEnd,
  backstage,
  linesTo,
  nowhere,
  simulator,
  startShow,
  temporaryFolder,
} from '../backstage/setup.ts';
import { TestScreen } from '../backstage/testScreen.ts';
import { type PostgresServer, startPostgres } from '../server/support/postgres.ts';
import { checked, exported, fileOf, imported, linesOf, noScreen } from '../transfer/deviceFiles.ts';

const rose = { id: 5655, name: 'Rose', diamonds: 10, type: 2 } as const;

/** The file of a device with a preset, a widget and an ended show of three gifts, which was recorded. */
async function deviceFile() {
  const sim = await simulator();
  const { screen } = await backstage({ lines: linesTo(sim) });
  await startShow(screen, sim);
  for (let at = 0; at < 3; at += 1) sim.sendGift({ viewer: 'Ada', gift: rose });
  await screen.until(() => screen.state.seen.count === 3);
  await screen.call('session.act', { action: 'end' });
  await screen.call('presets.save', { preset: { ...presetOfTwo, name: 'Brought' } });
  await screen.call('overlay.create', { kind: 'totalVotes', name: 'Votes', language: 'en' });
  const { shows } = await screen.call('show.list', {});
  return { file: await exported(screen), showId: shows[0]?.showId ?? '' };
}

describe('a file of a host in a cluster', () => {
  let postgres: PostgresServer;
  let databaseUrl: string;
  let database: ClusterDatabase;
  let device: Awaited<ReturnType<typeof deviceFile>>;
  let hosts = 0;
  beforeAll(async () => {
    postgres = await startPostgres();
    databaseUrl = await postgres.createDatabase('cluster');
    database = await openClusterDatabase(databaseUrl);
  });
  afterAll(async () => {
    await database.close();
    await postgres.stop();
  });

  /** A node on a folder. `crash` ends it as kill -9 does; the lease ends then. */
  async function node(nodeId: string, store: RecordingStore | null, dataDir = temporaryFolder()) {
    const faults: string[] = [];
    const cluster = new Cluster({
      databaseUrl,
      nodeId,
      secret: 'a-secret-of-all-nodes-of-32-bytes',
      address: () => '',
      build: 'test',
      outboundOf: () => unguarded,
      onAir: () => [],
      closeShow: async () => undefined,
      localHosts: () => [],
      remove: async () => undefined,
      resume: () => undefined,
      disconnect: () => undefined,
      abandon: () => undefined,
      recordings: store && { store, dataDir },
      say: () => undefined,
      onFault: (error) => faults.push(String(error)),
    });
    atEnd(() => cluster.close());
    await cluster.join();
    const open = async (host: string) => {
      const folder = join(dataDir, 'hosts', host);
      mkdirSync(folder, { recursive: true });
      const { files, ...parts } = await cluster.prepare(host, folder);
      const opened = await openBackstage({
        dataDir: folder,
        build: 'test',
        lines: nowhere,
        log: () => undefined,
        ...parts,
      });
      const stage: Backstage = storeFilesOf(opened, files, () => undefined);
      let isOpen = true;
      atEnd(async () => isOpen && (await stage.close()));
      const leave = async (how: 'close' | 'abandon') => {
        isOpen = false;
        if (how === 'close') await stage.close();
        else stage.abandon();
        await cluster.release(host);
      };
      return { screen: new TestScreen(stage), leave, folder };
    };
    return { cluster, open, dataDir, faults };
  }

  const newHost = () => {
    hosts += 1;
    return `host${hosts}`;
  };
  const folderStore = () => {
    const folder = temporaryFolder();
    const keys = () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name);
    return { store: openRecordingStore({ kind: 'folder', folder }), keys };
  };
  const presetNames = async (screen: TestScreen) =>
    (await screen.call('presets.list', {})).presets.map(({ name }) => name);
  const showIdsOf = async (screen: TestScreen) =>
    (await screen.call('show.list', {})).shows.map(({ showId }) => showId);
  const file = async () => {
    device ??= await deviceFile();
    return device;
  };

  it('brings presets, widgets and shows, which every node reports and replays', async () => {
    const { file: bytes, showId } = await file();
    const { store } = folderStore();
    const host = newHost();
    const first = await node('a', store);
    const there = await first.open(host);
    await imported(there.screen, bytes);
    expect(await showIdsOf(there.screen)).toEqual([showId]);
    const { report } = await there.screen.call('report.read', { showId, filter: {} });
    const { rows } = await there.screen.call('ledger.page', { showId, filter: {}, limit: 10 });
    // The first node ends without a word, and its disk is lost.
    await there.leave('abandon');
    rmSync(there.folder, { recursive: true });

    const second = await node('b', store);
    const here = await second.open(host);
    expect(await presetNames(here.screen)).toContain('Brought');
    expect((await here.screen.call('overlay.list', {})).links).toHaveLength(1);
    expect(await here.screen.call('show.list', {})).toMatchObject({
      shows: [{ showId, gifts: 3, hasRecording: true }],
    });
    const again = (await here.screen.call('report.read', { showId, filter: {} })).report;
    expect({ ...again, at: 0 }).toEqual({ ...report, at: 0 });
    expect((await here.screen.call('ledger.page', { showId, filter: {}, limit: 10 })).rows).toEqual(rows);
    const { inputs } = await here.screen.call('replay.inputs', { showId, after: 0, limit: 1000 });
    expect(inputs.filter(({ input }) => input.kind === 'gift')).toHaveLength(3);
    // The file brings nothing twice.
    const preview = await checked(here.screen, bytes);
    expect(preview.kinds.find(({ kind }) => kind === 'shows')?.counts).toMatchObject({ same: 1, new: 0 });
    // The next start opens the show, and any node has it then as if it had been counted in the cluster.
    await here.leave('close');
    const reopened = await second.open(host);
    expect((await reopened.screen.call('show.subscribe', {})).snapshot?.seen.count).toBe(3);
    await reopened.leave('abandon');
    rmSync(reopened.folder, { recursive: true });
    const third = await (await node('c', store)).open(host);
    expect((await third.screen.call('show.subscribe', {})).snapshot?.seen.count).toBe(3);
    expect([...first.faults, ...second.faults]).toEqual([]);
  }, 120_000);

  it('is undone on another server as on the one that imported it, for all servers', async () => {
    const { file: bytes } = await file();
    const { store, keys } = folderStore();
    const host = newHost();
    const first = await node('a', store);
    const there = await first.open(host);
    await imported(there.screen, bytes);
    await there.leave('abandon');
    const second = await node('b', store);
    const here = await second.open(host);
    expect((await here.screen.call('transfer.state', {})).undoAt).not.toBeNull();
    await here.screen.call('transfer.undo', {});
    const isEmpty = async (screen: TestScreen) => {
      expect(await presetNames(screen)).toEqual([]);
      expect((await screen.call('overlay.list', {})).links).toEqual([]);
      expect(await showIdsOf(screen)).toEqual([]);
      expect(await screen.refusal('transfer.undo', {})).toBe('transfer.noUndo');
    };
    await isEmpty(here.screen);
    await here.leave('close');
    // The first server still has everything in its folder.
    await isEmpty((await first.open(host)).screen);
    await expect.poll(keys).toEqual([]);
    expect([...first.faults, ...second.faults]).toEqual([]);
  });

  it('brings shows that stay deleted on a server that still has a copy, until they are restored', async () => {
    const { file: bytes, showId } = await file();
    const { store } = folderStore();
    const host = newHost();
    const [first, second] = [await node('a', store), await node('b', store)];
    const there = await first.open(host);
    await imported(there.screen, bytes);
    await there.leave('abandon');
    const here = await second.open(host);
    await here.screen.call('show.delete', { showId });
    await here.leave('close');
    const again = await first.open(host);
    expect(await showIdsOf(again.screen)).toEqual([]);
    await again.leave('close');
    const back = await second.open(host);
    await back.screen.call('show.restore', { showId });
    expect(await showIdsOf(back.screen)).toEqual([showId]);
    // The server ends without a word, and its disk is lost.
    await back.leave('abandon');
    rmSync(back.folder, { recursive: true });
    const restored = await first.open(host);
    expect(await showIdsOf(restored.screen)).toEqual([showId]);
    const { report } = await restored.screen.call('report.read', { showId, filter: {} });
    expect(report.overview.givers).toBe(1);
  });

  it('brings shows that stay deleted if the store does not answer when they are to be restored', async () => {
    const { file: bytes, showId } = await file();
    const { store } = folderStore();
    let isUp = true;
    const unsteady: RecordingStore = {
      get: (key) => store.get(key),
      remove: (key) => store.remove(key),
      put: (key, packed) => (isUp ? store.put(key, packed) : Promise.reject(new Error('away'))),
    };
    const host = newHost();
    const { screen } = await (await node('a', unsteady)).open(host);
    await imported(screen, bytes);
    await screen.call('show.delete', { showId });
    isUp = false;
    await expect(screen.call('show.restore', { showId })).rejects.toMatchObject({
      problem: { code: 'storage.unreachable' },
    });
    expect(await showIdsOf(screen)).toEqual([]);
    isUp = true;
    await screen.call('show.restore', { showId });
    expect(await showIdsOf(screen)).toEqual([showId]);
  });

  it('brings shows that stay deleted if they are damaged when they are to be restored, and says so', async () => {
    const { file: bytes, showId } = await file();
    const { screen, folder } = await (await node('a', folderStore().store)).open(newHost());
    await imported(screen, bytes);
    await screen.call('show.delete', { showId });
    const [name = ''] = readdirSync(join(folder, 'trash'));
    const journal = journalPath(join(folder, 'trash', name));
    truncateSync(journal, Math.floor(statSync(journal).size / 2));
    expect(await screen.refusal('show.restore', { showId })).toBe('show.damaged');
    expect(await showIdsOf(screen)).toEqual([]);
  });

  it('brings shows that stay deleted if the server ends while one is restored, and can be restored then', async () => {
    const { file: bytes, showId } = await file();
    const { store } = folderStore();
    let isStuck = false;
    const puts: string[] = [];
    const stuck: RecordingStore = {
      get: (key) => store.get(key),
      remove: (key) => store.remove(key),
      put: (key, packed) => {
        if (!isStuck) return store.put(key, packed);
        puts.push(key);
        return new Promise(() => undefined);
      },
    };
    const host = newHost();
    const first = await node('a', stuck);
    const there = await first.open(host);
    await imported(there.screen, bytes);
    await there.screen.call('show.delete', { showId });
    isStuck = true;
    void there.screen.call('show.restore', { showId }).catch(() => undefined);
    await expect.poll(() => puts.length).toBe(1);
    await there.leave('abandon');
    isStuck = false;
    const again = await first.open(host);
    expect(await showIdsOf(again.screen)).toEqual([]);
    await again.screen.call('show.restore', { showId });
    expect(await showIdsOf(again.screen)).toEqual([showId]);
  });

  it('is not undone while the store of shows does not answer, and the host is told', async () => {
    const { file: bytes, showId } = await file();
    const { store } = folderStore();
    const host = newHost();
    const there = await (await node('a', store)).open(host);
    await imported(there.screen, bytes);
    await there.leave('abandon');
    const away: RecordingStore = {
      put: (key, packed) => store.put(key, packed),
      get: () => Promise.reject(new Error('away')),
      remove: (key) => store.remove(key),
    };
    const { screen } = await (await node('b', away)).open(host);
    await expect(screen.call('transfer.undo', {})).rejects.toMatchObject({
      problem: { code: 'storage.unreachable' },
    });
    expect(await presetNames(screen)).toContain('Brought');
    expect(await showIdsOf(screen)).toEqual([showId]);
    expect((await screen.call('transfer.state', {})).undoAt).not.toBeNull();
  });

  it('keeps a show of the same id that has other inputs, also if only the database knows it', async () => {
    const { file: bytes, showId } = await file();
    const { store } = folderStore();
    const host = newHost();
    await database.pool.query('insert into cluster.shows (id, host, name, facts) values (1, $1, $2, null)', [
      host,
      showId,
    ]);
    const { screen } = await (await node('a', store)).open(host);
    const preview = await checked(screen, bytes);
    expect(preview.kinds.find(({ kind }) => kind === 'shows')?.counts).toMatchObject({ kept: 1, new: 0 });
    await imported(screen, bytes);
    expect(await showIdsOf(screen)).toEqual([]);
  });

  it('brings nothing if the store of shows does not answer, and the host is told', async () => {
    const { file: bytes } = await file();
    const host = newHost();
    const away: RecordingStore = {
      put: () => Promise.reject(new Error('away')),
      get: () => Promise.reject(new Error('away')),
      remove: async () => undefined,
    };
    const { screen } = await (await node('a', away)).open(host);
    await expect(imported(screen, bytes)).rejects.toMatchObject({ problem: { code: 'storage.unreachable' } });
    expect(await presetNames(screen)).not.toContain('Brought');
    expect(await showIdsOf(screen)).toEqual([]);
    await expect
      .poll(
        async () =>
          (await database.pool.query('select from cluster.recordings where host = $1', [host])).rows,
      )
      .toEqual([]);
  });

  it('brings no shows without a place for them, and says so', async () => {
    const { file: bytes } = await file();
    const { screen } = await (await node('a', null)).open(newHost());
    const preview = await checked(screen, bytes);
    expect(preview.kinds.find(({ kind }) => kind === 'shows')?.blocked).toMatchObject({
      code: 'transfer.noShows',
    });
    await imported(screen, bytes);
    expect(await presetNames(screen)).toContain('Brought');
  });

  it('brings nothing if the server ends before the database has it, wherever the host continues', async () => {
    const { file: bytes, showId } = await file();
    const { store, keys } = folderStore();
    const host = newHost();
    const first = await node('a', store);
    const there = await first.open(host);
    const { id, plan, kinds } = await checked(there.screen, bytes);
    // Everything is on the disk of the node, and the database has nothing of it.
    await database.pool.query(`update cluster.stages set epoch = epoch - 1 where host = $1`, [host]);
    await expect(
      there.screen.call('transfer.apply', {
        id,
        plan,
        kinds: kinds.map(({ kind }) => kind),
        screen: noScreen,
      }),
    ).rejects.toMatchObject({ problem: { code: 'cluster.unreachable' } });
    await database.pool.query(`update cluster.stages set epoch = epoch + 1 where host = $1`, [host]);
    await there.leave('abandon');
    const here = await (await node('b', store)).open(host);
    expect(await presetNames(here.screen)).not.toContain('Brought');
    expect(await showIdsOf(here.screen)).toEqual([]);
    await expect.poll(keys).toEqual([]);
    // The file can be imported again.
    await imported(here.screen, bytes);
    expect(await showIdsOf(here.screen)).toEqual([showId]);
  });

  it('takes back what the folder has of an import that the database does not have', async () => {
    const { file: bytes } = await file();
    const { store } = folderStore();
    const host = newHost();
    const first = await node('a', store);
    const there = await first.open(host);
    await imported(there.screen, bytes);
    await there.leave('close');
    // As if the process had ended before the statement: the import is under way.
    renameSync(join(there.folder, 'last-import.json'), join(there.folder, 'transfer', 'under-way.json'));
    for (const table of ['host_files', 'shows', 'overlay_tokens'])
      await database.pool.query(`delete from cluster.${table} where host = $1`, [host]);
    const again = await first.open(host);
    expect(await presetNames(again.screen)).not.toContain('Brought');
    expect((await again.screen.call('overlay.list', {})).links).toEqual([]);
    expect(await showIdsOf(again.screen)).toEqual([]);
  });

  it.each([
    // PostgreSQL has it, and says that the standbys may not have it.
    "warning 'no standby'",
    // PostgreSQL does not have it, but the node cannot know.
    "exception 'it ends' using errcode = 'admin_shutdown'",
  ])('is stored a little later if it is unknown whether the database has it: %s', async (raised) => {
    const { file: bytes, showId } = await file();
    const { store } = folderStore();
    const host = newHost();
    const there = await (await node('a', store)).open(host);
    const { id, plan, kinds } = await checked(there.screen, bytes);
    await database.pool.query(`create or replace function cluster.warn() returns trigger language plpgsql as
      $$ begin raise ${raised}; return new; end $$`);
    await database.pool.query(
      'create trigger warn after insert on cluster.shows for each row execute function cluster.warn()',
    );
    await expect(
      there.screen.call('transfer.apply', {
        id,
        plan,
        kinds: kinds.map(({ kind }) => kind),
        screen: noScreen,
      }),
    ).rejects.toMatchObject({ problem: { code: 'cluster.unreachable' } });
    await database.pool.query('drop trigger warn on cluster.shows');
    await there.leave('close');
    const here = await (await node('b', store)).open(host);
    expect(await showIdsOf(here.screen)).toEqual([showId]);
    expect(await presetNames(here.screen)).toContain('Brought');
  });

  it('is refused as damaged if the id of a show is no time', async () => {
    const { file: bytes, showId } = await file();
    const { screen } = await (await node('a', folderStore().store)).open(newHost());
    for (const wrong of ['20269926-053306-123abcd', '00000101-000000-000aaaa', '99990101-000000-000aaaa']) {
      const lines = linesOf(bytes).map((line) =>
        Object(line).id === showId ? { ...line, id: wrong } : line,
      );
      await expect(checked(screen, fileOf(lines))).rejects.toMatchObject({
        problem: { code: 'transfer.damaged' },
      });
    }
  });
});
