import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { fileKind } from '#backstage/anchors/pictureStore.ts';
import type { Backstage } from '#backstage/api.ts';
import { HOST_FILES } from '#backstage/dataFolder.ts';
import { StaleWriterError, UnknownCommitError } from '#backstage/journal/failures.ts';
import { readTokens } from '#backstage/overlay/linkStore.ts';
import type { Picture } from '#backstage/overlay/overlayEndpoint.ts';
import { readRemoteDigests } from '#backstage/remote/remoteStore.ts';
import { beganAt } from '#backstage/show/facts.ts';
import { digestOf } from '../overlay/overlayLookup.ts';
import type { StagedShow } from '../recordings/recordings.ts';
import { type ClusterDatabase, showKey } from './clusterDatabase.ts';
import { commit, FENCE, type Fence } from './groupCommit.ts';
import { hostFiles, overlayTokens, pictures } from './schema.ts';

const LINKS = 'overlays.json';
const REMOTES = 'remotes.json';
const PICTURES = 'pictures';
const PICTURE = /^[0-9a-f]{64}$/;
/** The bytes of pictures in one statement or answer. One picture may be larger. */
const MOST_BYTES = 4_000_000;
/** How often (ms) a node looks for files that no call of a screen has changed, such as learned gifts. */
const STORE_EVERY_MS = 2000;

/**
 * Stores the files of one host in the database of the cluster. The folder of the backstage has a copy, which the
 * backstage reads and writes as on a single server.
 */
export class HostFiles {
  readonly #database: ClusterDatabase;
  readonly #fence: () => Fence;
  readonly #host: string;
  readonly #folder: string;
  /** The identity of each file in the folder that the database has. */
  readonly #stored = new Map<string, string>();
  readonly #storedPictures = new Set<string>();
  #storing: Promise<void> = Promise.resolve();
  /** Imported shows that are published with the next change of files. */
  #imported: readonly StagedShow[] = [];

  constructor(database: ClusterDatabase, fence: () => Fence, host: string, folder: string) {
    this.#database = database;
    this.#fence = fence;
    this.#host = host;
    this.#folder = folder;
  }

  /**
   * Brings the folder up to date, before its backstage opens. Files that only the folder has are stored: they are from
   * a time before the server was in a cluster.
   */
  async restore(): Promise<void> {
    mkdirSync(join(this.#folder, PICTURES), { recursive: true, mode: 0o700 });
    await this.#restorePictures();
    const files = await this.#database.db
      .select({ name: hostFiles.name, body: hostFiles.body })
      .from(hostFiles)
      .where(eq(hostFiles.host, this.#host));
    const known = z.enum(HOST_FILES);
    for (const { name, body } of files) {
      if (!known.safeParse(name).success) continue;
      if (body.length === 0) rmSync(join(this.#folder, name), { force: true });
      else this.#write(name, body);
      this.#stored.set(name, identityOf(join(this.#folder, name)));
    }
    await this.store();
  }

  /**
   * Stores every file that has changed. Resolves when the database has all that was in the folder at the call.
   *
   * @throws StaleWriterError if the node has lost the host; UnknownCommitError.
   */
  store(): Promise<void> {
    const stored = this.#storing.catch(() => undefined).then(() => this.#store());
    this.#storing = stored;
    return stored;
  }

  /**
   * Stores every file that has changed, and makes imported shows visible to all servers, in one statement. After an
   * UnknownCommitError, the next call of `store` does so, too.
   *
   * @throws as `store`; a plain Error if the files of a show are gone. Nothing is stored then.
   */
  async publish(imported: readonly StagedShow[]): Promise<void> {
    this.#imported = imported;
    try {
      await this.store();
    } catch (error) {
      if (!(error instanceof UnknownCommitError)) this.#imported = [];
      throw error;
    }
  }

  /** Whether imported shows wait for the next call of `store`. */
  get isPublishing(): boolean {
    return this.#imported.length > 0;
  }

  async #store(): Promise<void> {
    // No await between the last look at the pictures and the reading of the files that name them.
    while (await this.#storePictures());
    const changed = HOST_FILES.map((name) => ({
      name,
      identity: identityOf(join(this.#folder, name)),
    })).filter(({ name, identity }) => identity !== (this.#stored.get(name) ?? ''));
    const imported = this.#imported;
    if (changed.length === 0 && imported.length === 0) return;
    // A file that was deleted is stored as an empty one: other folders may still have it.
    const bodies = changed.map(({ name, identity }) =>
      identity === '' ? Buffer.alloc(0) : readFileSync(join(this.#folder, name)),
    );
    const hasTokens = changed.some(({ name }) => name === LINKS || name === REMOTES);
    const digests = hasTokens
      ? [...(await readTokens(this.#folder)).map(digestOf), ...(await readRemoteDigests(this.#folder))]
      : [];
    const { isWhole } = await this.#commit('cluster-files', STORE_FILES, [
      changed.map(({ name }) => name),
      bodies,
      hasTokens,
      digests,
      imported.map(({ name }) => name),
      imported.map(({ identity }) => identity),
      imported.map(({ name }) => showKey(beganAt(name) ?? 0)),
      imported.map(({ facts }) => JSON.stringify(facts)),
    ]);
    if (!isWhole) throw new Error('the files of an imported show were deleted meanwhile');
    if (this.#imported === imported) this.#imported = [];
    for (const { name, identity } of changed) this.#stored.set(name, identity);
  }

  /** Stores new pictures and deletes old ones. Returns whether there were any. */
  async #storePictures(): Promise<boolean> {
    const folder = join(this.#folder, PICTURES);
    const present = new Set(namesIn(folder).filter((name) => PICTURE.test(name)));
    const added = [...present].filter((name) => !this.#storedPictures.has(name));
    const removed = [...this.#storedPictures].filter((name) => !present.has(name));
    if (added.length === 0 && removed.length === 0) return false;
    for (const names of grouped(added, (name) => statSync(join(folder, name)).size)) {
      const bodies = names.map((name) => readFileSync(join(folder, name)));
      await this.#commit('cluster-pictures', STORE_PICTURES, [names, bodies, []]);
      for (const name of names) this.#storedPictures.add(name);
    }
    if (removed.length > 0) await this.#commit('cluster-pictures', STORE_PICTURES, [[], [], removed]);
    for (const name of removed) this.#storedPictures.delete(name);
    return true;
  }

  async #restorePictures(): Promise<void> {
    const { pool } = this.#database;
    const folder = join(this.#folder, PICTURES);
    const { rows } = await pool.query<Record<string, unknown>>(
      'select name, length(body) as bytes from cluster.pictures where host = $1',
      [this.#host],
    );
    const stored = storedPicturesSchema.parse(rows).filter(({ name }) => PICTURE.test(name));
    const present = new Set(namesIn(folder));
    const missing = stored.filter(({ name }) => !present.has(name));
    for (const group of grouped(missing, ({ bytes }) => bytes)) {
      const { rows: bodies } = await pool.query<Record<string, unknown>>(
        'select name, body from cluster.pictures where host = $1 and name = any($2)',
        [this.#host, group.map(({ name }) => name)],
      );
      for (const { name, body } of bodiesSchema.parse(bodies)) this.#write(join(PICTURES, name), body);
    }
    for (const { name } of stored) this.#storedPictures.add(name);
  }

  async #commit(name: string, text: string, values: unknown[]): Promise<{ isWhole: boolean }> {
    const { node, epoch } = this.#fence();
    const rows = await commit(this.#database.pool, name, text, [node, epoch, this.#host, ...values]);
    const [{ held, whole }] = heldSchema.parse(rows);
    if (!held) throw new StaleWriterError('the node may not store files of this host');
    return { isWhole: whole };
  }

  #write(name: string, body: Uint8Array): void {
    const path = join(this.#folder, name);
    writeFileSync(`${path}.next`, body);
    renameSync(`${path}.next`, path);
  }
}

const storedPicturesSchema = z.array(z.object({ name: z.string(), bytes: z.number() }));
const bodiesSchema = z.array(z.object({ name: z.string().regex(PICTURE), body: z.instanceof(Buffer) }));
const heldSchema = z.tuple([z.object({ held: z.boolean(), whole: z.boolean().default(true) })]);

const OWNED = `with ${FENCE}, owned as materialized (
    select from cluster.stages s where s.host = $3 and s.node = $1 and s.epoch = $2 and exists (select from fence))`;

/**
 * Stores files with their overlay tokens in one transaction, so that a link works as soon as it is shown, and publishes
 * imported shows. Stores nothing if a row of a show is not the one that the import has made.
 */
const STORE_FILES = `${OWNED}, confirmed as (
    update cluster.recordings r set stored = true from unnest($8::text[], $9::text[]) s (name, identity)
    where r.host = $3 and r.node = $1 and r.name = s.name and r.identity = s.identity and exists (select from owned)
    returning r.name
  ), allowed as materialized (
    select from owned where (select count(*) from confirmed) = cardinality($8::text[])
  ), published as (
    insert into cluster.shows (id, host, name, facts)
    select s.id, $3, s.name, s.facts::jsonb from unnest($8::text[], $10::bigint[], $11::text[]) s (name, id, facts)
    where exists (select from allowed)
    on conflict (host, name) do nothing
  ), files as (
    insert into cluster.host_files (host, name, body)
    select $3, f.* from unnest($4::text[], $5::bytea[]) f (name, body) where exists (select from allowed)
    on conflict (host, name) do update set body = excluded.body
  ), revoked as (
    delete from cluster.overlay_tokens
    where host = $3 and $6 and digest <> all ($7::text[]) and exists (select from allowed)
  ), added as (
    insert into cluster.overlay_tokens (host, digest)
    select $3, digest from unnest($7::text[]) digest where exists (select from allowed)
    on conflict do nothing
  )
  select exists (select from owned) as held, exists (select from allowed) as whole`;

const STORE_PICTURES = `${OWNED}, removed as (
    delete from cluster.pictures where host = $3 and name = any ($6::text[]) and exists (select from owned)
  ), added as (
    insert into cluster.pictures (host, name, body)
    select $3, p.* from unnest($4::text[], $5::bytea[]) p (name, body) where exists (select from owned)
    on conflict do nothing
  )
  select exists (select from owned) as held`;

/** Differs for each version of a file, because files are replaced by a rename. '' if the file does not exist. */
function identityOf(path: string): string {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? '' : `${stats.ino} ${stats.mtimeNs} ${stats.size}`;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Splits a list into groups of at most `MOST_BYTES`. */
function grouped<T>(items: readonly T[], sizeOf: (item: T) => number): T[][] {
  const groups: T[][] = [];
  let left = 0;
  for (const item of items) {
    const size = sizeOf(item);
    if (size > left || groups.length === 0) {
      groups.push([]);
      left = MOST_BYTES;
    }
    groups.at(-1)?.push(item);
    left -= size;
  }
  return groups;
}

/**
 * Stores the files of a backstage after each call of a screen, before the call is answered. What changes by itself is
 * stored some seconds later. `failed` is called when files could not be stored, and storing is tried again.
 */
export function storeFilesOf(
  backstage: Backstage,
  files: Pick<HostFiles, 'store'>,
  failed: (error: unknown) => void,
): Backstage {
  const timer = setInterval(() => void files.store().catch(failed), STORE_EVERY_MS).unref();
  return {
    connect: (screen) => {
      const client = backstage.connect(screen);
      return {
        request: async (raw) => {
          const answer = await client.request(raw);
          if (!answer.ok) return answer;
          try {
            await files.store();
            return answer;
          } catch (error) {
            failed(error);
            return { id: answer.id, ok: false, problem: { code: 'cluster.unreachable' } };
          }
        },
        setBacklog: (bytes) => client.setBacklog(bytes),
        close: () => client.close(),
      };
    },
    get busy() {
      return backstage.busy;
    },
    get vitals() {
      return backstage.vitals;
    },
    get liveRoom() {
      return backstage.liveRoom;
    },
    onBusy: (listener) => backstage.onBusy(listener),
    overlays: backstage.overlays,
    remote: backstage.remote,
    disconnect: () => backstage.disconnect(),
    close: async () => {
      clearInterval(timer);
      await backstage.close();
      await files.store().catch(failed);
    },
    abandon: () => {
      clearInterval(timer);
      backstage.abandon();
    },
  };
}

/** Returns the host to whose overlays a token belongs; null if there is none. */
export async function hostOfToken({ db }: ClusterDatabase, digest: string): Promise<string | null> {
  const [row] = await db
    .select({ host: overlayTokens.host })
    .from(overlayTokens)
    .where(eq(overlayTokens.digest, digest))
    .limit(1);
  return row?.host ?? null;
}

/** Returns a picture of any host by its name, the hash of its bytes. */
export async function storedPicture({ db }: ClusterDatabase, name: string): Promise<Picture | null> {
  const [row] = await db
    .select({ body: pictures.body })
    .from(pictures)
    .where(eq(pictures.name, name))
    .limit(1);
  const kind = row === undefined ? null : fileKind(row.body);
  return row === undefined || kind === null ? null : { type: kind.type, bytes: row.body };
}
