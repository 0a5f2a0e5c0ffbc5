import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Journal } from '#backstage/journal/journal.ts';
import { openBackstage } from '#backstage/openBackstage.ts';
import { type ClusterDatabase, openClusterDatabase, showKey } from '#server/cluster/clusterDatabase.ts';
import { GroupCommit } from '#server/cluster/groupCommit.ts';
import { PostgresInputLog } from '#server/cluster/postgresInputLog.ts';
import { openRecordingStore, type RecordingStore } from '#server/recordings/recordingStore.ts';
import { Recordings, type RecordingsOptions } from '#server/recordings/recordings.ts';
import { findShow } from '#server/recordings/showFiles.ts';
import { BUCKET_KEY, type BucketServer, startBucketServer } from '#tests/support/bucketServer.ts';
import { openShow, rose } from '../backstage/journalShow.ts';
import { atEnd, nowhere, temporaryFolder } from '../backstage/setup.ts';
import { TestScreen } from '../backstage/testScreen.ts';
import { type PostgresServer, startPostgres } from '../server/support/postgres.ts';

/** A folder and a bucket, each with what it has at present. */
const places = {
  folder: () => {
    const folder = temporaryFolder();
    return { store: openRecordingStore({ kind: 'folder', folder }), keys: () => filesIn(folder) };
  },
  bucket: async () => {
    const bucket = await startBucket();
    return {
      store: storeOf(bucket),
      keys: () => [...bucket.objects.keys()].map((key) => key.replace('/shows/', '')),
    };
  },
};

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));

async function startBucket(): Promise<BucketServer> {
  const bucket = await startBucketServer();
  atEnd(() => bucket.close());
  return bucket;
}

const storeOf = ({ url }: BucketServer, key = BUCKET_KEY) =>
  openRecordingStore({ kind: 's3', url: new URL(url), ...key });

function fileOf(text: string) {
  const path = join(temporaryFolder(), 'file');
  writeFileSync(path, text);
  return { path, bytes: text.length, sha256: createHash('sha256').update(text).digest('hex') };
}

describe.each(Object.entries(places))('store of recordings: %s', (_name, open) => {
  it('keeps a file under its key until it is removed', async () => {
    const { store, keys } = await open();
    await store.put('host/show 1/journal-a.gz', fileOf('first'));
    await store.put('host/show 1/journal-a.gz', fileOf('second'));
    expect(String(await buffer(await store.get('host/show 1/journal-a.gz')))).toBe('second');
    expect(keys()).toEqual(['host/show 1/journal-a.gz']);
    await store.remove('host/show 1/journal-a.gz');
    await store.remove('host/show 1/journal-a.gz');
    expect(keys()).toEqual([]);
    await expect(store.get('host/show 1/journal-a.gz')).rejects.toThrow();
  });
});

describe('bucket', () => {
  it('refuses a wrong key, and a file that has changed on its way', async () => {
    const bucket = await startBucket();
    const file = fileOf('first');
    await expect(storeOf(bucket, { ...BUCKET_KEY, secret: 'wrong' }).put('a', file)).rejects.toThrow('403');
    await expect(storeOf(bucket).put('a', { ...file, sha256: fileOf('other').sha256 })).rejects.toThrow(
      '403',
    );
    expect(bucket.refused).toEqual(['signature', 'content']);
    expect([...bucket.objects]).toEqual([]);
  });

  it('says that it does not have a file', async () => {
    const bucket = await startBucket();
    await expect(storeOf(bucket).get('nothing')).rejects.toThrow('404');
  });
});

describe('folder', () => {
  it('refuses keys that lead out of it', async () => {
    const store = openRecordingStore({ kind: 'folder', folder: temporaryFolder() });
    await expect(store.put('../outside', fileOf('x'))).rejects.toThrow('outside');
  });
});

describe('ended shows of a cluster', () => {
  let postgres: PostgresServer;
  let database: ClusterDatabase;
  let commits: GroupCommit;
  let hosts = 0;
  const facts = { createdAt: 5, lineId: 'line1', rehearsal: null, closed: true } as const;
  const name = '20261126-053306-123abcd';
  const next = '20261126-083306-123abcd';
  beforeAll(async () => {
    postgres = await startPostgres();
    database = await openClusterDatabase(await postgres.createDatabase('cluster'));
    await database.pool.query(`insert into cluster.nodes values ('here', 1, '', 'test', now())`);
    commits = new GroupCommit(database.pool, () => ({ node: 'here', epoch: 1 }));
  });
  afterAll(async () => {
    await database.close();
    await postgres.stop();
  });

  const logOf = (host: string, show: string) =>
    new PostgresInputLog(database, commits, { host, name: show, facts });

  const folderOf = (dataDir: string, host: string) => join(dataDir, 'hosts', host, 'shows', name);

  /** Counts gifts in the folder of a node, and stores their inputs in the database if no other node has. */
  async function count(dataDir: string, host: string, gifts: number, recorded: string): Promise<void> {
    const folder = folderOf(dataDir, host);
    const { show, advance } = openShow(folder);
    for (let at = 1; at <= gifts; at += 1)
      show.add([{ input: rose(`m${at}`, 1_700_000_000_000 + at, at) }], () => {});
    await advance(100);
    await show.close();
    writeFileSync(join(folder, 'recording.tail-0.ndjson'), recorded);
    const journal = new Journal(join(folder, 'journal.sqlite'));
    const log = logOf(host, name);
    const inputs = journal.inputs(await log.last(), 1000);
    await log.append({ inputs });
    await journal.finish();
  }

  /** A show that has ended, because the host has begun the next one. */
  async function endedShow(gifts = 3) {
    hosts += 1;
    const host = `host${hosts}`;
    const dataDir = temporaryFolder();
    await database.pool.query(`insert into cluster.stages values ($1, 'here', 1, true)`, [host]);
    await count(dataDir, host, gifts, '{"at":1}\n');
    await database.pool.query(`insert into cluster.shows (id, host, name, facts) values ($1, $2, $3, $4)`, [
      showKey(Date.parse('2026-11-26T08:33:06Z')),
      host,
      next,
      facts,
    ]);
    return { host, dataDir };
  }

  function recordingsOf(store: RecordingStore, dataDir: string, options: Partial<RecordingsOptions> = {}) {
    const faults: string[] = [];
    const recordings = new Recordings({
      store,
      dataDir,
      nodeId: 'here',
      database: () => database,
      log: logOf,
      say: (line) => faults.push(line),
      onFault: (error) => faults.push(String(error)),
      settleMs: 0,
      retryAfterMs: [10],
      ...options,
    });
    atEnd(() => recordings.close());
    return { recordings, faults };
  }

  const rowsOf = (folder: string) => {
    const journal = new Journal(join(folder, 'journal.sqlite'), true);
    atEnd(() => journal.close());
    return journal.db.prepare('SELECT * FROM rows ORDER BY 1').all();
  };

  /** Opens the backstage of a host on a node that has never seen it. */
  async function openElsewhere(host: string, recordings: Recordings) {
    const dataDir = temporaryFolder();
    const folder = join(dataDir, 'hosts', host);
    mkdirSync(folder, { recursive: true });
    const removed: string[] = [];
    const backstage = await openBackstage({
      dataDir: folder,
      build: 'test',
      lines: nowhere,
      log: () => undefined,
      stored: await recordings.of(host, folder),
      logs: {
        open: (show) => logOf(host, show),
        remove: (show) => removed.push(show),
      },
    });
    atEnd(() => backstage.close());
    return { dataDir, screen: new TestScreen(backstage), removed };
  }

  describe.each(Object.entries(places))('stored in a %s', (_name, open) => {
    it('are listed, reported and replayed on a node that has never seen them', async () => {
      const { store, keys } = await open();
      const { host, dataDir } = await endedShow();
      const { recordings, faults } = recordingsOf(store, dataDir);
      recordings.check(host);
      await expect.poll(() => keys().length).toBe(2);
      await expect.poll(() => recordings.waiting).toBe(0);
      const messages = keys().find((key) => key.includes('messages')) ?? '';
      expect(gunzipSync(await buffer(await store.get(messages))).toString()).toBe('{"at":1}\n');
      const elsewhere = await openElsewhere(host, recordings);
      const { shows } = await elsewhere.screen.call('show.list', {});
      expect(shows).toMatchObject([{ showId: name, gifts: 3, hasRecording: true, createdAt: 5 }]);
      const { report } = await elsewhere.screen.call('report.read', { showId: name, filter: {} });
      expect(report.overview.givers).toBe(1);
      const { inputs } = await elsewhere.screen.call('replay.inputs', { showId: name, after: 0, limit: 10 });
      expect(inputs).toHaveLength(3);
      const page = await elsewhere.screen.call('ledger.page', { showId: name, filter: {}, limit: 10 });
      expect(page.rows).toHaveLength(1);
      expect(rowsOf(folderOf(elsewhere.dataDir, host))).toEqual(rowsOf(folderOf(dataDir, host)));
      expect(faults).toEqual([]);
    });

    it('are read from a copy that is deleted afterwards', async () => {
      const { store, keys } = await open();
      const { host, dataDir } = await endedShow();
      const { recordings } = recordingsOf(store, dataDir);
      recordings.check(host);
      await expect.poll(() => keys().length).toBe(2);
      await expect.poll(() => recordings.waiting).toBe(0);
      const stored = await recordings.of(host, temporaryFolder());
      const copy = await stored.inCopy(name, (folder) => ({ folder, rows: findShow(folder)?.seq }));
      expect(copy.rows).toBe(3);
      expect(existsSync(copy.folder)).toBe(false);
    });
  });

  it('are tried again until the store confirms them, also after a restart, and stay on the node', async () => {
    const bucket = await startBucket();
    bucket.isUp = false;
    const { host, dataDir } = await endedShow();
    const first = recordingsOf(storeOf(bucket), dataDir);
    first.recordings.start();
    await expect.poll(() => first.recordings.failingSeconds).toBeGreaterThan(0.1);
    expect(first.recordings.waiting).toBe(1);
    expect(first.faults).toEqual(['Error: An ended show cannot be stored']);
    expect((await first.recordings.of(host, dataDir)).shows).toEqual([]);
    await first.recordings.close();
    bucket.isUp = true;
    const second = recordingsOf(storeOf(bucket), dataDir);
    second.recordings.start();
    await expect.poll(async () => (await second.recordings.of(host, dataDir)).shows.length).toBe(1);
    expect([second.recordings.failingSeconds, second.faults]).toEqual([0, []]);
    expect(rowsOf(folderOf(dataDir, host))).toHaveLength(1);
    expect(existsSync(join(dataDir, 'recordings.part'))).toBe(false);
  });

  it('are stored again when the host has corrected them, and not otherwise', async () => {
    const bucket = await startBucket();
    const { host, dataDir } = await endedShow();
    const { recordings } = recordingsOf(storeOf(bucket), dataDir);
    const stored = async () => (await recordings.of(host, dataDir)).shows.map(({ seq }) => seq);
    recordings.check(host);
    await expect.poll(stored).toEqual([3]);
    await expect.poll(() => recordings.waiting).toBe(0);
    await count(dataDir, host, 4, '{"at":1}\n');
    recordings.check(host);
    await expect.poll(stored).toEqual([4]);
    await expect.poll(() => recordings.waiting).toBe(0);
    bucket.objects.clear();
    const restarted = recordingsOf(storeOf(bucket), dataDir).recordings;
    restarted.start();
    expect(restarted.waiting).toBe(1);
    await expect.poll(() => restarted.waiting).toBe(0);
    expect([...bucket.objects.keys()]).toEqual([]);
  });

  it('are not stored while they may be counting', async () => {
    const bucket = await startBucket();
    const { host, dataDir } = await endedShow();
    await database.pool.query(`delete from cluster.shows where host = $1 and name = $2`, [host, next]);
    const { recordings } = recordingsOf(storeOf(bucket), dataDir);
    recordings.start();
    expect(recordings.waiting).toBe(1);
    await expect.poll(() => recordings.waiting).toBe(0);
    expect([...bucket.objects.keys()]).toEqual([]);
  });

  it('are stored although the folder of another host cannot be read', async () => {
    const bucket = await startBucket();
    const { host, dataDir } = await endedShow();
    mkdirSync(join(dataDir, 'hosts', 'a-broken-one'));
    writeFileSync(join(dataDir, 'hosts', 'a-broken-one', 'shows'), '');
    const { recordings, faults } = recordingsOf(storeOf(bucket), dataDir);
    recordings.start();
    await expect.poll(async () => (await recordings.of(host, dataDir)).shows.length).toBe(1);
    expect(faults).toEqual([expect.stringContaining('ENOTDIR')]);
  });

  it('are not used if the store has changed a byte, and the host is told', async () => {
    const bucket = await startBucket();
    const { host, dataDir } = await endedShow();
    const { recordings, faults } = recordingsOf(storeOf(bucket), dataDir);
    recordings.check(host);
    await expect.poll(async () => (await recordings.of(host, dataDir)).shows.length).toBe(1);
    const [key = ''] = [...bucket.objects.keys()].filter((each) => each.includes('journal'));
    const bytes = bucket.objects.get(key) ?? Buffer.alloc(0);
    bytes[bytes.length - 12] = (bytes[bytes.length - 12] ?? 0) ^ 1;
    const { screen, dataDir: other } = await openElsewhere(host, recordings);
    await expect(screen.call('report.read', { showId: name, filter: {} })).rejects.toMatchObject({
      problem: { code: 'storage.unreachable' },
    });
    expect(faults).toEqual([`Error: The show ${name} cannot be fetched`]);
    expect(existsSync(folderOf(other, host))).toBe(false);
    expect(filesIn(join(other, 'hosts', host)).filter((file) => file.includes(name))).toEqual([]);
    // What was changed is mended: the host can read the show again.
    bytes[bytes.length - 12] = (bytes[bytes.length - 12] ?? 0) ^ 1;
    await screen.call('report.read', { showId: name, filter: {} });
  });

  it('have the messages of each node that has counted, and the journal of the last one', async () => {
    const bucket = await startBucket();
    const { host, dataDir } = await endedShow(3);
    const last = temporaryFolder();
    await count(last, host, 5, '{"at":2}\n');
    const stored = async (node: string, folder: string) => {
      const { recordings } = recordingsOf(storeOf(bucket), folder, { nodeId: node });
      recordings.start();
      expect(recordings.waiting).toBe(1);
      await expect.poll(() => recordings.waiting).toBe(0);
      return recordings;
    };
    await stored('last', last);
    const recordings = await stored('here', dataDir);
    expect([...bucket.objects.keys()].map((key) => key.split('/').at(-1)).sort()).toEqual([
      'journal-last.sqlite.gz',
      'messages-here.ndjson.gz',
      'messages-last.ndjson.gz',
    ]);
    // The node with a part of the show fetches the whole.
    const here = join(dataDir, 'hosts', host);
    await (await recordings.of(host, here)).fetch(name);
    expect(rowsOf(folderOf(dataDir, host))).toEqual(rowsOf(folderOf(last, host)));
    expect(readFileSync(join(folderOf(dataDir, host), 'recording.tail-0.ndjson'), 'utf8')).toBe('{"at":1}\n');
  });

  it('are stored by any node if the one that counted them is gone', async () => {
    const bucket = await startBucket();
    const { host, dataDir } = await endedShow();
    const expected = rowsOf(folderOf(dataDir, host));
    const { recordings } = recordingsOf(storeOf(bucket), temporaryFolder(), { nodeId: 'other' });
    recordings.start();
    await expect.poll(async () => (await recordings.of(host, dataDir)).shows.length).toBe(1);
    rmSync(dataDir, { recursive: true });
    await (await recordings.of(host, join(dataDir, 'hosts', host))).fetch(name);
    expect(rowsOf(folderOf(dataDir, host))).toEqual(expected);
  });

  it('can be deleted and restored where they were never opened, and are deleted from the store', async () => {
    const bucket = await startBucket();
    const { host, dataDir } = await endedShow();
    const { recordings } = recordingsOf(storeOf(bucket), dataDir);
    recordings.check(host);
    await expect.poll(async () => (await recordings.of(host, dataDir)).shows.length).toBe(1);
    const { screen, removed } = await openElsewhere(host, recordings);
    await screen.call('show.delete', { showId: name });
    expect((await screen.call('show.list', {})).shows).toEqual([]);
    expect(removed).toEqual([name]);
    await screen.call('show.restore', { showId: name });
    expect((await screen.call('show.list', {})).shows).toHaveLength(1);
    await database.pool.query(`delete from cluster.shows where host = $1 and name = $2`, [host, name]);
    bucket.isUp = false;
    recordings.removed();
    await expect.poll(() => recordings.failingSeconds).toBeGreaterThan(0);
    bucket.isUp = true;
    await expect.poll(() => [...bucket.objects.keys()].filter((key) => key.includes(host))).toEqual([]);
  });
});
