import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import type { StoredInput } from '#shared/contract/backstage.ts';
import { type Input, inputSchema } from '#shared/contract/input.ts';
import { CorrectionLog } from './correctionLog.ts';
import { CorruptJournalError, failureOf, type StorageFailure } from './failures.ts';
import type { RowChanges } from './rowChanges.ts';
import { rowColumns, toRecord } from './rowRecord.ts';
import { migrate } from './schema.ts';

/** The content of one transaction. */
export interface Batch {
  inputs: StoredInput[];
  rows: RowChanges;
  /** Values to keep under names, such as the facts of the show. */
  meta: Record<string, unknown>;
}

const opened = rowColumns.map(() => '?').join(', ');

/**
 * Stores the inputs and the ledger rows of one show. `synchronous=FULL` makes every batch survive a power cut; WAL
 * alone survives only the kill of the process. Inputs are written in batches, so the flush costs little.
 */
export class Journal {
  readonly db: DatabaseSync;
  #corrections: CorrectionLog | null = null;
  #writes: Writes | null = null;
  readonly #putMeta: StatementSync;
  readonly #findMessage: StatementSync;
  readonly #readInputs: StatementSync;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;

  /**
   * Opens the file, or creates it. `readOnly` opens an existing file and changes nothing.
   *
   * @throws NewerJournalError, and the errors of SQLite that `failureOf` classifies.
   */
  constructor(file: string, readOnly = false) {
    this.db = new DatabaseSync(file, { timeout: 2000, readOnly });
    try {
      this.db.exec('PRAGMA cache_size = -16000');
      if (!readOnly) {
        this.db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
        migrate(this.db);
      }
      this.#putMeta = this.db.prepare(
        'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
      );
      this.#findMessage = this.db.prepare('SELECT 1 FROM inputs WHERE msg_id = ?');
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
    return this.#findMessage.get(msgId) !== undefined;
  }

  /** The number of the last input; 0 without one. */
  lastSeq(): number {
    return Number(this.db.prepare('SELECT max(seq) AS seq FROM inputs').get()?.seq ?? 0);
  }

  /** The time of the last input (ms since 1970); 0 without one. */
  lastAt(): number {
    return Number(this.db.prepare('SELECT at FROM inputs ORDER BY seq DESC LIMIT 1').get()?.at ?? 0);
  }

  /** Writes a batch in one transaction. If this throws, nothing of the batch is on disk. */
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
      for (const { rowId, seq, target, reason, round, late, decided } of batch.rows.moves.values()) {
        this.#write.moveRow.run(rowId, seq, target, reason, round ?? null, late ?? null, decided ?? null);
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

  close(): void {
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
                            ELSE coalesce(auto_late, late) END
         WHERE row_id = ?1`,
    ),
  };
}
