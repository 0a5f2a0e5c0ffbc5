import type { Input } from '#shared/contract/input.ts';
import { type FoldSink, fold, type GameState } from '#shared/game/fold.ts';

/** The number of failures that are logged: enough to find the defect. A busy show would fill the log. */
const MOST_WARNINGS = 10;
let warnings = 0;

/**
 * Folds an input from the journal. Skips an input that makes the fold throw and goes on with the next one. This version
 * does not store such inputs; older versions did.
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
