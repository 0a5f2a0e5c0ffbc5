import type { Input } from '#shared/contract/input.ts';
import { SNAPSHOT_VERSION, type Snapshot } from '#shared/contract/snapshot.ts';
import { createState, type FoldSink, fold, type GameState } from '#shared/game/fold.ts';
import { restore, serialise } from '#shared/game/serialise.ts';
import { CorruptJournalError } from './failures.ts';
import type { InputLog } from './inputLog.ts';
import type { Journal } from './journal.ts';
import { deflateSnapshot, deflateSnapshotAside, inflateSnapshot } from './snapshotBody.ts';

/** Writes a snapshot synchronously, for a show that is being closed. */
export function writeSnapshot(journal: Journal, snapshot: Snapshot): void {
  store(journal, snapshot.seq, deflateSnapshot(snapshot));
}

function store(journal: Journal, seq: number, body: Buffer): void {
  journal.putSnapshotNow({ seq, version: SNAPSHOT_VERSION, body });
}

/**
 * Reads the newest intact snapshot of the current version, not after input `last`. Returns null if all inputs have to be
 * folded.
 */
function newestSnapshot(journal: Journal, last = Number.POSITIVE_INFINITY): Snapshot | null {
  const head = journal.headSnapshot;
  if (head !== null && head.seq <= last) return head;
  for (const { seq, body } of journal.snapshots(SNAPSHOT_VERSION)) {
    if (seq > last) continue;
    const snapshot = inflateSnapshot(body);
    if (snapshot !== null) return snapshot;
  }
  return null;
}

/** The number of inputs between two snapshots. Folding them at a start takes well under a second. */
const SNAPSHOT_EVERY = 50_000;
/** The same for a log elsewhere: a server that takes the show over reads the inputs after the snapshot first. */
const SNAPSHOT_EVERY_ELSEWHERE = 5000;

/** Writes snapshots of a show at intervals, so that opening the show stays fast. */
export class SnapshotKeeper {
  readonly #journal: Journal;
  readonly #log: (message: string, error: unknown) => void;
  readonly #elsewhere: InputLog | null;
  #lastSeq: number;
  #writing: Promise<void> | null = null;
  #closed = false;

  /** `elsewhere`: the log of which the journal is the ledger. */
  constructor(
    journal: Journal,
    seq: number,
    log: (message: string, error: unknown) => void,
    elsewhere: InputLog | null = null,
  ) {
    this.#journal = journal;
    this.#lastSeq = seq;
    this.#log = log;
    this.#elsewhere = elsewhere;
  }

  /** Call it after every batch. Writes one snapshot at a time: a large one may take longer than the next batch. */
  follow(state: GameState): void {
    const every = this.#elsewhere === null ? SNAPSHOT_EVERY : SNAPSHOT_EVERY_ELSEWHERE;
    if (this.#writing !== null || state.seq - this.#lastSeq < every) return;
    this.#lastSeq = state.seq;
    this.#writing = this.#write(serialise(state))
      .catch((error: unknown) => this.#log('a snapshot could not be written', error))
      .finally(() => {
        this.#writing = null;
      });
  }

  async #write(snapshot: Snapshot): Promise<void> {
    const { seq } = snapshot;
    const body = await deflateSnapshotAside(snapshot);
    if (!this.#closed && this.#journal.isWhole) store(this.#journal, seq, body);
    await this.#elsewhere?.putSnapshot({ seq, version: SNAPSHOT_VERSION, body });
  }

  /** Resolves once no snapshot is being written. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  /** Writes the last snapshot of a show that is being closed. */
  finish(state: GameState): void {
    this.stop();
    if (state.seq > 0 && this.#journal.isWhole) writeSnapshot(this.#journal, serialise(state));
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
