import { createWriteStream, mkdirSync, readdirSync, rmSync, statSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { type DestinationStream, pino } from 'pino';
import type { BackstageOptions } from '#backstage/options.ts';
import { Buckets } from '../limits/buckets.ts';

const KEEP_FILES = 14;
/** Limit of one day's file in bytes; errors may use as much again. */
const MAX_BYTES = 256 * 1024 * 1024;
/** Maximum number of bytes that wait for the disk. Lines beyond that are dropped. */
const MAX_WAITING = 8 * 1024 * 1024;
/** The time (ms) before a log file that could not be written is opened again. */
const RETRY_AFTER = 10_000;
/** The rate at which calls with status 429 are logged. Any sender can cause any number of them. */
const REFUSALS = { burst: 100, perSecond: 1 };

/** Names of fields that are redacted. */
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
  /** Writes JSON lines about calls and faults; never a token, password, code, query or body. */
  logger: FastifyBaseLogger;
  /** Whether to log another call that a limit refused. */
  admitsRefusal(): boolean;
  close(): Promise<void>;
}

/** Logs to stdout, or to one file a day in a folder. Keeps the files of 14 days. */
export function openServerLog(
  folder: string | null,
  now: () => Date,
  { maxBytes = MAX_BYTES }: { maxBytes?: number } = {},
): ServerLog {
  const file = folder === null ? null : new DailyFile(folder, now, maxBytes);
  const refusals = new Buckets(REFUSALS, () => now().getTime());
  const logger = pino(
    {
      base: null,
      timestamp: () => `,"at":"${now().toISOString()}"`,
      formatters: { level: (level) => ({ level }) },
      redact: SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`]),
      serializers: {
        err: describeFault,
        // Fastify's own lines would contain the query.
        req: ({ method, routeOptions }: FastifyRequest) => ({ method, path: routeOptions?.url ?? '' }),
        res: ({ statusCode }: FastifyReply) => ({ status: statusCode }),
      },
    },
    file ?? process.stdout,
  );
  return {
    logger,
    admitsRefusal: () => refusals.take('all') === 0,
    close: async () => file?.close(),
  };
}

/** Writes one file per day, up to a size limit. Drops lines if the disk is full. */
class DailyFile implements DestinationStream {
  readonly #folder: string;
  readonly #now: () => Date;
  readonly #maxBytes: number;
  #day = '';
  #bytes = 0;
  #isFull = false;
  #stream: WriteStream | null = null;
  /** The streams that are not closed yet. */
  readonly #open = new Set<WriteStream>();
  #retryAt = 0;

  constructor(folder: string, now: () => Date, maxBytes: number) {
    this.#folder = folder;
    this.#now = now;
    this.#maxBytes = maxBytes;
  }

  write(line: string): void {
    const now = this.#now();
    if (now.getTime() < this.#retryAt) return;
    try {
      const stream = this.#streamOf(now.toISOString().slice(0, 10));
      if (stream.writableLength > MAX_WAITING) return;
      const limit = line.startsWith('{"level":"error"') ? 2 * this.#maxBytes : this.#maxBytes;
      if (this.#bytes + line.length <= limit) this.#append(stream, line);
      else if (!this.#isFull) {
        this.#isFull = true;
        const entry = { level: 'warn', at: now.toISOString(), msg: 'log full until tomorrow' };
        this.#append(stream, `${JSON.stringify(entry)}\n`);
      }
    } catch {
      this.#retryLater();
    }
  }

  /** Resolves when all lines are written, also those of the day before. */
  async close(): Promise<void> {
    this.#stream?.end();
    const closed = (stream: WriteStream) =>
      new Promise<void>((resolve) => stream.once('close', () => resolve()));
    await Promise.all([...this.#open].map(closed));
  }

  #append(stream: WriteStream, line: string): void {
    this.#bytes += line.length;
    stream.write(line);
  }

  #retryLater(): void {
    this.#stream = null;
    this.#retryAt = this.#now().getTime() + RETRY_AFTER;
  }

  #streamOf(today: string): WriteStream {
    if (this.#stream !== null && today === this.#day) return this.#stream;
    this.#stream?.end();
    mkdirSync(this.#folder, { recursive: true });
    removeOld(this.#folder);
    const path = join(this.#folder, `requests-${today}.jsonl`);
    this.#isFull = this.#isFull && today === this.#day;
    this.#day = today;
    this.#bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    const stream = createWriteStream(path, { flags: 'a', mode: 0o600 });
    stream.on('error', () => {
      if (this.#stream === stream) this.#retryLater();
    });
    this.#open.add(stream);
    stream.on('close', () => this.#open.delete(stream));
    this.#stream = stream;
    return stream;
  }
}

function removeOld(folder: string): void {
  const files = readdirSync(folder).filter((name) => /^requests-[\d-]+\.jsonl$/.test(name));
  for (const name of files.sort().slice(0, -KEEP_FILES)) rmSync(join(folder, name), { force: true });
}

/** Returns the loggable parts of an error, without queries and without the database's SQL and values. */
export function describeFault(error: unknown): { error: string; stack: string } {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return { error: typeof cause, stack: '' };
  const code = 'code' in cause && typeof cause.code === 'string' ? ` ${cause.code}` : '';
  const frames = (cause.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const message = cause.message.replace(/(\/\S*)\?\S*/g, '$1').slice(0, 500);
  return { error: `${cause.name}${code}: ${message}`, stack: frames.slice(0, 12).join('\n') };
}

/**
 * Returns a log function of a backstage. It writes JSON lines to stderr. `host` is the backstage's folder below the
 * data folder; empty for the machine's owner.
 */
export function logOf(host: string): NonNullable<BackstageOptions['log']> {
  return ({ at, message, error }) => {
    const why =
      error instanceof Error
        ? (error.stack ?? error.message)
        : error === undefined
          ? undefined
          : String(error);
    process.stderr.write(
      `${JSON.stringify({ time: new Date(at).toISOString(), host, message, error: why })}\n`,
    );
  };
}
