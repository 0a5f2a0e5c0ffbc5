import { createState, type GameState } from '#shared/game/fold.ts';
import { restore } from '#shared/game/serialise.ts';
import { CorruptJournalError } from './failures.ts';
import { foldKept } from './foldKept.ts';
import type { Journal } from './journal.ts';
import { newestSnapshot } from './snapshots.ts';

const PAGE = 5000;

/**
 * Reads the state of a journal: folds the inputs after the newest snapshot.
 *
 * @throws CorruptJournalError if the snapshot and the inputs do not fit together.
 */
export function readState(journal: Journal): GameState {
  const snapshot = newestSnapshot(journal);
  const state = snapshot === null ? createState() : restore(snapshot);
  const last = journal.lastSeq();
  if (state.seq > last) throw new CorruptJournalError(`a snapshot at ${state.seq}, inputs until ${last}`);
  for (let after = state.seq; after < last; ) {
    const inputs = journal.inputs(after, PAGE);
    const end = inputs.at(-1);
    if (end === undefined) throw new CorruptJournalError(`no input ${after + 1}`);
    for (const { seq, input } of inputs) foldKept(state, seq, input);
    after = end.seq;
  }
  return state;
}
