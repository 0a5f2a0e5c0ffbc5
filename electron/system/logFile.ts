import { appendFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

export type LogLevel = 'info' | 'warn' | 'error';
export type Log = (level: LogLevel, message: string) => void;

export interface LogOptions {
  folder: string;
  now: () => number;
  /** Size limit of one file in bytes. */
  maxBytes?: number;
  /** Number of full files to keep beside the current one. */
  keep?: number;
}

const CURRENT = 'ringside.log';
/** Length (characters) at which a message is cut, so that one message cannot fill the log. */
const MAX_MESSAGE = 8_000;

/**
 * Creates a rotating log: `ringside.log` is the current file, `ringside.1.log` the newest full one. Each line is written
 * synchronously, so that the last lines before a crash are in the file. Write errors are ignored, because logging must
 * not stop a show.
 */
export function createLog(options: LogOptions): Log {
  const { folder, now, maxBytes = 1_000_000, keep = 4 } = options;
  const current = path.join(folder, CURRENT);
  let size = prepare(folder, current);
  return (level, message) => {
    const text = message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)} ...` : message;
    const line = `${new Date(now()).toISOString()} ${level} ${text.trimEnd().replaceAll('\n', '\n  ')}\n`;
    try {
      if (size > 0 && size + line.length > maxBytes) {
        rotate(folder, current, keep);
        size = 0;
      }
      appendFileSync(current, line);
      size += line.length;
    } catch {
      size = 0;
    }
  };
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

function prepare(folder: string, current: string): number {
  try {
    mkdirSync(folder, { recursive: true });
    return existsSync(current) ? statSync(current).size : 0;
  } catch {
    return 0;
  }
}

function rotate(folder: string, current: string, keep: number): void {
  const numbered = (index: number) => path.join(folder, `ringside.${index}.log`);
  rmSync(numbered(keep), { force: true });
  for (let index = keep - 1; index >= 1; index -= 1) {
    if (existsSync(numbered(index))) renameSync(numbered(index), numbered(index + 1));
  }
  if (keep > 0) renameSync(current, numbered(1));
  else rmSync(current, { force: true });
}
