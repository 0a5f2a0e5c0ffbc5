import type { Input } from '#shared/contract/input.ts';
import { createState, type FoldSink, fold, type GameState } from '#shared/game/fold.ts';
import { restore } from '#shared/game/serialise.ts';
import { CorruptJournalError } from './failures.ts';
import type { Journal } from './journal.ts';
import { newestSnapshot } from './snapshots.ts';

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
