import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
// Use the Node entry: `electron-log/main` also opens IPC channels, which do not check the sender.
import log from 'electron-log/node';

type LogLevel = 'info' | 'warn' | 'error';
export type Log = (level: LogLevel, message: string) => void;

interface LogOptions {
  folder: string;
  /** Size limit of one file in bytes. */
  maxBytes?: number;
  /** Number of full files to keep beside the current one. */
  keep?: number;
}

const CURRENT = 'ringside.log';
/** Length (characters) at which a message is cut, so that one message cannot fill the log. */
const MAX_MESSAGE = 8_000;
/** Size (bytes) of the longest line: electron-log rotates after a file has passed its limit. */
const MAX_LINE_BYTES = 3 * MAX_MESSAGE + 100;

/**
 * Creates a rotating log: `ringside.log` is the current file, `ringside.1.log` the newest full one. Each line is
 * written synchronously, so that the last lines before a crash are in the file. Write errors are ignored, because
 * logging must not stop a show. electron-log has one log per process: a second call redirects the first.
 */
export function createLog({ folder, maxBytes = 1_000_000, keep = 4 }: LogOptions): Log {
  const { console, file } = log.transports;
  console.level = false;
  // The file transport reports write errors to the console, and a closed console would be one more error.
  console.writeFn = () => {};
  file.setAppName('Ringside');
  file.resolvePathFn = () => path.join(folder, CURRENT);
  file.maxSize = maxBytes - MAX_LINE_BYTES;
  file.archiveLogFn = ({ path: current }) => rotate(folder, current, keep);
  file.format = ({ message, level }) => [`${message.date.toISOString()} ${level} ${textOf(message.data)}`];
  return (level, message) => log[level](message);
}

/** Returns a message as one entry of the log: cut at its limit, with every further line indented. */
function textOf(data: unknown[]): string {
  const message = data.join(' ');
  const text = message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)} ...` : message;
  return text.trimEnd().replaceAll('\n', '\n  ');
}

/** Deletes the full log files but not the current one. Returns the number of freed bytes. */
export function removeOldLogs(folder: string): number {
  if (!existsSync(folder)) return 0;
  let freed = 0;
  for (const name of readdirSync(folder).filter((file) => /^ringside\.\d+\.log$/.test(file))) {
    const file = path.join(folder, name);
    freed += statSync(file).size;
    rmSync(file, { force: true });
  }
  return freed;
}

/** Renames each full file to the next number. If a file is locked, the log continues in the current file. */
function rotate(folder: string, current: string, keep: number): void {
  const numbered = (index: number) => path.join(folder, `ringside.${index}.log`);
  try {
    rmSync(numbered(keep), { force: true });
    for (let index = keep - 1; index >= 1; index -= 1) {
      if (existsSync(numbered(index))) renameSync(numbered(index), numbered(index + 1));
    }
    renameSync(current, numbered(1));
  } catch {
    // Windows locks a file that another program reads. The next line tries again.
  }
}
