import type { StoredInput } from '#shared/contract/backstage.ts';
import type { Input } from '#shared/contract/input.ts';
import type { GameState } from '#shared/game/fold.ts';
import { failureOf, type StorageFailure } from '../journal/failures.ts';
import { foldKept } from '../journal/foldKept.ts';
import type { Journal } from '../journal/journal.ts';
import { readState } from '../journal/readState.ts';
import { RowChanges } from '../journal/rowChanges.ts';
import type { Recorded } from '../recording/line.ts';
import { type Commit, commits } from '../vitals.ts';
import { inOrder } from './due.ts';

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
}

/** What may wait in memory while the disk takes nothing (bytes, roughly): some minutes of a large show. */
const LARGEST_WAITING = 64 * 1024 * 1024;
const SIZE_OF_INPUT = 600;

/**
 * Collects what comes in and takes it to disk in batches: each input gets its number, is folded and is written
 * with the rows that it changed, all or nothing. Only then is anybody told.
 */
export class Intake {
  readonly #journal: Journal;
  readonly #log: (message: string, error: unknown) => void;
  readonly #meta: () => Record<string, unknown>;
  #state: GameState;
  #committedSeq: number;
  #waiting: Delivery[] = [];
  #waitingSize = 0;
  /** Folded, but the disk refused it; it is tried again before anything else. */
  #stuck: Folded | null = null;

  constructor(
    journal: Journal,
    state: GameState,
    meta: () => Record<string, unknown>,
    log: (message: string, error: unknown) => void,
  ) {
    this.#log = log;
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

  /** False when no more can be held; then nothing of it is taken and `done` is not called. */
  add(arrivals: Arrival[], done: () => void): boolean {
    const size = arrivals.reduce((sum, arrival) => sum + sizeOf(arrival), 0);
    if (this.#waitingSize + size > LARGEST_WAITING) return false;
    this.#waiting.push({ arrivals, size, done });
    this.#waitingSize += size;
    return true;
  }

  /**
   * Writes everything that waits as one batch. Returns what was written, null when there was nothing, or why
   * it could not be written; it is kept then, and the next call tries again.
   */
  flush(): Folded | null | StorageFailure {
    try {
      const batch = this.#stuck ?? this.#fold();
      if (batch === null) return null;
      this.#stuck = batch;
      const meta = this.#meta();
      const startedAt = performance.now();
      this.#journal.write({ inputs: batch.inputs, rows: batch.rows, meta });
      if (commits.hasSubscribers) commits.publish(commitOf(batch, performance.now() - startedAt));
      this.#stuck = null;
      this.#committedSeq = batch.inputs.at(-1)?.seq ?? this.#committedSeq;
      return batch;
    } catch (error) {
      const failure = failureOf(error);
      if (failure === 'other') this.#log('a batch could not be written', error);
      return failure;
    }
  }

  /** Forgets a batch that the disk refused, and what it did to the state. */
  dropStuck(): void {
    if (this.#stuck === null) return;
    this.#state = readState(this.#journal);
    this.#stuck = null;
  }

  /** What was taken and is not on disk, for another journal to take over; with the batch that was refused or not. */
  unwritten(stuckToo: boolean): Arrival[] {
    const stuck = stuckToo ? this.#stuck : null;
    const inputs = stuck?.inputs.map(({ input }) => ({ input })) ?? [];
    const recorded = stuck?.recorded.map((line) => ({ recorded: line })) ?? [];
    return [...inputs, ...recorded, ...this.#waiting.flatMap(({ arrivals }) => arrivals)];
  }

  #fold(): Folded | null {
    if (this.#waiting.length === 0) return null;
    // Looking ids up may fail like writing; everything still waits then.
    const known = this.#knownMessages();
    const deliveries = this.#waiting;
    this.#waiting = [];
    this.#waitingSize = 0;
    const batch: Folded = { inputs: [], rows: new RowChanges(), recorded: [], done: [] };
    let seq = this.#committedSeq;
    const take = (input: Input) => {
      seq += 1;
      foldKept(this.#state, seq, input, batch.rows);
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
    return batch;
  }

  /** The ids of waiting gift messages that the journal has: a message counts once, however often it comes. */
  #knownMessages(): Set<string> {
    const known = new Set<string>();
    for (const { arrivals } of this.#waiting) {
      for (const { input } of arrivals) {
        if (input?.kind === 'gift' && input.msgId !== '' && this.#journal.hasMessage(input.msgId)) {
          known.add(input.msgId);
        }
      }
    }
    return known;
  }
}

function commitOf({ inputs }: Folded, ms: number): Commit {
  const gaps = inputs.filter(({ input }) => input.kind === 'gap').length;
  return { seconds: ms / 1000, inputs: inputs.length, gaps };
}

function sizeOf({ input, recorded }: Arrival): number {
  return (input === undefined ? 0 : SIZE_OF_INPUT) + (recorded?.payload.length ?? 0);
}
