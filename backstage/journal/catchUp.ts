import { setTimeout as wait } from 'node:timers/promises';
import type { GameState } from '#shared/game/fold.ts';
import type { Batch, InputLog } from './inputLog.ts';
import type { Journal } from './journal.ts';
import { RowChanges } from './rowChanges.ts';
import { foldStored } from './snapshots.ts';

/** The inputs of one step. Folding and writing them blocks the event loop for some 10 ms. */
const PAGE = 250;
/** The pause (ms) after each step, so that other shows go on, and after a failure. */
const PAUSE_MS = 1;
const RETRY_MS = 1000;

interface CatchUp {
  journal: Journal;
  log: InputLog;
  /** The state after the last input of the ledger. It is changed. */
  state: GameState;
  /** Ends the work. What the ledger lacks then is missing after a restart, too. */
  signal: AbortSignal;
  failed: (error: unknown) => void;
}

/** Adds the inputs of a log to a ledger that lacks them, with their rows, while the show goes on. Never rejects. */
export async function catchUp({ journal, log, state, signal, failed }: CatchUp): Promise<void> {
  let isFailing = false;
  let step: Pick<Batch, 'inputs' | 'rows'> | null = null;
  while (!signal.aborted) {
    const missing = journal.lastSeq() - state.seq;
    if (missing <= 0 && step === null) {
      journal.endAhead();
      return;
    }
    try {
      if (step === null) {
        const inputs = await log.read(state.seq, Math.min(PAGE, missing));
        if (signal.aborted) return;
        if (inputs.length === 0) throw new Error(`the log has no input ${state.seq + 1}`);
        const rows = new RowChanges();
        for (const { seq, input } of inputs) foldStored(state, seq, input, rows);
        step = { inputs, rows };
      }
      // After a failure, the same step is written again.
      journal.write({ ...step, meta: {} });
      step = null;
      await wait(PAUSE_MS, undefined, { ref: false });
    } catch (error) {
      if (!isFailing) failed(error);
      isFailing = true;
      await wait(RETRY_MS, undefined, { ref: false });
    }
  }
}
