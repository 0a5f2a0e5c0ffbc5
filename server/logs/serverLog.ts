import { createWriteStream, mkdirSync, readdirSync, rmSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { type DestinationStream, pino } from 'pino';

const KEEP_FILES = 14;

/** Whatever is logged under these names is not written. */
const SECRETS = [
  'authorization',
  'cookie',
  'set-cookie',
  'token',
  'once',
  'password',
  'oldPassword',
  'email',
];

export interface ServerLog {
  /** Lines of JSON about calls and faults; never a token, a password, a code, a query or the body of a call. */
  logger: FastifyBaseLogger;
  close(): Promise<void>;
}

/** Logs to stdout, or to one file a day in a folder, of which it keeps a fortnight. */
export function openServerLog(folder: string | null, now: () => Date): ServerLog {
  const file = folder === null ? null : new DailyFile(folder, now);
  const logger = pino(
    {
      base: null,
      timestamp: () => `,"at":"${now().toISOString()}"`,
      formatters: { level: (level) => ({ level }) },
      redact: SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`]),
      serializers: {
        err: describeFault,
        // Fastify's own have the address with its query.
        req: ({ method, routeOptions }: FastifyRequest) => ({ method, path: routeOptions?.url ?? '' }),
        res: ({ statusCode }: FastifyReply) => ({ status: statusCode }),
      },
    },
    file ?? process.stdout,
  );
  return { logger, close: async () => file?.close() };
}

/** A stream into the file of the day. */
class DailyFile implements DestinationStream {
  readonly #folder: string;
  readonly #now: () => Date;
  #day = '';
  #stream: WriteStream | null = null;

  constructor(folder: string, now: () => Date) {
    this.#folder = folder;
    this.#now = now;
  }

  write(line: string): void {
    try {
      this.#streamOf(this.#now().toISOString().slice(0, 10)).write(line);
    } catch {
      // The folder cannot be made, and there is nowhere left to say it.
    }
  }

  close(): Promise<void> {
    const stream = this.#stream;
    return new Promise((resolve) => {
      if (stream === null || stream.destroyed) resolve();
      else stream.end(resolve);
    });
  }

  #streamOf(today: string): WriteStream {
    if (this.#stream !== null && today === this.#day) return this.#stream;
    this.#stream?.end();
    mkdirSync(this.#folder, { recursive: true });
    removeOld(this.#folder);
    this.#day = today;
    this.#stream = createWriteStream(join(this.#folder, `requests-${today}.jsonl`), {
      flags: 'a',
      mode: 0o600,
    });
    // A full disk must not end the server.
    this.#stream.on('error', () => undefined);
    return this.#stream;
  }
}

function removeOld(folder: string): void {
  const files = readdirSync(folder).filter((name) => /^requests-[\d-]+\.jsonl$/.test(name));
  for (const name of files.sort().slice(0, -KEEP_FILES)) rmSync(join(folder, name), { force: true });
}

/** What may be written about an error: never a query, nor the statement and its values that the database adds. */
export function describeFault(error: unknown): { error: string; stack: string } {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return { error: typeof cause, stack: '' };
  const code = 'code' in cause && typeof cause.code === 'string' ? ` ${cause.code}` : '';
  const frames = (cause.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const message = cause.message.replace(/(\/\S*)\?\S*/g, '$1').slice(0, 500);
  return { error: `${cause.name}${code}: ${message}`, stack: frames.slice(0, 12).join('\n') };
}
