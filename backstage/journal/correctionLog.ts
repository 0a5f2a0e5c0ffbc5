import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import type { Input } from '#shared/contract/input.ts';
import { type Place, placeSchema, type Target, targetSchema } from '#shared/contract/ledger.ts';

const correctionSchema = z.object({
  seq: z.number(),
  undoes: z.number().nullable(),
  undone_by: z.number().nullable(),
});

export interface Correction {
  seq: number;
  /** The correction that this one undoes. */
  undoes: number | null;
  /** The correction that undid this one. */
  undoneBy: number | null;
}

/** The credit and place that corrections give a row. Null where no correction decides: then the rules decide. */
export interface Corrected {
  target: Target | null;
  place: Place | null;
}

/**
 * Decides which corrections of a show are in force: those that no correction in force undoes. A row has the credit of
 * its newest correction that is in force and is not an undo; without one, it has the credit by the rules. The same
 * holds for its place in a round. Undoing an undo brings the correction back into force.
 */
export class CorrectionLog {
  readonly #insert: StatementSync;
  readonly #insertRow: StatementSync;
  readonly #decideLate: StatementSync;
  readonly #markUndone: StatementSync;
  readonly #find: StatementSync;
  readonly #undoer: StatementSync;
  readonly #newest: StatementSync;
  readonly #newestOf: StatementSync;
  readonly #rowIds: StatementSync;
  readonly #standingCredit: StatementSync;
  readonly #standingPlace: StatementSync;

  constructor(db: DatabaseSync) {
    this.#insert = db.prepare('INSERT INTO corrections (seq, undoes, undone_by) VALUES (?, ?, NULL)');
    this.#insertRow = db.prepare(
      'INSERT OR REPLACE INTO correction_rows (row_id, seq, target, round, late) VALUES (?, ?, ?, ?, ?)',
    );
    this.#decideLate = db.prepare('UPDATE correction_rows SET late = ? WHERE row_id = ? AND round = ?');
    this.#markUndone = db.prepare('UPDATE corrections SET undone_by = ? WHERE seq = ?');
    this.#find = db.prepare('SELECT seq, undoes, undone_by FROM corrections WHERE seq = ?');
    this.#undoer = db.prepare(
      `SELECT max(seq) AS seq FROM corrections WHERE undoes = ? AND undone_by IS NULL AND seq <> ?`,
    );
    this.#newest = db.prepare(
      `SELECT seq, undoes, undone_by FROM corrections
       WHERE undoes IS NULL AND undone_by IS NULL ORDER BY seq DESC LIMIT 1`,
    );
    this.#newestOf = db.prepare(
      `SELECT c.seq, c.undoes, c.undone_by FROM correction_rows r JOIN corrections c ON c.seq = r.seq
       WHERE r.row_id = ? AND c.undoes IS NULL AND c.undone_by IS NULL ORDER BY c.seq DESC LIMIT 1`,
    );
    this.#rowIds = db.prepare('SELECT row_id FROM correction_rows WHERE seq = ? ORDER BY row_id');
    const standing = (said: 'target' | 'round') =>
      db.prepare(
        `SELECT r.target, r.round, r.late FROM correction_rows r JOIN corrections c ON c.seq = r.seq
         WHERE r.row_id = ?1 AND c.undoes IS NULL AND r.${said} IS NOT NULL
           AND CASE c.seq WHEN ?2 THEN ?3 = 1 ELSE c.undone_by IS NULL END
         ORDER BY c.seq DESC LIMIT 1`,
      );
    this.#standingCredit = standing('target');
    this.#standingPlace = standing('round');
  }

  /** Records an input that is being written, if it is a correction or a decision on late gifts. */
  record(seq: number, input: Input): void {
    if (input.kind !== 'command') return;
    if (input.command === 'late') {
      // The decision is newer than the corrections of the rows in this round, and an undo keeps the decision.
      const late = input.accept ? 'accepted' : 'listed';
      for (const { rowId } of input.rows) this.#decideLate.run(late, rowId, input.round);
    }
    if (input.command !== 'correct') return;
    this.#insert.run(seq, input.undoes ?? null);
    for (const { rowId, from, to, place } of input.rows) {
      const target = place !== undefined && from === to ? null : to;
      this.#insertRow.run(rowId, seq, target, place?.to.round ?? null, place?.to.late ?? null);
    }
    // Undoing an undo brings its target back into force: update the chain of undoes down to the first correction.
    let taken = input.undoes === undefined ? null : this.find(input.undoes);
    while (taken !== null) {
      const undoer = this.#standingUndoer(taken.seq, 0);
      this.#markUndone.run(undoer, taken.seq);
      // Stop at a correction that stays in or out of force: the rest of the chain does not change.
      if ((undoer === null) === (taken.undoneBy === null) || taken.undoes === null) return;
      taken = this.find(taken.undoes);
    }
  }

  find(seq: number): Correction | null {
    return read(this.#find.get(seq));
  }

  /** The newest correction that is in force and is not itself an undo. */
  newestStanding(): Correction | null {
    return read(this.#newest.get());
  }

  /** The newest correction of a row that is in force and is not itself an undo. */
  newestOf(rowId: number): Correction | null {
    return read(this.#newestOf.get(rowId));
  }

  rowIds(correction: Correction): number[] {
    return this.#rowIds.all(correction.seq).map((record) => Number(record.row_id));
  }

  /** The length of the chain of undoes to the first correction: 0 for a correction that is not an undo. */
  depthOf(correction: Correction): number {
    let depth = 0;
    for (
      let at: Correction | null = correction;
      at !== null && at.undoes !== null;
      at = this.find(at.undoes)
    ) {
      depth += 1;
    }
    return depth;
  }

  /** The credit and place that corrections give a row after `undone`, which is in force, is undone. */
  without(undone: Correction): (rowId: number) => Corrected {
    const { seq, stands } = this.#rootWithout(undone);
    return (rowId) => {
      const credit = this.#standingCredit.get(rowId, seq, stands ? 1 : 0);
      const place = this.#standingPlace.get(rowId, seq, stands ? 1 : 0);
      return {
        target: credit === undefined ? null : targetSchema.parse(credit.target),
        place: place === undefined ? null : placeSchema.parse(place),
      };
    };
  }

  /** The correction at the end of the chain of undoes, and whether it is in force after `undone` is undone. */
  #rootWithout(undone: Correction): { seq: number; stands: boolean } {
    let at = undone;
    let stands = false;
    while (at.undoes !== null) {
      const before = this.find(at.undoes);
      if (before === null) break;
      stands = stands ? false : this.#standingUndoer(before.seq, at.seq) === null;
      at = before;
    }
    return { seq: at.seq, stands };
  }

  /** The newest correction except `but` that is in force and undoes this one; null if there is none. */
  #standingUndoer(seq: number, but: number): number | null {
    const found = this.#undoer.get(seq, but)?.seq;
    return typeof found === 'number' ? found : null;
  }
}

function read(record: unknown): Correction | null {
  if (record === undefined) return null;
  const { seq, undoes, undone_by: undoneBy } = correctionSchema.parse(record);
  return { seq, undoes, undoneBy };
}
