import type { Input } from '#shared/contract/input.ts';
import { type FoldSink, fold, type GameState } from '#shared/game/fold.ts';

/** Enough to find the defect by; a busy show would fill the log. */
const MOST_WARNINGS = 10;
let warnings = 0;

/**
 * Folds an input that is in the journal. An input that makes the fold throw is not stored any more; one that an older
 * version stored is left out in the same way whenever the journal is read, and the show goes on with the next.
 */
export function foldKept(state: GameState, seq: number, input: Input, sink?: FoldSink): void {
  try {
    fold(state, seq, input, sink);
  } catch (error) {
    warnings += 1;
    if (warnings > MOST_WARNINGS) return;
    process.emitWarning(`input ${seq} (${input.kind}) could not be folded: ${String(error)}`);
  }
}
