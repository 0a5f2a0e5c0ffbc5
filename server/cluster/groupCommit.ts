import type pg from 'pg';
import { z } from 'zod';
import { StaleWriterError, UnknownCommitError } from '#backstage/journal/failures.ts';
import type { StoredInput } from '#shared/contract/backstage.ts';

/** The inputs of one show that are to be stored at once. */
export interface ShowBatch {
  host: string;
  /** The key of the show. */
  show: string;
  inputs: readonly StoredInput[];
}

/** The right of a node to write. It ends when another node raises the epoch. */
export interface Fence {
  node: string;
  epoch: number;
}

interface Waiting extends ShowBatch {
  stored: () => void;
  failed: (error: unknown) => void;
}

/** The most inputs of one transaction: some 2 MB. */
const MOST_INPUTS = 4000;

/**
 * Appends the batches of all shows of a node. One transaction runs at a time; what arrives meanwhile is the next one.
 *
 * Each transaction locks the node's row `FOR SHARE` and compares the epoch. Another node raises the epoch before it
 * takes a host over, and its update waits for the lock. So every transaction of the former owner is either committed
 * before the takeover, and read by the new owner, or refused.
 */
export class GroupCommit {
  readonly #pool: pg.Pool;
  readonly #fence: () => Fence;
  #queue: Waiting[] = [];
  #running = false;

  constructor(pool: pg.Pool, fence: () => Fence) {
    this.#pool = pool;
    this.#fence = fence;
  }

  /** Stores a batch. Throws as `InputLog.append`. */
  append(batch: ShowBatch): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#queue.push({ ...batch, stored: resolve, failed: reject });
    if (!this.#running) void this.#run();
    return promise;
  }

  /** Stores the facts of a show, if the node has its host. */
  async putFacts({ host, name }: { host: string; name: string }, facts: unknown): Promise<void> {
    const { node, epoch } = this.#fence();
    await this.#pool.query(
      `with ${FENCE} update cluster.shows set facts = $5 where host = $3 and name = $4 and exists (select from fence)
       and exists (select from cluster.stages s where s.host = $3 and s.node = $1 and s.epoch = $2)`,
      [node, epoch, host, name, facts],
    );
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#queue.length > 0) {
      const group = this.#take();
      try {
        await this.#commitGroup(group);
      } catch (error) {
        for (const { failed } of group) failed(error);
      }
    }
    this.#running = false;
  }

  #take(): Waiting[] {
    let size = 0;
    const end = this.#queue.findIndex(({ inputs }) => {
      size += inputs.length;
      return size > MOST_INPUTS;
    });
    return this.#queue.splice(0, end === -1 ? this.#queue.length : Math.max(1, end));
  }

  /** Commits a group. If one of its batches cannot be stored, commits each alone, so that the others are stored. */
  async #commitGroup(group: Waiting[]): Promise<void> {
    try {
      const stored = await store(this.#pool, this.#fence(), group);
      for (const { show, stored: done, failed } of group) {
        if (stored.has(show)) done();
        else failed(new StaleWriterError(`the node may not append to show ${show} at this number`));
      }
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (group.length > 1) for (const each of group) await this.#commitAlone(each);
      else if (group[0] !== undefined) await this.#settleRefused(group[0], error);
    }
  }

  async #commitAlone(batch: Waiting): Promise<void> {
    await this.#commitGroup([batch]).catch(batch.failed);
  }

  /** Finds out why a batch was refused: it is stored already, other inputs have its numbers, or it has a defect. */
  async #settleRefused(batch: Waiting, error: unknown): Promise<void> {
    const bodies = await storedBodies(this.#pool, this.#fence(), batch);
    if (bodies === null) {
      batch.failed(new StaleWriterError('another node has taken over'));
      return;
    }
    if (bodies.length === 0) batch.failed(error);
    else if (batch.inputs.every(({ input }, index) => bodies[index] === JSON.stringify(input)))
      batch.stored();
    else batch.failed(new StaleWriterError(`there are other inputs from ${batch.inputs[0]?.seq} on`));
  }
}

/** Whether PostgreSQL refused the content of a statement, so that nothing is stored and a retry would fail again. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(?:22|23)/.test(String(error.code));

/** In a statement whose first parameters are a node and its epoch: finds a row while the node may write. */
export const FENCE =
  'fence as materialized (select from cluster.nodes where id = $1 and epoch = $2 for share)';

/**
 * Only the shows whose host the node has claimed, and whose last input is the one before the batch. Both are looked up
 * by a key for each batch: for an `exists`, PostgreSQL may read the whole table of inputs.
 */
export const STORE = `with ${FENCE}, batches as materialized (
    select b.show from unnest($3::bigint[], $4::text[], $5::int[]) b (show, host, first)
    where exists (select from fence)
      and (select s.node = $1 and s.epoch = $2 from cluster.stages s where s.host = b.host)
      and (b.first = 1 or (select true from cluster.inputs i where i.show = b.show and i.seq = b.first - 1))
  ), stored as (
    insert into cluster.inputs (show, seq, msg_id, body)
    select i.* from unnest($6::bigint[], $7::int[], $8::text[], $9::text[]) i (show, seq, msg_id, body)
    join batches using (show)
  )
  select array(select show::text from batches) as shows`;

const storedSchema = z.tuple([z.object({ shows: z.array(z.string()) })]);

/** Stores the batches in one transaction. Returns the shows that the node may write to; others are not stored. */
async function store(pool: pg.Pool, fence: Fence, batches: readonly ShowBatch[]): Promise<Set<string>> {
  const shows: string[] = [];
  const seqs: number[] = [];
  const msgIds: (string | null)[] = [];
  const bodies: string[] = [];
  for (const { show, inputs } of batches) {
    for (const { seq, input } of inputs) {
      shows.push(show);
      seqs.push(seq);
      msgIds.push(input.kind === 'gift' && input.msgId !== '' ? input.msgId : null);
      bodies.push(JSON.stringify(input));
    }
  }
  const rows = await commit(pool, 'cluster-store', STORE, [
    fence.node,
    fence.epoch,
    batches.map(({ show }) => show),
    batches.map(({ host }) => host),
    batches.map(({ inputs }) => inputs[0]?.seq ?? 0),
    shows,
    seqs,
    msgIds,
    bodies,
  ]);
  return new Set(storedSchema.parse(rows)[0].shows);
}

const bodiesSchema = z.tuple([z.object({ held: z.boolean(), bodies: z.array(z.string()) })]);

/**
 * Returns what is stored under the numbers of a batch; null if the node may not write any more. The lock makes this a
 * transaction that waits for the standbys. What it read is then replicated, too, even if the earlier commit did not wait.
 */
async function storedBodies(
  pool: pg.Pool,
  fence: Fence,
  { show, inputs }: ShowBatch,
): Promise<string[] | null> {
  const rows = await commit(
    pool,
    'cluster-stored',
    `with ${FENCE} select exists (select from fence) as held, array(
       select body from cluster.inputs where show = $3 and seq >= $4 and seq < $4 + $5::int order by seq) as bodies`,
    [fence.node, fence.epoch, show, inputs[0]?.seq ?? 0, inputs.length],
  );
  const [{ held, bodies }] = bodiesSchema.parse(rows);
  return held ? bodies : null;
}

/**
 * Runs a statement that commits. After a refusal nothing is stored.
 *
 * @throws the refusal of PostgreSQL, and UnknownCommitError for every other failure. A warning is one of them:
 * PostgreSQL reports success with a warning if it stopped waiting for a standby.
 */
export async function commit(
  pool: pg.Pool,
  name: string,
  text: string,
  values: unknown[],
): Promise<unknown[]> {
  const client = await pool.connect().catch((error: unknown) => {
    throw new UnknownCommitError(error);
  });
  let failure: Error | undefined;
  let warning: unknown;
  const notice = (message: { severity: string | undefined; message: string | undefined }) => {
    if (message.severity === 'WARNING') warning ??= message.message;
  };
  client.on('notice', notice);
  try {
    const { rows } = await client.query({ name, text, values });
    if (warning !== undefined) throw new UnknownCommitError(warning);
    return rows;
  } catch (error) {
    if (isRefusal(error)) throw error;
    failure = error instanceof UnknownCommitError ? error : new UnknownCommitError(error);
    throw failure;
  } finally {
    client.off('notice', notice);
    // After an unknown commit, the connection may be broken, or its transaction may still run.
    client.release(failure);
  }
}
