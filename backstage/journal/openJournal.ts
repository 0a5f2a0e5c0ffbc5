import { existsSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { StoredInput } from '#shared/contract/backstage.ts';
import { createState, type GameState } from '#shared/game/fold.ts';
import { stamp } from '../store/storedFile.ts';
import { failureOf } from './failures.ts';
import { foldKept } from './foldKept.ts';
import { Journal } from './journal.ts';
import { readState } from './readState.ts';
import { RowChanges } from './rowChanges.ts';

const FILE = 'journal.sqlite';
/** The beginning of the name that a damaged journal gets. */
const ASIDE = 'journal.corrupt-';
const PAGE = 1000;

export interface OpenedJournal {
  journal: Journal;
  state: GameState;
  /** The new path of a damaged file, otherwise null. The new journal has the inputs before the damage. */
  damaged: string | null;
}

export function journalPath(folder: string): string {
  return join(folder, FILE);
}

/** Whether a path is that of a damaged journal that was put aside earlier. */
export const isPutAside = (path: string): boolean => basename(path).startsWith(ASIDE);

/** Opens the journal of a show's folder, or creates one. Renames a damaged file, which is never written to again. */
export function openJournal(folder: string, now: number): OpenedJournal {
  const file = journalPath(folder);
  let journal: Journal | null = null;
  try {
    journal = new Journal(file);
    return { journal, state: readState(journal), damaged: null };
  } catch (error) {
    closeQuietly(journal);
    if (failureOf(error) !== 'corrupt') throw error;
  }
  const damaged = putAside(folder, now);
  const fresh = new Journal(file);
  return { journal: fresh, state: salvage(damaged, fresh), damaged };
}

function putAside(folder: string, now: number): string {
  const file = journalPath(folder);
  let aside = join(folder, `${ASIDE}${stamp(now)}.sqlite`);
  for (let number = 2; existsSync(aside); number += 1) {
    aside = join(folder, `${ASIDE}${stamp(now)}-${number}.sqlite`);
  }
  renameSync(file, aside);
  // What was committed last is in the log beside the file: they belong together.
  for (const suffix of ['-wal', '-shm']) {
    rmSync(aside + suffix, { force: true });
    if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
  }
  return aside;
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
      for (const { seq, input } of inputs) foldKept(state, seq, input, rows);
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
    // A damaged file may not even close. Nothing is written to it any more.
  }
}
