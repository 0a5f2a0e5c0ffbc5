import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import type { StoredInput } from '#shared/contract/backstage.ts';
import { type Input, inputSchema } from '#shared/contract/input.ts';
import { CorrectionLog } from './correctionLog.ts';
import { CorruptJournalError, failureOf, type StorageFailure } from './failures.ts';
import type { RowChanges } from './rowChanges.ts';
import { rowColumns, toRecord } from './rowRecord.ts';
import { migrate } from './schema.ts';

/** What is written at once or not at all. */
export interface Batch {
  inputs: StoredInput[];
  rows: RowChanges;
  /** Values to keep under names, such as the facts of the show. */
  meta: Record<string, unknown>;
}

const opened = rowColumns.map(() => '?').join(', ');

/**
 * The inputs of one show on disk with the ledger's rows beside them. `synchronous=FULL` makes every batch
 * survive a power cut; for a killed process WAL alone would do, and a batch is written often enough together
 * that the difference cannot be felt.
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
   * Opens or begins the file; `readOnly` opens one that is there and changes nothing in it. Throws what
   * `failureOf` can tell apart, `NewerJournalError` besides.
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

  /** Prepared at first use, as what writes is: a file of an earlier version can be read without them. */
  get corrections(): CorrectionLog {
    this.#corrections ??= new CorrectionLog(this.db);
    return this.#corrections;
  }

  get #write(): Writes {
    this.#writes ??= prepareWrites(this.db);
    return this.#writes;
  }

  /** Whether the gift message with this id has been taken, at any time in this show. */
  hasMessage(msgId: string): boolean {
    return this.#findMessage.get(msgId) !== undefined;
  }

  /** The number of the last input, 0 for none. */
  lastSeq(): number {
    return Number(this.db.prepare('SELECT max(seq) AS seq FROM inputs').get()?.seq ?? 0);
  }

  /** When the last input came (ms), 0 for none. */
  lastAt(): number {
    return Number(this.db.prepare('SELECT at FROM inputs ORDER BY seq DESC LIMIT 1').get()?.at ?? 0);
  }

  /** Writes a batch; when this throws, nothing of it is on disk. */
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

  /** What was kept under a name, undefined for nothing. */
  meta(key: string): unknown {
    const value = this.db.prepare('SELECT value FROM meta WHERE key = ?').get(key)?.value;
    return typeof value === 'string' ? JSON.parse(value) : undefined;
  }

  /** Keeps values under their names, outside any batch. */
  putMeta(values: Record<string, unknown>): void {
    this.transaction(() => this.#writeMeta(values));
  }

  /** The same; says why it could not be done, null when it was. */
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
      // SQLite rolls back by itself after some failures; then there is nothing left to take back.
      if (this.db.isTransaction) this.db.exec('ROLLBACK');
      throw error;
    }
  }

  /**
   * The inputs after number `after`, at most `limit`.
   *
   * @throws CorruptJournalError where one is missing or is not what was written.
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
      // As `movedRow` does it; on the right of = stands what a column held before.
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
