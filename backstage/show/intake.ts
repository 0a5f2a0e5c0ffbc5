import type { StoredInput } from '#shared/contract/backstage.ts';
import type { Input } from '#shared/contract/input.ts';
import { fold, type GameState } from '#shared/game/fold.ts';
import { failureOf, type StorageFailure } from '../journal/failures.ts';
import type { Journal } from '../journal/journal.ts';
import { readState } from '../journal/readState.ts';
import { RowChanges } from '../journal/rowChanges.ts';
import type { Recorded } from '../recording/line.ts';
import { type Commit, commits } from '../vitals.ts';
import { inOrder } from './due.ts';
import type { Uncounted } from './uncounted.ts';

/** Something that came in: an input, or a message that is only recorded, or both. */
export interface Arrival {
  input?: Input;
  recorded?: Recorded;
}

/** A batch that is folded and not yet on disk, or just written. */
export interface Folded {
  inputs: StoredInput[];
  rows: RowChanges;
  recorded: Recorded[];
  /** What to do once it is on disk. */
  done: (() => void)[];
}

interface Delivery {
  arrivals: Arrival[];
  size: number;
  done: () => void;
  /** Told that a defect keeps it from being stored; without it, the input is kept as uncounted. */
  refuse?: (error: unknown) => void;
}

interface Stuck extends Folded {
  deliveries: Delivery[];
  /** A single delivery, because one of several held what cannot be taken. */
  alone: boolean;
}

/** What may wait in memory while the disk takes nothing (bytes, roughly): some minutes of a large show. */
const LARGEST_WAITING = 64 * 1024 * 1024;
const SIZE_OF_INPUT = 600;

/**
 * Collects what comes in and takes it to disk in batches: each input gets its number, is folded and is written
 * with the rows that it changed, all or nothing. Only then is anybody told.
 */
export class Intake {
  readonly #uncounted: Uncounted;
  readonly #journal: Journal;
  readonly #log: (message: string, error: unknown) => void;
  readonly #meta: () => Record<string, unknown>;
  #state: GameState;
  #committedSeq: number;
  #waiting: Delivery[] = [];
  #waitingSize = 0;
  /** Folded, but the disk refused it; it is tried again before anything else. */
  #stuck: Stuck | null = null;
  /** So many of the deliveries that wait are taken one by one: one of them holds what cannot be taken. */
  #oneByOne = 0;

  constructor(
    journal: Journal,
    state: GameState,
    uncounted: Uncounted,
    meta: () => Record<string, unknown>,
    log: (message: string, error: unknown) => void,
  ) {
    this.#log = log;
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

  /** What is not on disk yet; bytes roughly. */
  get waiting(): { inputs: number; bytes: number } {
    const stuck = this.#stuck;
    const held = this.#waiting.reduce((sum, { arrivals }) => sum + arrivals.length, 0);
    if (stuck === null) return { inputs: held, bytes: this.#waitingSize };
    const recorded = stuck.recorded.reduce((sum, { payload }) => sum + payload.length, 0);
    return {
      inputs: held + stuck.inputs.length,
      bytes: this.#waitingSize + stuck.inputs.length * SIZE_OF_INPUT + recorded,
    };
  }

  get empty(): boolean {
    return this.#waiting.length === 0 && this.#stuck === null;
  }

  /**
   * False when no more can be held; then nothing of it is taken and `done` is not called. With `refuse`, an input that
   * a defect keeps from being stored is handed back instead of kept aside.
   */
  add(arrivals: Arrival[], done: () => void, refuse?: (error: unknown) => void): boolean {
    const size = arrivals.reduce((sum, arrival) => sum + sizeOf(arrival), 0);
    if (this.#waitingSize + size > LARGEST_WAITING) return false;
    this.#waiting.push({ arrivals, size, done, ...(refuse && { refuse }) });
    this.#waitingSize += size;
    return true;
  }

  /**
   * Writes everything that waits as one batch, or a part of it. Returns what was written, null when there was nothing,
   * or why it could not be written; it is kept then, and the next call tries again.
   */
  flush(): Folded | null | StorageFailure {
    try {
      this.#stuck ??= this.#fold();
      const batch = this.#stuck;
      if (batch === null) return null;
      const meta = this.#meta();
      const startedAt = performance.now();
      this.#journal.write({ inputs: batch.inputs, rows: batch.rows, meta });
      if (commits.hasSubscribers) commits.publish(commitOf(batch, performance.now() - startedAt));
      this.#stuck = null;
      this.#committedSeq = batch.inputs.at(-1)?.seq ?? this.#committedSeq;
      return batch;
    } catch (error) {
      const failure = failureOf(error);
      if (failure !== 'other') return failure;
      try {
        return this.#recover(error);
      } catch (unreadable) {
        return failureOf(unreadable);
      }
    }
  }

  /** Forgets what was added with `refuse` and is not on disk, and what it did to the state. */
  dropRefusable(): void {
    if (this.#stuck?.deliveries.some(({ refuse }) => refuse !== undefined)) {
      this.#state = readState(this.#journal);
      this.#stuck = null;
    }
    this.#waiting = this.#waiting.filter(({ refuse }) => refuse === undefined);
    this.#waitingSize = this.#waiting.reduce((sum, { size }) => sum + size, 0);
    this.#oneByOne = Math.min(this.#oneByOne, this.#waiting.length);
  }

  /** What was taken and is not on disk, for another journal to take over. */
  unwritten(): Arrival[] {
    const deliveries = [...(this.#stuck?.deliveries ?? []), ...this.#waiting];
    // What could not be stored and may be refused is refused, so it must not come after all.
    return deliveries.filter(({ refuse }) => refuse === undefined).flatMap(({ arrivals }) => arrivals);
  }

  /**
   * A defect, not the disk, kept a batch from being folded or written: takes back what the batch did to the state and
   * takes its inputs one by one. The one that fails by itself is stored as uncounted, and the show goes on without it.
   */
  #recover(error: unknown): Folded | StorageFailure | null {
    const unsound = this.#journal.tryMeta({});
    if (unsound !== null) {
      if (unsound === 'other') this.#log('the journal cannot be written', error);
      return unsound;
    }
    const alone = this.#stuck?.alone ?? this.#oneByOne > 0;
    if (this.#stuck !== null) {
      this.#waitAgain(this.#stuck.deliveries);
      if (alone) this.#oneByOne += 1;
      this.#stuck = null;
    }
    this.#state = readState(this.#journal);
    if (alone) return this.#putAside(error);
    this.#log('a batch could not be counted; its inputs are taken one by one', error);
    const single = this.#waiting.flatMap(split);
    this.#waiting = single;
    this.#oneByOne = single.length;
    return this.flush();
  }

  /** Takes the first delivery that waits, a single arrival, out of the way. */
  #putAside(error: unknown): Folded | StorageFailure {
    const batch: Folded = { inputs: [], rows: new RowChanges(), recorded: [], done: [] };
    const [delivery] = this.#waiting;
    if (delivery === undefined) return batch;
    const [arrival] = delivery.arrivals;
    const { input, recorded } = arrival ?? {};
    // A step of the clock says nothing that could be lost.
    if (delivery.refuse === undefined && input !== undefined && input.kind !== 'clock') {
      try {
        this.#uncounted.keep(input, error);
      } catch {
        return 'full';
      }
    }
    this.#log(`an input (${input?.kind}) could not be counted`, error);
    this.#takeFirst(1);
    if (delivery.refuse !== undefined) {
      delivery.refuse(error);
      return batch;
    }
    if (input?.kind === 'gift' && Number.isSafeInteger(input.at)) {
      const { at } = input;
      const gap = { kind: 'gap', at, cause: 'badFrame', from: at, until: at, detail: 'uncounted' } as const;
      this.#waitAgain([{ arrivals: [{ input: gap }], size: SIZE_OF_INPUT, done: () => {} }]);
      this.#oneByOne += 1;
    }
    return { ...batch, recorded: recorded === undefined ? [] : [recorded], done: [delivery.done] };
  }

  #waitAgain(deliveries: Delivery[]): void {
    this.#waiting.unshift(...deliveries);
    this.#waitingSize += deliveries.reduce((sum, { size }) => sum + size, 0);
  }

  #takeFirst(count: number): Delivery[] {
    const taken = this.#waiting.splice(0, count);
    this.#waitingSize -= taken.reduce((sum, { size }) => sum + size, 0);
    this.#oneByOne = Math.max(0, this.#oneByOne - taken.length);
    return taken;
  }

  #fold(): Stuck | null {
    if (this.#waiting.length === 0) return null;
    const alone = this.#oneByOne > 0;
    const deliveries = alone ? this.#waiting.slice(0, 1) : [...this.#waiting];
    // Looking ids up may fail like writing; everything still waits then.
    const known = this.#knownMessages(deliveries);
    const batch: Stuck = { inputs: [], rows: new RowChanges(), recorded: [], done: [], deliveries, alone };
    let seq = this.#committedSeq;
    const take = (input: Input) => {
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
        if (input !== undefined) inOrder(this.#state, input, take);
        if (recorded !== undefined) batch.recorded.push(recorded);
      }
    }
    // They wait until all of them are folded: a fold that throws loses none.
    this.#takeFirst(deliveries.length);
    return batch;
  }

  /** The ids of gift messages that the show has already: a message counts once, however often it comes. */
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

/** One delivery for each arrival; what may be refused stays whole. */
function split(delivery: Delivery): Delivery[] {
  const { arrivals, done, refuse } = delivery;
  const last = arrivals.at(-1);
  if (refuse !== undefined || last === undefined) return [delivery];
  return arrivals.map((arrival) => ({
    arrivals: [arrival],
    size: sizeOf(arrival),
    done: arrival === last ? done : () => {},
  }));
}

function commitOf({ inputs }: Folded, ms: number): Commit {
  const gaps = inputs.filter(({ input }) => input.kind === 'gap').length;
  return { seconds: ms / 1000, inputs: inputs.length, gaps };
}

function sizeOf({ input, recorded }: Arrival): number {
  return (input === undefined ? 0 : SIZE_OF_INPUT) + (recorded?.payload.length ?? 0);
}
