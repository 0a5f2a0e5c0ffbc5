import { type Problem, RingsideError } from '#shared/contract/error.ts';
import { probeFolder, unwritable, writingProblem } from '../store/writingProblem.ts';
import { failureOf, type StorageFailure } from './failures.ts';

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
