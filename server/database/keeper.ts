import { unavailable } from '../api/refusal.ts';
import { DatabaseInUse } from './embedded/lock.ts';
import { type Database, type DatabaseOptions, openDatabase } from './open.ts';

/** The longest time (ms) that a call waits for a database that is opening. */
const PATIENCE_MS = 15_000;
const REOPEN_AFTER_MS = 10_000;
/** The back-off before the database is opened again: doubles with each failure, up to the maximum. */
const FIRST_RETRY_MS = 1000;
const MOST_RETRY_MS = 300_000;
/** The interval of the liveness query to PostgreSQL, and its timeout. */
const LOOK_EVERY_MS = 5000;
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
  #answers = true;
  #look: NodeJS.Timeout | undefined;
  #failedAt = 0;
  #retry: NodeJS.Timeout | undefined;
  #failures = 0;
  #closed = false;
  readonly #giveUp = new AbortController();

  /** `prepare` runs after each opening, before the database is used. */
  constructor(options: DatabaseOptions, prepare: (database: Database) => Promise<void>) {
    this.#prepare = prepare;
    this.#options = {
      ...options,
      giveUp: this.#giveUp.signal,
      onFault: (error) => {
        options.onFault?.(error);
        // The pool reconnects to PostgreSQL by itself, but an embedded database has to be opened again.
        if (options.url === null) this.#drop();
      },
    };
  }

  /** Opens the database, or joins an attempt under way. Rejects if the database cannot be opened. */
  open(): Promise<Database> {
    if (this.#closed) return Promise.reject(unavailable());
    this.#opening ??= this.#openAndPrepare();
    return this.#opening;
  }

  /** Whether the database can be used without waiting. */
  get isOpen(): boolean {
    return this.#open !== null && this.#answers;
  }

  /** Returns the database. Throws a Refusal if it is not available in time. */
  async use(): Promise<Database> {
    if (this.#open !== null && !this.#answers) throw unavailable();
    if (this.#open !== null) return this.#open;
    if (this.#opening === null && Date.now() - this.#failedAt < REOPEN_AFTER_MS) throw unavailable();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), PATIENCE_MS);
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
    clearTimeout(this.#look);
    clearTimeout(this.#retry);
    if (database !== null) {
      await (database.kind === 'embedded' ? database.close() : closeWithin(CLOSE_WITHIN_MS, database));
      return;
    }
    this.#giveUp.abort();
    if (this.#options.url === null) await this.#opening?.catch(() => undefined);
  }

  async #openAndPrepare(): Promise<Database> {
    let database: Database | null = null;
    try {
      const opened = await openDatabase(this.#options);
      database = opened;
      await opened.inTurn(() => this.#prepare(opened));
      if (this.#closed) throw unavailable();
      this.#open = database;
      this.#answers = true;
      this.#failures = 0;
      // The process of an embedded database needs no liveness query: `startEmbedded` reports its end.
      if (database.kind === 'postgresql') this.#lookAgain(database);
      return database;
    } catch (error) {
      this.#opening = null;
      this.#open = null;
      this.#failedAt = Date.now();
      this.#failures += 1;
      await database?.close().catch(() => undefined);
      this.#openLater();
      throw error;
    }
  }

  #lookAgain(database: Database): void {
    this.#look = setTimeout(() => void this.#lookAt(database), LOOK_EVERY_MS).unref();
  }

  /** Sends a liveness query. A late answer counts as an answer. */
  async #lookAt(database: Database): Promise<void> {
    const late = setTimeout(() => this.#setAnswers(false), ANSWER_WITHIN_MS);
    const answered = await database.db.execute('select 1').then(
      () => true,
      () => false,
    );
    clearTimeout(late);
    if (this.#open !== database) return;
    this.#setAnswers(answered);
    this.#lookAgain(database);
  }

  #setAnswers(answers: boolean): void {
    if (answers === this.#answers) return;
    this.#answers = answers;
    if (!answers) this.#options.onFault?.(new Error('the database does not answer'));
  }

  #drop(): void {
    const broken = this.#open;
    this.#opening = null;
    this.#open = null;
    void broken?.close().catch(() => undefined);
    this.#openLater();
  }

  #openLater(): void {
    clearTimeout(this.#retry);
    if (this.#closed) return;
    const after = Math.min(FIRST_RETRY_MS * 2 ** this.#failures, MOST_RETRY_MS);
    this.#retry = setTimeout(() => void this.open().catch(() => undefined), after).unref();
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
  const consequence = 'Accounts and the admin area do not work until then; shows do.';
  if (error instanceof DatabaseInUse) {
    return `Another Ringside uses the database in ${options.folder}. Stop it, or choose another DATA_DIR. ${consequence}`;
  }
  if (options.url !== null) {
    const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    return `The database of DATABASE_URL cannot be reached${reason}. Ringside tries again by itself. ${consequence}`;
  }
  return `The database in ${options.folder} cannot be opened. Move that folder away and start again, and restore a backup with npm run restore -- FILE. ${consequence}`;
}
