import { promisify } from 'node:util';
import { deflate, deflateSync, inflateSync } from 'node:zlib';
import { z } from 'zod';
import type { Input } from '#shared/contract/input.ts';
import {
  SNAPSHOT_VERSION,
  type Snapshot,
  type Streak,
  snapshotSchema,
  type Viewer,
} from '#shared/contract/snapshot.ts';
import { createState, type FoldSink, fold, type GameState } from '#shared/game/fold.ts';
import { restore, serialise } from '#shared/game/serialise.ts';
import { CorruptJournalError } from './failures.ts';
import type { Journal } from './journal.ts';

/** The fastest gzip level. It already saves nine tenths, and snapshots are short-lived. */
const LEVEL = { level: 1 };

const deflateAside = promisify<string, { level: number }, Buffer>(deflate);

/** Writes a snapshot synchronously, for a show that is being closed. */
export function writeSnapshot(journal: Journal, snapshot: Snapshot): void {
  store(journal, snapshot.seq, deflateSync(JSON.stringify(snapshot), LEVEL));
}

/** Compresses a snapshot asynchronously, so that a large show is not held up, and then writes it. */
async function writeSnapshotAside(
  journal: Journal,
  snapshot: Snapshot,
  stillOpen: () => boolean,
): Promise<void> {
  const body = await deflateAside(JSON.stringify(snapshot), LEVEL);
  if (stillOpen()) store(journal, snapshot.seq, body);
}

function store(journal: Journal, seq: number, body: Buffer): void {
  journal.putSnapshotNow({ seq, version: SNAPSHOT_VERSION, body });
}

/** Reads the newest intact snapshot of the current version, not after input `last`. Returns null if all inputs have to be folded. */
function newestSnapshot(journal: Journal, last = Number.POSITIVE_INFINITY): Snapshot | null {
  for (const { seq, body } of journal.snapshots(SNAPSHOT_VERSION)) {
    if (seq > last) continue;
    const snapshot = understand(JSON.parse(inflateSync(body).toString('utf8')));
    if (snapshot !== null) return snapshot;
  }
  return null;
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
const bulkSchema = snapshotSchema.extend({
  viewers: z.array(z.custom<Viewer>(isObject)),
  streaks: z.array(z.custom<Streak>(isObject)),
});

/**
 * Checks the shape of a snapshot by one viewer and one streak, so that a large show opens fast. The checksum has shown
 * that the bytes are those that were written.
 */
function understand(content: unknown): Snapshot | null {
  const bulk = bulkSchema.safeParse(content);
  if (!bulk.success) return null;
  const { viewers, streaks } = bulk.data;
  const sample = { ...bulk.data, viewers: viewers.slice(0, 1), streaks: streaks.slice(0, 1) };
  return snapshotSchema.safeParse(sample).success ? bulk.data : null;
}

/** The number of inputs between two snapshots. Folding them at a start takes well under a second. */
const SNAPSHOT_EVERY = 50_000;

/** Writes snapshots of a show at intervals, so that opening the show stays fast. */
export class SnapshotKeeper {
  readonly #journal: Journal;
  readonly #log: (message: string, error: unknown) => void;
  #lastSeq: number;
  #writing: Promise<void> | null = null;
  #closed = false;

  constructor(journal: Journal, seq: number, log: (message: string, error: unknown) => void) {
    this.#journal = journal;
    this.#lastSeq = seq;
    this.#log = log;
  }

  /** Call it after every batch. Writes one snapshot at a time: a large one may take longer than the next batch. */
  follow(state: GameState): void {
    if (this.#writing !== null || state.seq - this.#lastSeq < SNAPSHOT_EVERY) return;
    this.#lastSeq = state.seq;
    this.#writing = writeSnapshotAside(this.#journal, serialise(state), () => !this.#closed)
      .catch((error: unknown) => this.#log('a snapshot could not be written', error))
      .finally(() => {
        this.#writing = null;
      });
  }

  /** Resolves once no snapshot is being written. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  /** Writes the last snapshot of a show that is being closed. */
  finish(state: GameState): void {
    this.stop();
    if (state.seq > 0) writeSnapshot(this.#journal, serialise(state));
  }

  stop(): void {
    this.#closed = true;
  }
}

const PAGE = 5000;
/** The largest number of warnings: enough to find the defect, without filling the log. */
const MOST_WARNINGS = 10;
let warnings = 0;

/**
 * Reads the state of a journal after input `last`, by default the newest: folds the inputs after the newest snapshot.
 *
 * @throws CorruptJournalError if the snapshot and the inputs do not fit together.
 */
export function readState(journal: Journal, last = journal.lastSeq()): GameState {
  const snapshot = newestSnapshot(journal);
  const state = snapshot === null ? createState() : restore(snapshot);
  if (state.seq > last) throw new CorruptJournalError(`a snapshot at ${state.seq}, inputs until ${last}`);
  for (let after = state.seq; after < last; ) {
    const inputs = journal.inputs(after, Math.min(PAGE, last - after));
    const end = inputs.at(-1);
    if (end === undefined) throw new CorruptJournalError(`no input ${after + 1}`);
    for (const { seq, input } of inputs) foldStored(state, seq, input);
    after = end.seq;
  }
  return state;
}

/** Reads a state of a journal from which input `last` can be reached by folding: a snapshot, or the state before all. */
export function readStateBefore(journal: Journal, last: number): GameState {
  const snapshot = newestSnapshot(journal, last);
  return snapshot === null ? createState() : restore(snapshot);
}

/**
 * Folds an input of a journal. If the fold throws, skips the input with a warning: older versions stored such inputs.
 */
export function foldStored(state: GameState, seq: number, input: Input, sink?: FoldSink): void {
  try {
    fold(state, seq, input, sink);
  } catch (error) {
    warnings += 1;
    if (warnings > MOST_WARNINGS) return;
    process.emitWarning(`input ${seq} (${input.kind}) could not be folded: ${String(error)}`);
  }
}
