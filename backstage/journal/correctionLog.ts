import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import type { Input } from '#shared/contract/input.ts';
import { type Target, targetSchema } from '#shared/contract/ledger.ts';

const correctionSchema = z.object({
  seq: z.number(),
  undoes: z.number().nullable(),
  undone_by: z.number().nullable(),
});

export interface Correction {
  seq: number;
  /** The correction that this one takes back. */
  undoes: number | null;
  /** The correction that took this one back. */
  undoneBy: number | null;
}

/**
 * Which corrections of a show stand. A row has the credit of the newest correction of it that stands, and the
 * credit by the rules when none does. Taking back an undo makes what it took back stand again.
 */
export class CorrectionLog {
  readonly #insert: StatementSync;
  readonly #insertRow: StatementSync;
  readonly #markUndone: StatementSync;
  readonly #find: StatementSync;
  readonly #newest: StatementSync;
  readonly #rowIds: StatementSync;
  readonly #standing: StatementSync;

  constructor(db: DatabaseSync) {
    this.#insert = db.prepare('INSERT INTO corrections (seq, undoes, undone_by) VALUES (?, ?, NULL)');
    this.#insertRow = db.prepare(
      'INSERT OR REPLACE INTO correction_rows (row_id, seq, target) VALUES (?, ?, ?)',
    );
    this.#markUndone = db.prepare('UPDATE corrections SET undone_by = ? WHERE seq = ?');
    this.#find = db.prepare('SELECT seq, undoes, undone_by FROM corrections WHERE seq = ?');
    this.#newest = db.prepare(
      `SELECT seq, undoes, undone_by FROM corrections
       WHERE undoes IS NULL AND undone_by IS NULL ORDER BY seq DESC LIMIT 1`,
    );
    this.#rowIds = db.prepare('SELECT row_id FROM correction_rows WHERE seq = ? ORDER BY row_id');
    this.#standing = db.prepare(
      `SELECT r.target FROM correction_rows r JOIN corrections c ON c.seq = r.seq
       WHERE r.row_id = ? AND c.undoes IS NULL AND ((c.undone_by IS NULL AND c.seq <> ?) OR c.seq = ?)
       ORDER BY c.seq DESC LIMIT 1`,
    );
  }

  /** Takes note of an input that is being written, when it is a correction. */
  record(seq: number, input: Input): void {
    if (input.kind !== 'command' || input.command !== 'correct') return;
    this.#insert.run(seq, input.undoes ?? null);
    for (const row of input.rows) this.#insertRow.run(row.rowId, seq, row.to);
    if (input.undoes === undefined) return;
    const undone = this.find(input.undoes);
    this.#markUndone.run(seq, input.undoes);
    if (undone?.undoes !== null && undone?.undoes !== undefined) this.#markUndone.run(null, undone.undoes);
  }

  find(seq: number): Correction | null {
    return read(this.#find.get(seq));
  }

  /** The newest correction that stands and is not itself an undo. */
  newestStanding(): Correction | null {
    return read(this.#newest.get());
  }

  rowIds(correction: Correction): number[] {
    return this.#rowIds.all(correction.seq).map((record) => Number(record.row_id));
  }

  /** The credit that corrections give a row once `undone` is taken back; null where none of them stands then. */
  creditWithout(undone: Correction, rowId: number): Target | null {
    const restored = undone.undoes ?? 0;
    const record = this.#standing.get(rowId, undone.seq, restored);
    return record === undefined ? null : targetSchema.parse(record.target);
  }
}

function read(record: unknown): Correction | null {
  if (record === undefined) return null;
  const { seq, undoes, undone_by: undoneBy } = correctionSchema.parse(record);
  return { seq, undoes, undoneBy };
}
