import { type Problem, RingsideError } from '#shared/contract/error.ts';
import { probeFolder, unwritable, writingProblem } from '../store/whyUnwritable.ts';
import { failureOf, type StorageFailure } from './failures.ts';

/**
 * Why a show's folder takes nothing, as a host is told it. SQLite says that writing failed and not always why;
 * the folder itself is asked then.
 */
export function refusalOf(failure: StorageFailure, folder: string): Problem {
  const found = probeFolder(folder);
  if (found !== null) return found;
  return failure === 'unwritable' ? unwritable(folder) : { code: 'storage.full', params: { place: folder } };
}

/** What stands against opening a show's files, where it is the disk; anything else is thrown on as it is. */
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
