import type { StoredInput } from '#shared/contract/backstage.ts';
import type { Input } from '#shared/contract/input.ts';
import { fold, type GameState } from '#shared/game/fold.ts';
import { failureOf, type StorageFailure, UnknownCommitError } from '../journal/failures.ts';
import type { Journal } from '../journal/journal.ts';
import { RowChanges } from '../journal/rowChanges.ts';
import { readState } from '../journal/snapshots.ts';
import type { Recorded } from '../recording/line.ts';
import { type Commit, commits } from '../vitals.ts';
import { withClockInputs } from './due.ts';
import type { Uncounted } from './uncounted.ts';

/** Something that arrived from a room: an input, a message that is only recorded, or both. */
export interface Arrival {
  input?: Input;
  recorded?: Recorded;
}

/** A batch whose inputs are folded into the state. */
interface Batch {
  inputs: StoredInput[];
  rows: RowChanges;
  recorded: Recorded[];
  /** Called once the batch is on disk. */
  done: (() => void)[];
}

interface Delivery {
  /** Deliveries have ascending numbers in the order of their arrival. The parts of a split one keep its number. */
  number: number;
  arrivals: Arrival[];
  size: number;
  done: () => void;
  /** Called if the inputs are not stored. Without it, an input that fails alone is stored in `Uncounted` instead. */
  refuse?: (error: unknown) => void;
  /** Makes the inputs once everything before this delivery is committed. */
  compose?: () => readonly Input[];
}

/** A batch that is not on disk yet. */
interface PendingBatch extends Batch {
  deliveries: Delivery[];
  /** The batch holds a single delivery, because a larger batch failed. */
  alone: boolean;
  /** An attempt to store the batch may have succeeded. Only another attempt can tell. */
  unknown: boolean;
}

/** The default of the largest size of the queue (approximate bytes): some minutes of a large show. */
const LARGEST_QUEUE = 64 * 1024 * 1024;
const SIZE_OF_INPUT = 600;
/** What a frame without arrivals holds until it is acknowledged (approximate bytes). */
const SIZE_OF_FRAME = 400;

/**
 * Queues arrivals and writes them to the journal in batches. Each input gets its number and is folded. A batch is one
 * transaction: its inputs and the ledger rows that they changed. Screens hear of a batch only after it is committed.
 * One batch is in flight at a time, so everything before a batch is committed when the batch is folded.
 */
export class Intake {
  readonly #uncounted: Uncounted;
  readonly #journal: Journal;
  readonly #log: (message: string, error: unknown) => void;
  readonly #meta: () => Record<string, unknown>;
  readonly #largestQueue: number;
  #state: GameState;
  #committedSeq: number;
  #queue: Delivery[] = [];
  #queueSize = 0;
  #lastNumber = 0;
  /** The batch that is folded and not on disk. It is retried before any other batch. */
  #pending: PendingBatch | null = null;
  /** How many deliveries at the head of the queue are written one per batch: one of them made a larger batch fail. */
  #isolated = 0;

  constructor(
    journal: Journal,
    state: GameState,
    uncounted: Uncounted,
    meta: () => Record<string, unknown>,
    log: (message: string, error: unknown) => void,
    largestQueue = LARGEST_QUEUE,
  ) {
    this.#log = log;
    this.#largestQueue = largestQueue;
    this.#uncounted = uncounted;
    this.#journal = journal;
    this.#state = state;
    this.#committedSeq = journal.lastSeq();
    this.#meta = meta;
  }

  get state(): GameState {
    return this.#state;
  }

  get committedSeq(): number {
    return this.#committedSeq;
  }

  /** The size of everything that is not on disk yet; bytes are approximate. */
  get waiting(): { inputs: number; bytes: number } {
    const pending = this.#pending;
    const queued = this.#queue.reduce((sum, { arrivals }) => sum + arrivals.length, 0);
    if (pending === null) return { inputs: queued, bytes: this.#queueSize };
    const recorded = pending.recorded.reduce((sum, { payload }) => sum + payload.length, 0);
    return {
      inputs: queued + pending.inputs.length,
      bytes: this.#queueSize + pending.inputs.length * SIZE_OF_INPUT + recorded,
    };
  }

  get empty(): boolean {
    return this.#queue.length === 0 && this.#pending === null;
  }

  /** The number of the delivery that was queued last. */
  get lastNumber(): number {
    return this.#lastNumber;
  }

  /** Whether all deliveries up to a number are stored, refused or dropped. */
  isSettled(number: number): boolean {
    const oldest = this.#pending?.deliveries[0] ?? this.#queue[0];
    return oldest === undefined || oldest.number > number;
  }

  /**
   * Queues arrivals. Without arrivals, `done` is called when everything that is queued is on disk. Returns false if the
   * queue is full; then nothing is queued and `done` is not called.
   */
  add(arrivals: Arrival[], done: () => void): boolean {
    if (arrivals.length === 0 && this.empty) {
      done();
      return true;
    }
    const size = arrivals.reduce((sum, arrival) => sum + sizeOf(arrival), 0) || SIZE_OF_FRAME;
    return this.#enqueue({ arrivals, size, done });
  }

  /**
   * Queues inputs that depend on the state. `compose` is called when everything before it is committed, and its inputs
   * are folded before anything else. Calls `done` once they are on disk, and `refuse` with the error if `compose`
   * throws, a defect prevents storing or the disk refuses them. Returns false if the queue is full.
   */
  addComposed(compose: () => readonly Input[], done: () => void, refuse: (error: unknown) => void): boolean {
    return this.#enqueue({ arrivals: [], size: SIZE_OF_INPUT, done, refuse, compose });
  }

  #enqueue(delivery: Omit<Delivery, 'number'>): boolean {
    if (this.#queueSize + delivery.size > this.#largestQueue) return false;
    this.#lastNumber += 1;
    this.#queue.push({ ...delivery, number: this.#lastNumber });
    this.#queueSize += delivery.size;
    return true;
  }

  /**
   * Writes the queue, or a part of it, as one batch. Returns the written batch, or null if the queue is empty. Returns
   * the failure if the batch could not be written; the next call retries the batch with the same numbers. Call it
   * again only after the promise is settled.
   */
  async flush(): Promise<Batch | null | StorageFailure> {
    await this.#journal.idle();
    try {
      this.#pending ??= this.#fold();
      const batch = this.#pending;
      if (batch === null) return null;
      const meta = this.#meta();
      const startedAt = performance.now();
      await this.#journal.append({ inputs: batch.inputs, rows: batch.rows, meta });
      if (commits.hasSubscribers) commits.publish(commitOf(batch, performance.now() - startedAt));
      this.#pending = null;
      this.#committedSeq = batch.inputs.at(-1)?.seq ?? this.#committedSeq;
      return batch;
    } catch (error) {
      if (error instanceof UnknownCommitError && this.#pending !== null) this.#pending.unknown = true;
      const failure = failureOf(error);
      if (failure !== 'other') return failure;
      try {
        return await this.#recover(error);
      } catch (unreadable) {
        return failureOf(unreadable);
      }
    }
  }

  /**
   * Refuses deliveries that can be refused and are not on disk, and undoes their changes to the state. A batch that may
   * be on disk stays, because refusing it could be wrong. Its deliveries wait until another attempt succeeds or fails.
   */
  dropRefusable(error: unknown): void {
    const isRefusable = ({ refuse }: Delivery) => refuse !== undefined;
    const dropped = this.#queue.filter(isRefusable);
    if (this.#pending?.unknown === false && this.#pending.deliveries.some(isRefusable)) {
      dropped.unshift(...this.#pending.deliveries.filter(isRefusable));
      this.#requeue(this.#pending.deliveries.filter((delivery) => !isRefusable(delivery)));
      this.#state = readState(this.#journal);
      this.#pending = null;
    }
    this.#queue = this.#queue.filter((delivery) => !isRefusable(delivery));
    this.#queueSize = this.#queue.reduce((sum, { size }) => sum + size, 0);
    this.#isolated = Math.min(this.#isolated, this.#queue.length);
    for (const { refuse } of dropped) refuse?.(error);
  }

  /** Refuses everything that can be refused and is not known to be on disk. Call it when the show is closed. */
  refuseAll(error: unknown): void {
    for (const { refuse } of [...(this.#pending?.deliveries ?? []), ...this.#queue]) refuse?.(error);
  }

  /** Returns the arrivals that are not on disk, so that another journal can store them. */
  unwritten(): Arrival[] {
    const deliveries = [...(this.#pending?.deliveries ?? []), ...this.#queue];
    // The caller of a delivery with `refuse` gets an error, so the delivery must not be stored later.
    return deliveries.filter(({ refuse }) => refuse === undefined).flatMap(({ arrivals }) => arrivals);
  }

  /**
   * Handles a batch that failed because of a defect, not because of the disk. Undoes its changes to the state and then
   * writes each input in a separate batch. An input that fails alone is stored in `Uncounted`, and the show goes on.
   */
  async #recover(error: unknown): Promise<Batch | StorageFailure | null> {
    const failure = this.#journal.tryMeta({});
    if (failure !== null) {
      if (failure === 'other') this.#log('the journal cannot be written', error);
      return failure;
    }
    const alone = this.#pending?.alone ?? this.#isolated > 0;
    if (this.#pending !== null) {
      this.#requeue(this.#pending.deliveries);
      if (alone) this.#isolated += 1;
      this.#pending = null;
    }
    this.#state = readState(this.#journal);
    if (alone) return this.#skip(error);
    this.#log('a batch could not be counted; its inputs are retried one by one', error);
    this.#queue = this.#queue.flatMap(split);
    this.#isolated = this.#queue.length;
    return this.flush();
  }

  /** Removes the first queued delivery, a single arrival. Refuses it, or stores its input in `Uncounted`. */
  #skip(error: unknown): Batch | StorageFailure {
    const batch: Batch = { inputs: [], rows: new RowChanges(), recorded: [], done: [] };
    const [delivery] = this.#queue;
    if (delivery === undefined) return batch;
    const [arrival] = delivery.arrivals;
    const { input, recorded } = arrival ?? {};
    // A clock input carries no information, so it can be dropped.
    if (delivery.refuse === undefined && input !== undefined && input.kind !== 'clock') {
      try {
        this.#uncounted.store(input, error);
      } catch {
        return 'full';
      }
    }
    this.#log(`an input (${input?.kind}) could not be counted`, error);
    this.#dequeue(1);
    if (delivery.refuse !== undefined) {
      delivery.refuse(error);
      return batch;
    }
    if (input?.kind === 'gift' && Number.isSafeInteger(input.at)) {
      const { at } = input;
      const gap = { kind: 'gap', at, cause: 'badFrame', from: at, until: at, detail: 'uncounted' } as const;
      const { number } = delivery;
      this.#requeue([{ number, arrivals: [{ input: gap }], size: SIZE_OF_INPUT, done: () => {} }]);
      this.#isolated += 1;
    }
    return { ...batch, recorded: recorded === undefined ? [] : [recorded], done: [delivery.done] };
  }

  #requeue(deliveries: Delivery[]): void {
    this.#queue.unshift(...deliveries);
    this.#queueSize += deliveries.reduce((sum, { size }) => sum + size, 0);
  }

  #dequeue(count: number): void {
    const removed = this.#queue.splice(0, count);
    this.#queueSize -= removed.reduce((sum, { size }) => sum + size, 0);
    this.#isolated = Math.max(0, this.#isolated - removed.length);
  }

  /** Makes the inputs of a composed delivery at the head of the queue. Refuses it if composing fails. */
  #composeFirst(): void {
    for (let first = this.#queue[0]; first?.compose !== undefined; first = this.#queue[0]) {
      try {
        first.arrivals = first.compose().map((input) => ({ input }));
        if (first.arrivals.length > 0) return;
        this.#dequeue(1);
        first.done();
      } catch (error) {
        this.#dequeue(1);
        first.refuse?.(error);
      }
    }
  }

  /** How many deliveries the next batch takes. A composed one has a batch of its own. */
  #takeable(): number {
    if (this.#isolated > 0) return 1;
    const composed = this.#queue.findIndex(({ compose }) => compose !== undefined);
    return composed === -1 ? this.#queue.length : Math.max(1, composed);
  }

  #fold(): PendingBatch | null {
    this.#composeFirst();
    if (this.#queue.length === 0) return null;
    const alone = this.#isolated > 0;
    const deliveries = this.#queue.slice(0, this.#takeable());
    // The look-up of ids may fail as a write may. The deliveries are still queued then.
    const known = this.#knownMessages(deliveries);
    const batch: PendingBatch = {
      inputs: [],
      rows: new RowChanges(),
      recorded: [],
      done: [],
      deliveries,
      alone,
      unknown: false,
    };
    let seq = this.#committedSeq;
    const apply = (input: Input) => {
      seq += 1;
      fold(this.#state, seq, input, batch.rows);
      batch.inputs.push({ seq, input });
    };
    for (const { arrivals, done } of deliveries) {
      batch.done.push(done);
      for (const { input, recorded } of arrivals) {
        if (input?.kind === 'gift' && input.msgId !== '') {
          if (known.has(input.msgId)) continue;
          known.add(input.msgId);
        }
        if (input !== undefined) withClockInputs(this.#state, input, apply);
        if (recorded !== undefined) batch.recorded.push(recorded);
      }
    }
    // Dequeue only after all deliveries are folded, so that a fold that throws loses none.
    this.#dequeue(deliveries.length);
    return batch;
  }

  /** Finds the ids of gift messages that are stored already, to deduplicate them. */
  #knownMessages(deliveries: readonly Delivery[]): Set<string> {
    const known = new Set<string>();
    for (const { arrivals } of deliveries) {
      for (const { input } of arrivals) {
        if (input?.kind !== 'gift' || input.msgId === '') continue;
        if (this.#uncounted.has(input.msgId) || this.#journal.hasMessage(input.msgId)) known.add(input.msgId);
      }
    }
    return known;
  }
}

/** Splits a delivery into one for each arrival. A delivery with `refuse` stays whole. */
function split(delivery: Delivery): Delivery[] {
  const { number, arrivals, done, refuse } = delivery;
  const last = arrivals.at(-1);
  if (refuse !== undefined || last === undefined) return [delivery];
  return arrivals.map((arrival) => ({
    number,
    arrivals: [arrival],
    size: sizeOf(arrival),
    done: arrival === last ? done : () => {},
  }));
}

function commitOf({ inputs }: Batch, ms: number): Commit {
  const gaps = inputs.filter(({ input }) => input.kind === 'gap').length;
  return { seconds: ms / 1000, inputs: inputs.length, gaps };
}

function sizeOf({ input, recorded }: Arrival): number {
  return (input === undefined ? 0 : SIZE_OF_INPUT) + (recorded?.payload.length ?? 0);
}
