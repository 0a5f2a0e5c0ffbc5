import { RingsideError } from '#shared/contract/error.ts';
import { BuildError } from './builds.ts';
import { ConfigError } from './config.ts';

/** Explains to the operator why the server could not start. Returns the stack of an unknown error. */
export function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof BuildError) return error.message;
  if (error instanceof RingsideError && error.problem.code === 'storage.unwritable') {
    const place = error.problem.params?.path ?? 'DATA_DIR';
    return `Ringside cannot write to ${place}. Give it a folder that it may write to with DATA_DIR=/path/to/folder.`;
  }
  if (error instanceof RingsideError && error.problem.code === 'storage.full') {
    const place = error.problem.params?.place ?? 'DATA_DIR';
    return `There is no room left at ${place}. Free some space, or give Ringside another folder with DATA_DIR=/path/to/folder.`;
  }
  if (error instanceof RingsideError && error.problem.code === 'storage.inUse') {
    const place = error.problem.params?.path ?? 'DATA_DIR';
    return `Another Ringside is using ${place}. Stop that one, or give this one a folder of its own with DATA_DIR=/path/to/folder.`;
  }
  if (error instanceof Error && 'code' in error) {
    if (error.code === 'EADDRINUSE') {
      return 'The port is in use by another program (or by another Ringside). Stop that one, or choose another with PORT=5190 npm start.';
    }
    if (error.code === 'EACCES')
      return 'The system does not allow this port. Choose one above 1024 with PORT=5190 npm start.';
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
      return 'This machine has no such address as HOST says. HOST=127.0.0.1 is the default.';
    }
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
