import { unavailable } from '../api/errors.ts';
import { DatabaseInUse } from './embedded/lock.ts';
import { type Database, type DatabaseOptions, openDatabase } from './open.ts';

/** The longest time (ms) that a call waits for a database that is opening. */
const OPEN_WITHIN_MS = 15_000;
const REOPEN_AFTER_MS = 10_000;
/** The back-off before the database is opened again: doubles with each failure, up to the maximum. */
const FIRST_RETRY_MS = 1000;
const MOST_RETRY_MS = 300_000;
/** The interval of the liveness query to PostgreSQL, and its timeout. */
const PROBE_EVERY_MS = 5000;
const ANSWER_WITHIN_MS = 3000;
/** The timeout of closing: a PostgreSQL that does not answer must not keep the server from exiting. */
const CLOSE_WITHIN_MS = 3000;

/**
 * Opens the database in the background and keeps it open. Calls wait while it opens, and are refused if it cannot be
 * opened. The keeper retries with a back-off after a failure, and after an embedded database has ended. Shows do not
 * depend on the database.
 */
export class DatabaseKeeper {
  readonly #options: DatabaseOptions;
  readonly #prepare: (database: Database) => Promise<void>;
  #opening: Promise<Database> | null = null;
  #open: Database | null = null;
  /** False while PostgreSQL does not answer the liveness query. */
  #isResponsive = true;
  #probeTimer: NodeJS.Timeout | undefined;
  #failedAt = 0;
  #retryTimer: NodeJS.Timeout | undefined;
  #failures = 0;
  #closed = false;
  /** Settles when the embedded database that failed last is closed: only then is its folder free. */
  #failedClosed: Promise<void> = Promise.resolve();
  readonly #abortOpening = new AbortController();

  /** `prepare` runs after each opening, before the database is used. */
  constructor(options: DatabaseOptions, prepare: (database: Database) => Promise<void>) {
    this.#prepare = prepare;
    this.#options = { ...options, signal: this.#abortOpening.signal };
  }

  /** Opens the database, or joins an attempt under way. Rejects if the database cannot be opened. */
  open(): Promise<Database> {
    if (this.#closed) return Promise.reject(unavailable());
    this.#opening ??= this.#openAndPrepare();
    return this.#opening;
  }

  /** Whether the database can be used without waiting. */
  get isOpen(): boolean {
    return this.#open !== null && this.#isResponsive;
  }

  /** Returns the database. Throws a Refusal if it is not available in time. */
  async use(): Promise<Database> {
    if (this.#open !== null && !this.#isResponsive) throw unavailable();
    if (this.#open !== null) return this.#open;
    if (this.#opening === null && Date.now() - this.#failedAt < REOPEN_AFTER_MS) throw unavailable();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), OPEN_WITHIN_MS);
    });
    const database = await Promise.race([this.open().catch(() => null), late]);
    clearTimeout(timer);
    if (database === null) throw unavailable();
    return database;
  }

  /** Closes the database. Aborts an attempt to open it, which does not harm an embedded database. */
  async close(): Promise<void> {
    this.#closed = true;
    const database = this.#open;
    this.#open = null;
    clearTimeout(this.#probeTimer);
    clearTimeout(this.#retryTimer);
    if (database !== null) {
      await (database.kind === 'embedded' ? database.close() : closeWithin(CLOSE_WITHIN_MS, database));
      return;
    }
    this.#abortOpening.abort();
    if (this.#options.url !== null) return;
    await this.#failedClosed;
    await this.#opening?.catch(() => undefined);
  }

  async #openAndPrepare(): Promise<Database> {
    let database: Database | null = null;
    try {
      await this.#failedClosed;
      const opened = await openDatabase({
        ...this.#options,
        onFault: (error) => {
          this.#options.onFault?.(error);
          // The pool reconnects to PostgreSQL by itself, but an embedded database has to be opened again.
          if (database?.kind === 'embedded' && this.#open === database) this.#reopenAfterFault(database);
        },
      });
      database = opened;
      await opened.withLock(() => this.#prepare(opened));
      if (this.#closed) throw unavailable();
      this.#open = database;
      this.#isResponsive = true;
      this.#failures = 0;
      // The process of an embedded database needs no liveness query: `startEmbedded` reports its end.
      if (database.kind === 'postgresql') this.#scheduleProbe(database);
      return database;
    } catch (error) {
      this.#opening = null;
      this.#open = null;
      this.#failedAt = Date.now();
      this.#failures += 1;
      await database?.close().catch(() => undefined);
      this.#scheduleRetry();
      throw error;
    }
  }

  #scheduleProbe(database: Database): void {
    this.#probeTimer = setTimeout(() => void this.#probe(database), PROBE_EVERY_MS).unref();
  }

  /** Sends a liveness query. A late answer counts as an answer. */
  async #probe(database: Database): Promise<void> {
    const late = setTimeout(() => this.#setResponsive(false), ANSWER_WITHIN_MS);
    const answered = await database.db.execute('select 1').then(
      () => true,
      () => false,
    );
    clearTimeout(late);
    if (this.#open !== database) return;
    this.#setResponsive(answered);
    this.#scheduleProbe(database);
  }

  #setResponsive(isResponsive: boolean): void {
    if (isResponsive === this.#isResponsive) return;
    this.#isResponsive = isResponsive;
    if (!isResponsive) this.#options.onFault?.(new Error('the database does not answer'));
  }

  #reopenAfterFault(failed: Database): void {
    this.#opening = null;
    this.#open = null;
    this.#failedClosed = failed.close().catch(() => undefined);
    this.#scheduleRetry();
  }

  #scheduleRetry(): void {
    clearTimeout(this.#retryTimer);
    if (this.#closed) return;
    const after = Math.min(FIRST_RETRY_MS * 2 ** this.#failures, MOST_RETRY_MS);
    this.#retryTimer = setTimeout(() => void this.open().catch(() => undefined), after).unref();
  }
}

/** Closes a database. Stops waiting after `ms` if it does not answer. */
async function closeWithin(ms: number, database: Database): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([database.close(), late]);
  clearTimeout(timer);
}

/** Explains to the operator why a database could not be opened. */
export function explainDatabase(error: unknown, options: Pick<DatabaseOptions, 'url' | 'folder'>): string {
  if (error instanceof DatabaseInUse) {
    return `Another Ringside is using the database in ${options.folder}. Stop it, or set another DATA_DIR.`;
  }
  if (options.url !== null) {
    const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    return `The database of DATABASE_URL cannot be reached${reason}.`;
  }
  return `The database in ${options.folder} cannot be opened. Stop Ringside and move that folder away. Then restore a backup with npm run restore -- FILE, or start with an empty database.`;
}
