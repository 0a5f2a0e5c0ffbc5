import { and, asc, desc, eq, gt, max, notInArray } from 'drizzle-orm';
import { CorruptJournalError, UnknownCommitError } from '#backstage/journal/failures.ts';
import type { Batch, LogHead, ShowLog, StoredSnapshot } from '#backstage/journal/inputLog.ts';
import { beganAt, type ShowFacts } from '#backstage/show/facts.ts';
import type { StoredInput } from '#shared/contract/backstage.ts';
import { inputSchema } from '#shared/contract/input.ts';
import { type ClusterDatabase, showKey } from './clusterDatabase.ts';
import type { GroupCommit } from './groupCommit.ts';
import { inputs, shows, snapshots } from './schema.ts';

const KEPT_SNAPSHOTS = 2;

/** A show whose inputs are in the database of the cluster. */
export interface ClusterShow {
  /** The key of the host. */
  host: string;
  /** The id of the show in the host's backstage. */
  name: string;
  facts: ShowFacts;
}

/**
 * The input log of a show on a node. PostgreSQL stores the inputs only: the ledger rows of a batch go into the node's
 * own ledger. `GroupCommit` refuses the writes of a node that has lost the host.
 */
export class PostgresInputLog implements ShowLog {
  readonly #database: ClusterDatabase;
  readonly #commits: GroupCommit;
  readonly #show: ClusterShow;
  #key: bigint | null = null;
  #hasPartition = false;
  /** Facts that are not stored yet. */
  #changedFacts: ShowFacts | null = null;
  #head: LogHead | null;

  /** `head` is the end of the log, if the ledger of this node lacks it. */
  constructor(
    database: ClusterDatabase,
    commits: GroupCommit,
    show: ClusterShow,
    head: LogHead | null = null,
  ) {
    this.#head = head;
    this.#database = database;
    this.#commits = commits;
    this.#show = show;
  }

  async append({ inputs }: Pick<Batch, 'inputs'>): Promise<void> {
    if (inputs.length === 0) return;
    const show = String(await this.#keyToWrite());
    // A server that takes over needs the facts to find the room.
    await this.#storeFacts();
    await this.#commits.append({ host: this.#show.host, show, inputs });
  }

  takeHead(): LogHead | null {
    const head = this.#head;
    this.#head = null;
    return head;
  }

  putFacts(facts: ShowFacts): void {
    this.#changedFacts = facts;
    // After a failure, the next batch tries again.
    this.#storeFacts().catch(() => undefined);
  }

  async #storeFacts(): Promise<void> {
    const facts = this.#changedFacts;
    if (facts === null) return;
    try {
      await this.#commits.putFacts(this.#show, facts);
    } catch (error) {
      throw new UnknownCommitError(error);
    }
    if (this.#changedFacts === facts) this.#changedFacts = null;
  }

  async read(after: number, limit: number): Promise<StoredInput[]> {
    const key = await this.#findKey();
    if (key === null) return [];
    const rows = await this.#database.db
      .select({ seq: inputs.seq, body: inputs.body })
      .from(inputs)
      .where(and(eq(inputs.show, key), gt(inputs.seq, after)))
      .orderBy(asc(inputs.seq))
      .limit(limit);
    return rows.map(({ seq, body }, index) => {
      if (seq !== after + index + 1) throw new CorruptJournalError(`no input ${after + index + 1}`);
      return { seq, input: parseInput(seq, body) };
    });
  }

  async last(): Promise<number> {
    const key = await this.#findKey();
    if (key === null) return 0;
    const { db } = this.#database;
    const [row] = await db
      .select({ seq: max(inputs.seq) })
      .from(inputs)
      .where(eq(inputs.show, key));
    return row?.seq ?? 0;
  }

  async messages(): Promise<Set<string>> {
    const key = await this.#findKey();
    if (key === null) return new Set();
    // Drizzle takes three times as long for so many rows.
    const { rows } = await this.#database.pool.query<{ id: string }>(
      'select msg_id as id from cluster.inputs where show = $1 and msg_id is not null',
      [String(key)],
    );
    return new Set(rows.map(({ id }) => id));
  }

  async putSnapshot({ seq, version, body }: StoredSnapshot): Promise<void> {
    const show = await this.#keyToWrite();
    await this.#database.db.transaction(async (tx) => {
      await tx
        .insert(snapshots)
        .values({ show, seq, version, body })
        .onConflictDoUpdate({ target: [snapshots.show, snapshots.seq], set: { version, body } });
      const kept = tx
        .select({ seq: snapshots.seq })
        .from(snapshots)
        .where(eq(snapshots.show, show))
        .orderBy(desc(snapshots.seq))
        .limit(KEPT_SNAPSHOTS);
      await tx.delete(snapshots).where(and(eq(snapshots.show, show), notInArray(snapshots.seq, kept)));
    });
  }

  async newestSnapshot(version: number): Promise<StoredSnapshot | null> {
    const show = await this.#findKey();
    if (show === null) return null;
    const [row] = await this.#database.db
      .select({ seq: snapshots.seq, version: snapshots.version, body: snapshots.body })
      .from(snapshots)
      .where(and(eq(snapshots.show, show), eq(snapshots.version, version)))
      .orderBy(desc(snapshots.seq))
      .limit(1);
    return row ?? null;
  }

  async #keyToWrite(): Promise<bigint> {
    try {
      // An imported show has a key before it has inputs.
      if (!this.#hasPartition) await this.#database.ensurePartition(beganAt(this.#show.name) ?? Date.now());
      this.#hasPartition = true;
      return (await this.#findKey()) ?? (await this.#createKey());
    } catch (error) {
      // An earlier attempt may have stored the batch.
      throw new UnknownCommitError(error);
    }
  }

  async #findKey(): Promise<bigint | null> {
    if (this.#key !== null) return this.#key;
    const { host, name } = this.#show;
    const [row] = await this.#database.db
      .select({ id: shows.id })
      .from(shows)
      .where(and(eq(shows.host, host), eq(shows.name, name)));
    this.#key = row?.id ?? null;
    return this.#key;
  }

  async #createKey(): Promise<bigint> {
    const { host, name } = this.#show;
    const facts = this.#changedFacts ?? this.#show.facts;
    const at = beganAt(name) ?? Date.now();
    const id = BigInt(showKey(at));
    await this.#database.db
      .insert(shows)
      .values({ id, host, name, facts })
      .onConflictDoNothing({ target: [shows.host, shows.name] });
    const key = await this.#findKey();
    if (key === null) throw new Error(`show ${name} was deleted`);
    return key;
  }
}

function parseInput(seq: number, body: string): StoredInput['input'] {
  try {
    return inputSchema.parse(JSON.parse(body));
  } catch {
    throw new CorruptJournalError(`input ${seq}`);
  }
}
