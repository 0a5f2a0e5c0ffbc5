import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import type { StoredInput } from '#shared/contract/backstage.ts';
import { type Input, inputSchema } from '#shared/contract/input.ts';
import type { Snapshot } from '#shared/contract/snapshot.ts';
import { CorrectionLog } from './correctionLog.ts';
import {
  CorruptJournalError,
  failureOf,
  StaleWriterError,
  type StorageFailure,
  UnknownCommitError,
} from './failures.ts';
import type { Batch, InputLog, LogHead, StoredSnapshot } from './inputLog.ts';
import { rowColumns, toRecord } from './rowChanges.ts';
import { migrate } from './schema.ts';
import { checkpointAside, WalFlush } from './walFlush.ts';

/** How many snapshots are kept. If the newest one is damaged, the one before it is used. */
const KEPT_SNAPSHOTS = 2;
/**
 * The transactions and the changed rows after which the write-ahead log is copied into the database: some 4 MB of a
 * busy show.
 */
const CHECKPOINT = { transactions: 128, rows: 4000 };
/** SQLite's own checkpoint blocks the event loop, so it runs only if the other one cannot: at 40 MB. */
const LATEST_CHECKPOINT_PAGES = 10_000;

/** The end of a log that is ahead of the ledger. */
interface Ahead extends LogHead {
  /** The inputs after the snapshot. */
  recent: StoredInput[];
}

const opened = rowColumns.map(() => '?').join(', ');

/**
 * The embedded input log, in one database with the ledger rows of the show. A batch is one transaction. SQLite appends
 * it to its write-ahead log without a flush (`synchronous=NORMAL`), which survives the kill of the process; `append`
 * then flushes the log in another thread, so that the batch survives a power cut. The copy of the log into the database
 * runs in another thread, too.
 *
 * With a log elsewhere, the database is only the ledger of that log. A batch is appended to the log first, and nothing is
 * flushed here: the ledger can be made again. While the ledger lacks inputs of the log (`isWhole`), the journal answers
 * for the end of the log from memory, and new batches go to the log only. `catchUp` makes the ledger whole.
 */
export class Journal implements InputLog {
  readonly db: DatabaseSync;
  #corrections: CorrectionLog | null = null;
  #writes: Writes | null = null;
  readonly #putMeta: StatementSync;
  readonly #findMessage: StatementSync;
  readonly #lastSeq: StatementSync;
  readonly #readInputs: StatementSync;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #file: string;
  readonly #log: InputLog | null;
  readonly #flush: WalFlush;
  #ahead: Ahead | null = null;
  /** The checkpoint during which batches are appended; null if none runs. */
  #copy: Promise<void> | null = null;
  /** The checkpoint during which nothing is appended. It is short, because another one ran just before. */
  #checkpoint: Promise<void> = Promise.resolve();
  /** Work for the next checkpoint. */
  #since = { transactions: 0, rows: 0 };
  /** A flush has failed, so it is unknown which commits are durable. */
  #unsure = false;

  /**
   * Opens the file, or creates it. `readOnly` opens an existing file and changes nothing. `log` is the log elsewhere.
   *
   * @throws NewerJournalError, and the errors of SQLite that `failureOf` classifies.
   */
  constructor(file: string, readOnly = false, log: InputLog | null = null) {
    this.#file = file;
    this.#log = log;
    this.#flush = new WalFlush(file);
    this.db = new DatabaseSync(file, { timeout: 2000, readOnly });
    try {
      this.db.exec('PRAGMA cache_size = -16000');
      if (!readOnly) {
        this.db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
        migrate(this.db);
        if (log !== null) this.db.exec('PRAGMA synchronous = OFF');
        else
          this.db.exec(`PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = ${LATEST_CHECKPOINT_PAGES}`);
      }
      this.#putMeta = this.db.prepare(
        'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
      );
      this.#findMessage = this.db.prepare('SELECT 1 FROM inputs WHERE msg_id = ?');
      this.#lastSeq = this.db.prepare('SELECT max(seq) AS seq FROM inputs');
      this.#readInputs = this.db.prepare(
        'SELECT seq, body, sum FROM inputs WHERE seq > ? ORDER BY seq LIMIT ?',
      );
      this.#begin = this.db.prepare('BEGIN IMMEDIATE');
      this.#commit = this.db.prepare('COMMIT');
    } catch (error) {
      this.db.close();
      throw error;
    }
  }

  /** Prepared at first use, like the statements that write: a file of an older version can be read without them. */
  get corrections(): CorrectionLog {
    this.#corrections ??= new CorrectionLog(this.db);
    return this.#corrections;
  }

  get #write(): Writes {
    this.#writes ??= prepareWrites(this.db);
    return this.#writes;
  }

  /** Whether this show has ever stored a gift message with this id. */
  hasMessage(msgId: string): boolean {
    return this.#ahead?.messages.has(msgId) || this.#findMessage.get(msgId) !== undefined;
  }

  /** The number of the last input; 0 without one. */
  lastSeq(): number {
    if (this.#ahead !== null) return this.#ahead.recent.at(-1)?.seq ?? this.#ahead.snapshot.seq;
    return Number(this.#lastSeq.get()?.seq ?? 0);
  }

  /** Whether the ledger has all inputs of the log. */
  get isWhole(): boolean {
    return this.#ahead === null;
  }

  /** Whether all inputs after number `after` can be read. */
  hasSince(after: number): boolean {
    return this.#ahead === null || after >= this.#ahead.snapshot.seq;
  }

  /** Continues at the end of the log, which is ahead of the ledger. */
  goAhead(head: LogHead): void {
    this.#ahead = { ...head, recent: [] };
  }

  /** The state at the end of the log when the journal was opened; null if the ledger is whole. */
  get headSnapshot(): Snapshot | null {
    return this.#ahead?.snapshot ?? null;
  }

  /** Call it when the ledger has the last input. */
  endAhead(): void {
    this.#ahead = null;
  }

  /** The time of the last input (ms since 1970); 0 without one. */
  lastAt(): number {
    if (this.#ahead !== null) return this.#ahead.recent.at(-1)?.input.at ?? this.#ahead.at;
    return Number(this.db.prepare('SELECT at FROM inputs ORDER BY seq DESC LIMIT 1').get()?.at ?? 0);
  }

  /** Resolves when a batch can be appended at once. Wait for it before a batch. */
  idle(): Promise<void> {
    return this.#checkpoint;
  }

  async append(batch: Batch): Promise<void> {
    if (this.#log !== null) return this.#appendTo(this.#log, batch);
    if (this.#unsure) await this.#copy;
    await this.#checkpoint;
    if (this.#unsure) this.flushNow();
    if (!this.#has(batch.inputs)) this.write(batch);
    try {
      await this.#flush.flush();
    } catch (error) {
      this.#unsure = true;
      throw new UnknownCommitError(error);
    }
    this.#since.transactions += 1;
    this.#since.rows += batch.inputs.length + batch.rows.moves.size;
    const { transactions, rows } = this.#since;
    if (transactions < CHECKPOINT.transactions && rows < CHECKPOINT.rows) return;
    this.#copy ??= this.#copyLog();
  }

  /**
   * Copies the write-ahead log into the database in two steps. SQLite begins the log again only if a checkpoint copies
   * all of it. The first step copies nearly everything while batches go on; for the second one they wait.
   */
  async #copyLog(): Promise<void> {
    this.#since = { transactions: 0, rows: 0 };
    await checkpointAside(this.#file);
    this.#checkpoint = checkpointAside(this.#file);
    await this.#checkpoint;
    this.#copy = null;
  }

  async #appendTo(log: InputLog, batch: Batch): Promise<void> {
    if (this.#has(batch.inputs)) return;
    await log.append(batch);
    try {
      const ahead = this.#ahead;
      if (ahead === null) this.write(batch);
      else {
        this.putMeta(batch.meta);
        for (const stored of batch.inputs) {
          ahead.recent.push(stored);
          if (stored.input.kind === 'gift') ahead.messages.add(stored.input.msgId);
        }
      }
    } catch (error) {
      // The log has the batch, so it must not be refused. The next attempt writes the ledger.
      throw new UnknownCommitError(error);
    }
  }

  /**
   * Whether the inputs are stored already.
   *
   * @throws StaleWriterError if other inputs have their numbers, or if numbers are missing before them.
   */
  #has(inputs: readonly StoredInput[]): boolean {
    const first = inputs[0]?.seq;
    if (first === undefined) return false;
    const last = this.lastSeq();
    if (last === first - 1) return false;
    if (last < first) throw new StaleWriterError(`input ${first} after ${last}`);
    for (const { seq, input } of inputs) {
      const body = JSON.stringify(input);
      if (this.#bodyOf(seq) !== body) throw new StaleWriterError(`there is another input ${seq}`);
    }
    return true;
  }

  #bodyOf(seq: number): unknown {
    const recent = this.#ahead?.recent.find((stored) => stored.seq === seq);
    if (recent !== undefined) return JSON.stringify(recent.input);
    return this.db.prepare('SELECT body FROM inputs WHERE seq = ?').get(seq)?.body;
  }

  /**
   * Makes all commits durable at once, while the event loop waits. A flush that failed may have lost pages of the log
   * that the next flush does not write again. So this copies the log into the database and flushes the database.
   *
   * @throws what SQLite throws; an Error if a reader prevents the copy.
   */
  flushNow(): void {
    this.db.exec('PRAGMA synchronous = FULL');
    try {
      const result = this.db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
      if (result?.busy !== 0) throw new UnknownCommitError('a reader prevents the checkpoint');
      this.#unsure = false;
    } finally {
      this.db.exec('PRAGMA synchronous = NORMAL');
    }
  }

  async read(after: number, limit: number): Promise<StoredInput[]> {
    return this.inputs(after, limit);
  }

  async last(): Promise<number> {
    return this.lastSeq();
  }

  async messages(): Promise<Set<string>> {
    const ids = this.db.prepare('SELECT msg_id FROM inputs WHERE msg_id IS NOT NULL').all();
    return new Set([...ids.map((record) => String(record.msg_id)), ...(this.#ahead?.messages ?? [])]);
  }

  async putSnapshot(snapshot: StoredSnapshot): Promise<void> {
    this.putSnapshotNow(snapshot);
  }

  /** Stores a snapshot at once, and keeps the newest ones. */
  putSnapshotNow({ seq, version, body }: StoredSnapshot): void {
    this.transaction(() => {
      this.db
        .prepare('INSERT OR REPLACE INTO snapshots (seq, version, body, sum) VALUES (?, ?, ?, ?)')
        .run(seq, version, body, crc32(body));
      this.db
        .prepare(
          'DELETE FROM snapshots WHERE seq NOT IN (SELECT seq FROM snapshots ORDER BY seq DESC LIMIT ?)',
        )
        .run(KEPT_SNAPSHOTS);
    });
  }

  async newestSnapshot(version: number): Promise<StoredSnapshot | null> {
    for (const snapshot of this.snapshots(version)) return snapshot;
    return null;
  }

  /** The intact snapshots of a version, newest first. */
  *snapshots(version: number): Generator<StoredSnapshot> {
    const seqs = this.db.prepare('SELECT seq FROM snapshots ORDER BY seq DESC').all();
    for (const { seq } of seqs) {
      const record = this.db
        .prepare('SELECT version, body, sum FROM snapshots WHERE seq = ?')
        .get(Number(seq));
      if (record === undefined || record.version !== version) continue;
      const { body, sum } = record;
      if (body instanceof Uint8Array && crc32(body) === sum) yield { seq: Number(seq), version, body };
    }
  }

  /**
   * Writes a batch in one transaction. If this throws, nothing of the batch is stored. The batch survives the kill of
   * the process at once, and a power cut after the next flush.
   */
  write(batch: Batch): void {
    this.transaction(() => {
      for (const { seq, input } of batch.inputs) this.#writeInput(seq, input);
      for (const row of batch.rows.rows.values()) {
        this.#write.insertRow.run(...toRecord(row));
        this.#write.insertViewer.run(row.viewerId, `${row.viewerName}\n${row.viewerUsername}`.toLowerCase());
      }
      for (const grown of batch.rows.growths.values()) {
        const { rowId, seq, at, count, diamonds, votesTenths, missedMessage } = grown;
        this.#write.growRow.run(rowId, seq, at, count, diamonds, votesTenths, missedMessage ? 1 : 0);
      }
      for (const {
        rowId,
        seq,
        target,
        reason,
        round,
        late,
        decided,
        placedAt,
      } of batch.rows.moves.values()) {
        const changes = [round ?? null, late ?? null, decided ?? null, placedAt ?? null];
        this.#write.moveRow.run(rowId, seq, target, reason, ...changes);
      }
      this.#writeMeta(batch.meta);
    });
  }

  /** Reads a metadata value; undefined if there is none. */
  meta(key: string): unknown {
    const value = this.db.prepare('SELECT value FROM meta WHERE key = ?').get(key)?.value;
    return typeof value === 'string' ? JSON.parse(value) : undefined;
  }

  /** Writes metadata values outside of a batch. */
  putMeta(values: Record<string, unknown>): void {
    this.transaction(() => this.#writeMeta(values));
  }

  /** Writes metadata values; returns why they could not be written, null on success. */
  tryMeta(values: Record<string, unknown>): StorageFailure | null {
    try {
      this.putMeta(values);
      return null;
    } catch (error) {
      return failureOf(error);
    }
  }

  /** Runs `write` as one transaction. */
  transaction(write: () => void): void {
    this.#begin.run();
    try {
      write();
      this.#commit.run();
    } catch (error) {
      // SQLite rolls back by itself after some failures. Then there is no open transaction.
      if (this.db.isTransaction) this.db.exec('ROLLBACK');
      throw error;
    }
  }

  /**
   * Reads the inputs after number `after`, at most `limit`.
   *
   * @throws CorruptJournalError if an input is missing or its checksum is wrong.
   */
  inputs(after: number, limit: number): StoredInput[] {
    const from = this.#ahead === null ? -1 : after - this.#ahead.snapshot.seq;
    if (this.#ahead !== null && from >= 0) return this.#ahead.recent.slice(from, from + limit);
    const found: StoredInput[] = [];
    for (const record of this.#readInputs.iterate(after, limit)) {
      const seq = Number(record.seq);
      if (seq !== after + found.length + 1)
        throw new CorruptJournalError(`no input ${after + found.length + 1}`);
      const body = String(record.body);
      if (crc32(body) !== record.sum) throw new CorruptJournalError(`input ${seq}`);
      found.push({ seq, input: parseInput(seq, body) });
    }
    return found;
  }

  /** Closes the file at once. Commits that were not flushed are durable as far as SQLite can copy the log. */
  close(): void {
    void this.#flush.close();
    this.db.close();
  }

  /** Closes the file after the flush and the checkpoints that are running. */
  async finish(): Promise<void> {
    await this.#copy;
    await this.#flush.close();
    this.db.close();
  }

  #writeInput(seq: number, input: Input): void {
    const body = JSON.stringify(input);
    const msgId = input.kind === 'gift' && input.msgId !== '' ? input.msgId : null;
    this.#write.insertInput.run(seq, input.at, input.kind, msgId, body, crc32(body));
    this.corrections.record(seq, input);
  }

  #writeMeta(values: Record<string, unknown>): void {
    for (const [key, value] of Object.entries(values)) this.#putMeta.run(key, JSON.stringify(value));
  }
}

function parseInput(seq: number, body: string): Input {
  try {
    return inputSchema.parse(JSON.parse(body));
  } catch {
    throw new CorruptJournalError(`input ${seq}`);
  }
}

type Writes = Record<'insertInput' | 'insertRow' | 'insertViewer' | 'growRow' | 'moveRow', StatementSync>;

function prepareWrites(db: DatabaseSync): Writes {
  return {
    insertInput: db.prepare(
      'INSERT INTO inputs (seq, at, kind, msg_id, body, sum) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    insertRow: db.prepare(`INSERT INTO rows (${rowColumns.join(', ')}) VALUES (${opened})`),
    insertViewer: db.prepare(
      `INSERT INTO viewers (viewer_id, names, rows) VALUES (?, ?, 1)
         ON CONFLICT (viewer_id) DO UPDATE SET rows = rows + 1, names = CASE
           WHEN instr(names, excluded.names) THEN names ELSE names || char(10) || excluded.names END`,
    ),
    growRow: db.prepare(
      `UPDATE rows SET seq = max(seq, ?2), last_at = max(last_at, ?3), count = count + ?4,
         diamonds = diamonds + ?5, votes_tenths = votes_tenths + ?6,
         marks = CASE WHEN ?7 = 0 OR instr(marks, 'missedMessage') THEN marks
                      WHEN marks = '' THEN 'missedMessage' ELSE marks || ',missedMessage' END
         WHERE row_id = ?1`,
    ),
    moveRow: db.prepare(
      // The same as `movedRow`. On the right of =, SQL uses the old value of a column.
      `UPDATE rows SET seq = max(seq, ?2), target = ?3, reason = ?4,
           round = coalesce(?5, round), late = coalesce(?6, late),
           auto_round = CASE WHEN ?5 IS NULL THEN auto_round ELSE coalesce(auto_round, round) END,
           auto_late = CASE WHEN ?5 IS NULL AND auto_late IS NULL THEN NULL
                            WHEN ?7 IS NOT NULL AND coalesce(auto_late, late) <> 'no' THEN ?7
                            ELSE coalesce(auto_late, late) END,
           placed_at = coalesce(?8, placed_at)
         WHERE row_id = ?1`,
    ),
  };
}
