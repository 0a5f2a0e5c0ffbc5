import { createWriteStream, mkdirSync, readdirSync, rmSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';

const KEEP_FILES = 14;

export type LogLine = Record<string, string | number | boolean | null>;

/** Takes lines of JSON about calls and faults; never a token, a password, a code or the body of a call. */
export interface RequestLog {
  write(line: LogLine): void;
  close(): Promise<void>;
}

/** Logs to stdout, or to one file a day in a folder, of which it keeps a fortnight. */
export function openRequestLog(folder: string | null, now: () => Date): RequestLog {
  if (folder === null) {
    return { write: (line) => process.stdout.write(`${JSON.stringify(line)}\n`), close: async () => {} };
  }
  let day = '';
  let stream: WriteStream | null = null;
  const streamOf = (today: string): WriteStream => {
    if (stream !== null && today === day) return stream;
    stream?.end();
    mkdirSync(folder, { recursive: true });
    removeOld(folder);
    day = today;
    stream = createWriteStream(join(folder, `requests-${today}.jsonl`), { flags: 'a', mode: 0o600 });
    // A full disk must not end the server, and there is nowhere left to say it.
    stream.on('error', () => undefined);
    return stream;
  };
  return {
    write: (line) => {
      try {
        streamOf(now().toISOString().slice(0, 10)).write(`${JSON.stringify(line)}\n`);
      } catch {
        // The folder cannot be made; as above.
      }
    },
    close: () =>
      new Promise((resolve) => {
        if (stream === null || stream.destroyed) resolve();
        else stream.end(resolve);
      }),
  };
}

function removeOld(folder: string): void {
  const files = readdirSync(folder).filter((name) => /^requests-[\d-]+\.jsonl$/.test(name));
  for (const name of files.sort().slice(0, -KEEP_FILES)) rmSync(join(folder, name), { force: true });
}

/** What may be written about an error: never the statement and its values that the database adds to it. */
export function describeFault(error: unknown): { error: string; stack: string } {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return { error: typeof cause, stack: '' };
  const code = 'code' in cause && typeof cause.code === 'string' ? ` ${cause.code}` : '';
  const frames = (cause.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    error: `${cause.name}${code}: ${cause.message.slice(0, 500)}`,
    stack: frames.slice(0, 12).join('\n'),
  };
}
