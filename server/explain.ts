import { RingsideError } from '#shared/contract/error.ts';
import { BuildError } from './builds.ts';
import { ConfigError } from './config.ts';

/** Explains to the operator why the server could not start. Returns the stack of an unknown error. */
export function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof BuildError) return error.message;
  if (error instanceof RingsideError && error.problem.code === 'storage.unwritable') {
    const folder = error.problem.params?.path ?? 'DATA_DIR';
    return `Ringside cannot write to ${folder}. Allow it to write there, or set another folder: DATA_DIR=/path/to/folder.`;
  }
  if (error instanceof RingsideError && error.problem.code === 'storage.full') {
    const folder = error.problem.params?.place ?? 'DATA_DIR';
    return `The disk of ${folder} is full. Free some space, or set a folder on another disk: DATA_DIR=/path/to/folder.`;
  }
  if (error instanceof RingsideError && error.problem.code === 'storage.inUse') {
    const folder = error.problem.params?.path ?? 'DATA_DIR';
    return `Another Ringside is using ${folder}. Stop it, or set another folder for this one: DATA_DIR=/path/to/folder.`;
  }
  if (error instanceof Error && 'code' in error) {
    if (error.code === 'EADDRINUSE') {
      return 'Another program, maybe another Ringside, is using this port. Stop it, or choose another port: PORT=5190 npm start.';
    }
    if (error.code === 'EACCES') {
      return 'The system does not allow this port. Choose a port above 1024: PORT=5190 npm start.';
    }
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
      return 'HOST is not an address of this machine. Use one of its addresses, or the default: HOST=127.0.0.1.';
    }
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
