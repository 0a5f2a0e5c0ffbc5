import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { and, eq, max, notExists, sql } from 'drizzle-orm';
import { z } from 'zod';
import { CorruptJournalError, failureOf } from '#backstage/journal/failures.ts';
import type { InputLog } from '#backstage/journal/inputLog.ts';
import type { StoredShow, StoredShows } from '#backstage/show/archive.ts';
import {
  readFacts,
  type ShowFacts,
  showFactsSchema,
  showIds,
  summarySchema,
  writeFacts,
} from '#backstage/show/facts.ts';
import { RingsideError } from '#shared/contract/error.ts';
import type { ClusterDatabase } from '../cluster/clusterDatabase.ts';
import { restoreShow } from '../cluster/restoreShow.ts';
import { inputs, recordings, type StoredFile, shows } from '../cluster/schema.ts';
import type { RecordingStore } from './recordingStore.ts';
import {
  findShow,
  identityOf,
  type Packed,
  packJournal,
  packMessages,
  sizeOfMessages,
  unpackJournal,
} from './showFiles.ts';

export interface RecordingsOptions {
  store: RecordingStore;
  dataDir: string;
  nodeId: string;
  /** Throws while this node has no lease. */
  database: () => ClusterDatabase;
  log: (host: string, name: string, facts: ShowFacts) => InputLog;
  say: (line: string) => void;
  onFault: (error: unknown) => void;
  /** How long (ms) a show is left alone after its end, because the host may still correct it. */
  settleMs?: number;
  /** How long (ms) after a failure the next attempt begins, by the number of failures in a row. */
  retryAfterMs?: readonly number[];
  /** How often (ms) all shows of this node are looked at. */
  lookEveryMs?: number;
}

const SETTLE_MS = 10_000;
const RETRY_AFTER_MS = [1000, 5000, 30_000, 60_000, 300_000];
const LOOK_EVERY_MS = 600_000;
/** Backups leave out folders with the ending `.part`. */
const STORE_FOLDER = 'recordings.part';
/** Has a temporary folder for each show that is being read. */
const COPIES_FOLDER = 'copies.part';
/** A show that no node has stored this long (ms) after the next show of its host began is stored by any node. */
const ADOPT_AFTER = "interval '1 hour'";

const fileSchema = z.object({
  what: z.enum(['journal', 'messages']),
  key: z.string(),
  bytes: z.number().int(),
  sha256: z.string(),
});

interface Task {
  host: string;
  name: string;
}

/** An imported show whose files are stored, and which nobody sees yet. */
export interface StagedShow {
  name: string;
  facts: ShowFacts;
  /** The identity of its row. */
  identity: string;
}

/**
 * Stores the shows of a node that have ended, so that every node can report and replay them. What has to be stored is
 * found by comparing the folders of the hosts with the database, so a restart forgets nothing. One show is stored at a
 * time. Nothing on the node is deleted.
 */
export class Recordings {
  readonly #options: RecordingsOptions;
  readonly #waiting = new Map<string, Task>();
  /** The identity of each show that needs nothing at present. */
  readonly #done = new Map<string, string>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #failures = 0;
  #failingSince: number | null = null;
  #isPausing = false;
  /** Work that concerns shows of other nodes, and has not been done yet. */
  #toAdopt = false;
  #toRemove = false;
  #running: Promise<void> | null = null;
  #closed = false;
  /** The folders of shows that are being imported. */
  readonly #staged = new Set<string>();

  constructor(options: RecordingsOptions) {
    this.#options = options;
  }

  /** The number of ended shows that wait to be stored. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** For how long storing has failed (s); 0 if it works. */
  get failingSeconds(): number {
    return this.#failingSince === null ? 0 : (performance.now() - this.#failingSince) / 1000;
  }

  /** Looks at all shows of this node now, and again from time to time. */
  start(): void {
    rmSync(join(this.#options.dataDir, COPIES_FOLDER), { recursive: true, force: true });
    const look = async () => {
      const hosts = join(this.#options.dataDir, 'hosts');
      for (const host of existsSync(hosts) ? readdirSync(hosts) : []) {
        this.#find(host);
        await yieldToEventLoop();
      }
      this.#toAdopt = true;
      this.#toRemove = true;
      this.#run();
      this.#later(this.#options.lookEveryMs ?? LOOK_EVERY_MS, () => void look());
    };
    void look();
  }

  /** Looks at the shows of a host soon: one has ended, or its backstage has closed. */
  check(host: string): void {
    this.#later(this.#options.settleMs ?? SETTLE_MS, () => {
      this.#find(host);
      this.#run();
    });
  }

  /** Deletes the files of shows that were deleted. */
  removed(): void {
    this.#toRemove = true;
    this.#run();
  }

  /**
   * Stores the files of imported or restored shows, each in a folder with its name in `from`. Nobody sees them until their rows are
   * confirmed and they are in the table of shows, see `HostFiles.publish`. Call `unstage` afterwards.
   *
   * @throws RingsideError `show.damaged`, or `storage.unreachable` if they cannot be stored for another reason.
   */
  async stage(host: string, from: string, names: readonly string[]): Promise<StagedShow[]> {
    const staged: StagedShow[] = [];
    const { nodeId: node, database, onFault } = this.#options;
    try {
      for (const name of names) {
        const folder = join(from, name);
        const found = findShow(folder);
        if (found === null) throw new CorruptJournalError(`${name} has no summary`);
        this.#staged.add(this.#folderOf(host, name));
        await this.#inFolder(`import-${host}.part`, async (into) => {
          const packed = new Map<StoredFile['what'], Packed>();
          packed.set('journal', await packJournal(folder, into));
          const messages = await packMessages(folder, into);
          if (messages !== null) packed.set('messages', messages);
          const files = filesOf({ host, name }, node, packed);
          const { seq, summary } = found;
          const identity = `${seq} ${sizeOfMessages(folder)}`;
          const row = { seq, identity, summary, files, stored: false };
          await database()
            .db.insert(recordings)
            .values({ host, name, node, ...row })
            .onConflictDoUpdate({ target: [recordings.host, recordings.name, recordings.node], set: row });
          await this.#putFiles(files, packed);
          staged.push({ name, identity, facts: readFacts(folder, Date.now()) });
        });
      }
      return staged;
    } catch (error) {
      onFault(new Error('An imported or restored show cannot be stored', { cause: error }));
      throw new RingsideError(failureOf(error) === 'corrupt' ? 'show.damaged' : 'storage.unreachable');
    }
  }

  /** Ends an import of a host: the files of its shows that were not published are deleted. */
  unstage(host: string): void {
    const ended = [...this.#staged].filter((folder) => folder.startsWith(this.#folderOf(host, '')));
    for (const folder of ended) this.#staged.delete(folder);
    if (ended.length > 0) this.removed();
  }

  /** Stops after the show that is being stored. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#running;
  }

  #later(ms: number, run: () => void): void {
    if (this.#closed) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (!this.#closed) run();
    }, ms).unref();
    this.#timers.add(timer);
  }

  #find(host: string): void {
    try {
      for (const name of showIds(join(this.#options.dataDir, 'hosts', host, 'shows'))) {
        const folder = this.#folderOf(host, name);
        if (this.#done.get(folder) !== identityOf(folder)) this.#waiting.set(folder, { host, name });
      }
    } catch (error) {
      // A folder that cannot be read must not stop the server, nor the shows of other hosts.
      this.#options.onFault(error);
    }
  }

  #folderOf(host: string, name: string): string {
    return join(this.#options.dataDir, 'hosts', host, 'shows', name);
  }

  #run(): void {
    // After a failure, the next attempt does everything.
    if (this.#closed || this.#isPausing) return;
    this.#running ??= this.#work()
      .then(
        () => this.#succeeded(),
        (error: unknown) => this.#failed(error),
      )
      .finally(() => {
        this.#running = null;
        if (this.#waiting.size > 0 || this.#toAdopt || this.#toRemove) this.#run();
      });
  }

  async #work(): Promise<void> {
    for (const [folder, task] of [...this.#waiting]) {
      if (this.#closed) return;
      // If this fails, the other shows are next.
      this.#waiting.delete(folder);
      this.#waiting.set(folder, task);
      const identity = identityOf(folder);
      if (await this.#store(task, folder)) this.#done.set(folder, identity);
      this.#waiting.delete(folder);
    }
    if (this.#toAdopt) await this.#adopt();
    this.#toAdopt = false;
    if (this.#toRemove) await this.#removeDeleted();
    this.#toRemove = false;
  }

  #succeeded(): void {
    if (this.#failures > 0) this.#options.say('Ended shows can be stored again.');
    this.#failures = 0;
    this.#failingSince = null;
  }

  #failed(error: unknown): void {
    // One line of the log for a series of failures.
    if (this.#failures === 0)
      this.#options.onFault(new Error('An ended show cannot be stored', { cause: error }));
    this.#failingSince ??= performance.now();
    const { retryAfterMs = RETRY_AFTER_MS } = this.#options;
    const after = retryAfterMs[Math.min(this.#failures, retryAfterMs.length - 1)] ?? 0;
    this.#failures += 1;
    this.#isPausing = true;
    this.#later(after, () => {
      this.#isPausing = false;
      this.#run();
    });
  }

  /** Stores what the store lacks of a show. Returns false if the show may still be counting. */
  async #store({ host, name }: Task, folder: string): Promise<boolean> {
    const found = readable(folder);
    const { db } = this.#options.database();
    const [known] = await db
      .select({
        id: shows.id,
        newest: sql<string>`(select max(s.name) from cluster.shows s where s.host = ${host})`,
      })
      .from(shows)
      .where(and(eq(shows.host, host), eq(shows.name, name)));
    // The show was deleted, or is from a time before the cluster.
    if (known === undefined || found === null) return true;
    if (found.summary.endedAt === 0 && known.newest === name) return false;
    const [log] = await db
      .select({ seq: max(inputs.seq) })
      .from(inputs)
      .where(eq(inputs.show, known.id));
    const rows = await this.#rowsOf(host, name);
    const mine = rows.find(({ node }) => node === this.#options.nodeId);
    // Another node has counted the rest, so this journal is not the whole.
    const isWhole =
      found.seq >= (log?.seq ?? 0) && rows.every(({ node, seq }) => node === mine?.node || seq < found.seq);
    const identity = `${isWhole ? found.seq : 0} ${sizeOfMessages(folder)}`;
    if (mine?.stored === true && mine.identity === identity) return true;
    await this.#inFolder(STORE_FOLDER, async (into) => {
      const packed = new Map<StoredFile['what'], Packed>();
      if (isWhole) packed.set('journal', await packJournal(folder, into));
      const messages = await packMessages(folder, into);
      if (messages !== null) packed.set('messages', messages);
      if (packed.size === 0) return;
      const seq = isWhole ? found.seq : 0;
      await this.#put({ host, name }, { seq, identity, summary: found.summary }, packed);
      const kept = [...packed.keys()];
      const old = (mine?.files ?? []).filter(({ what }) => !kept.includes(what));
      for (const { key } of old) await this.#options.store.remove(key);
    });
    return true;
  }

  /** Stores files under a row that exists before them, so that they can be found and deleted. */
  async #put(
    { host, name }: Task,
    row: { seq: number; identity: string; summary: unknown },
    packed: ReadonlyMap<StoredFile['what'], Packed>,
  ): Promise<void> {
    const { store, nodeId: node, database } = this.#options;
    const { db } = database();
    const files = filesOf({ host, name }, node, packed);
    await db
      .insert(recordings)
      .values({ host, name, node, ...row, files, stored: false })
      .onConflictDoNothing();
    await this.#putFiles(files, packed);
    const confirmed = await db
      .update(recordings)
      .set({ ...row, files, stored: true })
      .where(and(eq(recordings.host, host), eq(recordings.name, name), eq(recordings.node, node)))
      .returning({ name: recordings.name });
    // The show was deleted meanwhile.
    if (confirmed.length === 0) for (const { key } of files) await store.remove(key);
  }

  async #putFiles(
    files: readonly StoredFile[],
    packed: ReadonlyMap<StoredFile['what'], Packed>,
  ): Promise<void> {
    for (const { what, key } of files) {
      const file = packed.get(what);
      if (file !== undefined) await this.#options.store.put(key, file);
    }
  }

  /**
   * Stores shows that no node has stored, from their inputs in the database: the node that counted such a show is gone.
   */
  async #adopt(): Promise<void> {
    const { db } = this.#options.database();
    const { rows } = await db.execute(sql`
      select s.host, s.name, s.facts from cluster.shows s
      where exists (select from cluster.shows n where n.host = s.host and n.name > s.name
          and to_timestamp((n.id >> 20) / 1000) < now() - ${sql.raw(ADOPT_AFTER)})
        and exists (select from cluster.inputs i where i.show = s.id)
        and not exists (select from cluster.recordings r where r.host = s.host and r.name = s.name and r.stored and r.seq > 0)
      order by s.id limit 20`);
    for (const { host, name, facts } of lostSchema.parse(rows)) {
      if (this.#closed) return;
      if (existsSync(this.#folderOf(host, name))) continue;
      await this.#inFolder(STORE_FOLDER, async (into) => {
        const folder = join(into, 'show');
        const whole = { mostMissing: Number.POSITIVE_INFINITY };
        await restoreShow(folder, this.#options.log(host, name, facts), whole);
        const found = findShow(folder);
        if (found === null) return;
        const packed = new Map([['journal' as const, await packJournal(folder, into)]]);
        await this.#put(
          { host, name },
          { seq: found.seq, identity: `${found.seq} `, summary: found.summary },
          packed,
        );
      });
    }
  }

  /** Deletes the files of shows that were deleted, and of imports that came to nothing. */
  async #removeDeleted(): Promise<void> {
    const { nodeId, database } = this.#options;
    const { db } = database();
    const deleted = await db
      .select()
      .from(recordings)
      .where(
        and(
          notExists(
            db
              .select({ id: shows.id })
              .from(shows)
              .where(and(eq(shows.host, recordings.host), eq(shows.name, recordings.name))),
          ),
          // A node that is alive may be importing the show.
          sql`(${recordings.stored} or ${recordings.node} = ${nodeId} or not exists
            (select from cluster.nodes n where n.id = ${recordings.node} and n.lease_until > clock_timestamp()))`,
        ),
      );
    for (const { host, name, node, files, identity, stored } of deleted) {
      if (node === nodeId && this.#staged.has(this.#folderOf(host, name))) continue;
      // From now on, an import cannot publish the show.
      const claimed = await db
        .update(recordings)
        .set({ identity: '', stored: false })
        .where(
          and(
            eq(recordings.host, host),
            eq(recordings.name, name),
            eq(recordings.node, node),
            eq(recordings.identity, identity),
            eq(recordings.stored, stored),
          ),
        )
        .returning({ name: recordings.name });
      if (claimed.length === 0) continue;
      for (const { key } of z.array(fileSchema).parse(files)) await this.#options.store.remove(key);
      await db
        .delete(recordings)
        .where(and(eq(recordings.host, host), eq(recordings.name, name), eq(recordings.node, node)));
    }
  }

  #rowsOf(host: string, name: string) {
    return this.#options
      .database()
      .db.select()
      .from(recordings)
      .where(and(eq(recordings.host, host), eq(recordings.name, name)));
  }

  /** Runs `work` with a new empty folder on the disk of the shows. */
  async #inFolder<T>(name: string, work: (folder: string) => Promise<T>): Promise<T> {
    const folder = join(this.#options.dataDir, name);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    try {
      return await work(folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /** The past shows of a host that are in the store, for its backstage in `hostFolder`. */
  async of(host: string, hostFolder: string): Promise<StoredShows> {
    const { db } = this.#options.database();
    const rows = await db
      .select({
        name: recordings.name,
        seq: recordings.seq,
        summary: recordings.summary,
        files: recordings.files,
        facts: shows.facts,
      })
      .from(recordings)
      .innerJoin(shows, and(eq(shows.host, recordings.host), eq(shows.name, recordings.name)))
      .where(and(eq(recordings.host, host), recordings.stored));
    const found = new Map<string, StoredShow>();
    for (const { name, seq, summary, files, facts } of rows) {
      const shown = storedSchema.safeParse({ summary, facts, files });
      if (!shown.success) continue;
      const before = found.get(name);
      const hasRecording =
        (before?.hasRecording ?? false) || shown.data.files.some(({ what }) => what === 'messages');
      const newest =
        before !== undefined && before.seq >= seq ? before : { ...shown.data, showId: name, seq };
      found.set(name, { ...newest, hasRecording });
    }
    return {
      shows: [...found.values()].filter(({ seq }) => seq > 0),
      fetch: (name) => this.#fetch(host, name, hostFolder),
      inCopy: (name, use) =>
        this.#inFolder(join(COPIES_FOLDER, `${host}-${name}`), async (folder) => {
          await this.#fetch(host, name, folder);
          return use(join(folder, 'shows', name));
        }),
    };
  }

  async #fetch(host: string, name: string, hostFolder: string): Promise<void> {
    try {
      const [row] = (await this.#rowsOf(host, name))
        .filter(({ stored, seq }) => stored && seq > 0)
        .sort((a, b) => b.seq - a.seq);
      const file = z
        .array(fileSchema)
        .parse(row?.files ?? [])
        .find(({ what }) => what === 'journal');
      const { db } = this.#options.database();
      const [show] = await db
        .select({ facts: shows.facts })
        .from(shows)
        .where(and(eq(shows.host, host), eq(shows.name, name)));
      if (row === undefined || file === undefined || show === undefined)
        throw new RingsideError('session.noShow');
      const folder = join(hostFolder, 'shows', name);
      const stream = await this.#options.store.get(file.key);
      // Backups leave out files with this ending.
      const temporary = join(hostFolder, `${name}.part`);
      const isNew = !existsSync(folder);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      try {
        await unpackJournal(stream, { ...file, seq: row.seq }, folder, temporary);
        writeFacts(folder, showFactsSchema.parse(show.facts));
      } catch (error) {
        if (isNew) rmSync(folder, { recursive: true, force: true });
        throw error;
      }
    } catch (error) {
      if (error instanceof RingsideError) throw error;
      this.#options.onFault(new Error(`The show ${name} cannot be fetched`, { cause: error }));
      throw new RingsideError('storage.unreachable');
    }
  }
}

/** The files of a packed show, with their keys in the store. */
const filesOf = (
  { host, name }: Task,
  node: string,
  packed: ReadonlyMap<StoredFile['what'], Packed>,
): StoredFile[] =>
  Array.from(packed, ([what, { bytes, sha256 }]) => {
    const end = what === 'journal' ? 'sqlite' : 'ndjson';
    return { what, key: `${host}/${name}/${what}-${node}.${end}.gz`, bytes, sha256 };
  });

const lostSchema = z.array(z.object({ host: z.string(), name: z.string(), facts: showFactsSchema }));
const storedSchema = z.object({ summary: summarySchema, facts: showFactsSchema, files: z.array(fileSchema) });

/** Null for a show that cannot be read: its host hears of it when the show is opened. */
function readable(folder: string) {
  try {
    return findShow(folder);
  } catch {
    return null;
  }
}
