import { type Problem, RingsideError } from '#shared/contract/error.ts';
import { probeFolder, unwritable, writingProblem } from '../store/storedFile.ts';

/**
 * A failure of a database, by SQLite's primary result code. Free space, permissions or a working disk can end `full` and
 * `unwritable`; `corrupt` needs a new file; `fenced`: another writer has the log; `other` is a defect of Ringside.
 */
export type StorageFailure = 'full' | 'unwritable' | 'corrupt' | 'fenced' | 'other';

const PERM = 3;
const BUSY = 5;
const NOMEM = 7;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const NOTADB = 26;

/** Thrown for content that SQLite can read but that cannot be right. */
export class CorruptJournalError extends Error {
  constructor(what: string) {
    super(`the journal is damaged: ${what}`);
    this.name = 'CorruptJournalError';
  }
}

/** Thrown if a batch may be stored or not. Only appending it again with the same numbers can tell. */
export class UnknownCommitError extends Error {
  constructor(cause: unknown) {
    super(`it is unknown whether a batch is stored: ${String(cause)}`, { cause });
    this.name = 'UnknownCommitError';
  }
}

/** Thrown if another writer owns a log or has stored other inputs under the same numbers. */
export class StaleWriterError extends Error {
  constructor(what: string) {
    super(`another writer has the log: ${what}`);
    this.name = 'StaleWriterError';
  }
}

/** Classifies an error that SQLite or a journal threw. `other` for any error that is not from the database. */
export function failureOf(error: unknown): StorageFailure {
  if (error instanceof CorruptJournalError) return 'corrupt';
  if (error instanceof UnknownCommitError) return 'full';
  if (error instanceof StaleWriterError) return 'fenced';
  const code = sqliteCode(error);
  if (code === null) return 'other';
  // The lowest byte of an extended code is the primary code.
  switch (code & 0xff) {
    case CORRUPT:
    case NOTADB:
      return 'corrupt';
    case BUSY:
    case NOMEM:
    case IOERR:
    case FULL:
      return 'full';
    case PERM:
    case READONLY:
    case CANTOPEN:
      return 'unwritable';
    default:
      // A damaged schema page causes an ordinary error about a missing table, column or index.
      return error instanceof Error &&
        /malformed|no such (table|column|index)|file is not a database/.test(error.message)
        ? 'corrupt'
        : 'other';
  }
}

function sqliteCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error)) return null;
  return typeof error.errcode === 'number' ? error.errcode : null;
}

/**
 * Returns the problem that a host sees when a show's folder cannot be written to. SQLite does not always say why
 * writing failed, so this writes a probe file to the folder. `remote`: the show is stored in the database of a cluster.
 */
export function refusalOf(failure: StorageFailure, folder: string, remote = false): Problem {
  const found = probeFolder(folder);
  if (found !== null) return found;
  if (remote) return { code: 'cluster.unreachable' };
  return failure === 'unwritable' ? unwritable(folder) : { code: 'storage.full', params: { place: folder } };
}

/** Converts a disk error at opening a show's files to a RingsideError. Returns any other error as it is. */
export function openingProblem(error: unknown, folder: string): unknown {
  if (error instanceof RingsideError || !(error instanceof Error)) return error;
  if ('errcode' in error) {
    const failure = failureOf(error);
    return failure === 'full' || failure === 'unwritable'
      ? RingsideError.of(refusalOf(failure, folder))
      : error;
  }
  return 'syscall' in error ? RingsideError.of(writingProblem(error, folder)) : error;
}
