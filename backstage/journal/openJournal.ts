import { existsSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { StoredInput } from '#shared/contract/backstage.ts';
import { createState, type GameState } from '#shared/game/fold.ts';
import { stamp } from '../store/storedFile.ts';
import { failureOf } from './failures.ts';
import type { InputLog, LogHead } from './inputLog.ts';
import { Journal } from './journal.ts';
import { RowChanges } from './rowChanges.ts';
import { foldStored, readState } from './snapshots.ts';

const FILE = 'journal.sqlite';
/** Prefix of the new name of a damaged journal. */
const DAMAGED_PREFIX = 'journal.corrupt-';
const PAGE = 1000;

interface OpenedJournal {
  journal: Journal;
  state: GameState;
  /** The state after the last input of the ledger, if the log is ahead of it; otherwise null. */
  behind: GameState | null;
  /** The new path of a damaged file, otherwise null. The new journal has the inputs before the damage. */
  damaged: string | null;
}

export function journalPath(folder: string): string {
  return join(folder, FILE);
}

/** Whether a path is that of a renamed damaged journal. */
export const isPutAside = (path: string): boolean => basename(path).startsWith(DAMAGED_PREFIX);

/**
 * Opens the journal of a show's folder, or creates one. Renames a damaged file, which is never written to again. `log` is
 * the log of which the journal is the ledger, if there is one; `head` is its end, if the ledger lacks it.
 */
export function openJournal(
  folder: string,
  now: number,
  log: InputLog | null = null,
  head: LogHead | null = null,
): OpenedJournal {
  const opened = openLedger(folder, now, log);
  if (head === null) return { ...opened, behind: null };
  opened.journal.goAhead(head);
  return { ...opened, state: readState(opened.journal), behind: opened.state };
}

function openLedger(folder: string, now: number, log: InputLog | null): Omit<OpenedJournal, 'behind'> {
  const file = journalPath(folder);
  let journal: Journal | null = null;
  try {
    journal = new Journal(file, false, log);
    return { journal, state: readState(journal), damaged: null };
  } catch (error) {
    closeQuietly(journal);
    if (failureOf(error) !== 'corrupt') throw error;
  }
  const damaged = renameDamaged(folder, now);
  const fresh = new Journal(file, false, log);
  const state = salvage(damaged, fresh);
  fresh.flushNow();
  return { journal: fresh, state, damaged };
}

/** Renames a damaged journal. Returns its new path. */
function renameDamaged(folder: string, now: number): string {
  const file = journalPath(folder);
  let renamed = join(folder, `${DAMAGED_PREFIX}${stamp(now)}.sqlite`);
  for (let number = 2; existsSync(renamed); number += 1) {
    renamed = join(folder, `${DAMAGED_PREFIX}${stamp(now)}-${number}.sqlite`);
  }
  renameSync(file, renamed);
  // The write-ahead log contains the last commits, so it must have the same name.
  for (const suffix of ['-wal', '-shm']) {
    rmSync(renamed + suffix, { force: true });
    if (existsSync(file + suffix)) renameSync(file + suffix, renamed + suffix);
  }
  return renamed;
}

/**
 * Copies the inputs before the damage to the new journal and folds them again, which makes the rows. The new journal is
 * consistent, but may be shorter.
 */
function salvage(damaged: string, fresh: Journal): GameState {
  const state = createState();
  let old: Journal | null = null;
  try {
    old = new Journal(damaged, true);
    for (let after = 0; ; ) {
      const inputs = readable(old, after);
      const last = inputs.at(-1);
      if (last === undefined) return state;
      after = last.seq;
      const rows = new RowChanges();
      for (const { seq, input } of inputs) foldStored(state, seq, input, rows);
      fresh.write({ inputs, rows, meta: {} });
    }
  } catch (error) {
    if (failureOf(error) !== 'corrupt') throw error;
    return state;
  } finally {
    closeQuietly(old);
  }
}

/** Reads up to a page of inputs; near the damage, the inputs before it. */
function readable(journal: Journal, after: number): StoredInput[] {
  for (let limit = PAGE; limit >= 1; limit = Math.floor(limit / 2)) {
    try {
      return journal.inputs(after, limit);
    } catch (error) {
      if (failureOf(error) !== 'corrupt') throw error;
    }
  }
  return [];
}

function closeQuietly(journal: Journal | null): void {
  try {
    journal?.close();
  } catch {
    // Ignore the error: closing a damaged file may fail, and nothing has to be written.
  }
}
