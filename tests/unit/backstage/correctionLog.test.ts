import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Corrected, CorrectionLog } from '#backstage/journal/correctionLog.ts';
import { migrate } from '#backstage/journal/schema.ts';
import type { CommandInput } from '#shared/contract/input.ts';
import type { Place, Target } from '#shared/contract/ledger.ts';

const rowIds = [1, 2, 3];
const targets: Target[] = ['anchor:mika', 'anchor:rei', 'unallocated'];

const places: Place[] = [
  { round: 0, late: 'no' },
  { round: 1, late: 'accepted' },
  { round: 2, late: 'no' },
];

/** A row of a correction with its new credit or its new place in a round. */
interface RowChange {
  rowId: number;
  to: Target | Place | null;
}

function correction(rows: readonly RowChange[], undoes?: number): CommandInput {
  return {
    kind: 'command',
    command: 'correct',
    at: 0,
    by: 'host',
    ...(undoes === undefined ? {} : { undoes }),
    rows: rows.map(({ rowId, to }) => ({
      rowId,
      viewerId: 'aoi',
      giftId: 1,
      streakKey: '',
      count: 1,
      diamonds: 1,
      votesTenths: 10,
      from: 'unallocated',
      to: typeof to === 'string' ? to : 'unallocated',
      reason: 'corrected',
      ...(to !== null && typeof to === 'object' && { place: { from: { round: 9, late: 'no' }, to } }),
    })),
  };
}

/** A simple model of the log to compare with: it stores all corrections and computes every answer from them. */
class Model {
  readonly made: { seq: number; undoes: number | undefined; rows: RowChange[] }[] = [];

  stands(seq: number): boolean {
    return !this.made.some((other) => other.undoes === seq && this.stands(other.seq));
  }

  correctedOf(rowId: number) {
    const said = this.made
      .filter(({ seq, undoes }) => undoes === undefined && this.stands(seq))
      .flatMap(({ rows }) => rows.filter((row) => row.rowId === rowId))
      .map(({ to }) => to);
    return {
      target: said.findLast((to) => typeof to === 'string') ?? null,
      place: said.findLast((to) => to !== null && typeof to === 'object') ?? null,
    };
  }
}

const nothing: Corrected = { target: null, place: null };

/** Corrects the rows of a ledger through the log, as the calls of a backstage do. Updates the model too. */
class Desk {
  readonly log: CorrectionLog;
  readonly model = new Model();
  readonly corrected = new Map(rowIds.map((rowId) => [rowId, nothing]));
  readonly #db = new DatabaseSync(':memory:');
  #seq = 10;

  constructor() {
    migrate(this.#db);
    this.log = new CorrectionLog(this.#db);
  }

  correct(ids: readonly number[], to: Target | Place): number {
    this.#seq += 1;
    const rows = ids.map((rowId) => ({ rowId, to }));
    this.log.record(this.#seq, correction(rows));
    this.model.made.push({ seq: this.#seq, undoes: undefined, rows });
    const said = typeof to === 'string' ? { target: to } : { place: to };
    for (const rowId of ids) this.corrected.set(rowId, { ...nothing, ...this.corrected.get(rowId), ...said });
    return this.#seq;
  }

  undo(seq: number): number {
    const taken = this.log.find(seq);
    if (taken === null) throw new Error(`no correction ${seq}`);
    this.#seq += 1;
    const correctedOf = this.log.without(taken);
    const rows = this.log.rowIds(taken).map((rowId) => ({ rowId, to: null }));
    for (const { rowId } of rows) this.corrected.set(rowId, correctedOf(rowId));
    this.log.record(this.#seq, correction(rows, seq));
    this.model.made.push({ seq: this.#seq, undoes: seq, rows });
    return this.#seq;
  }

  /** The corrections that are in force, oldest first. */
  standing(): number[] {
    return this.model.made.filter(({ seq }) => this.model.stands(seq)).map(({ seq }) => seq);
  }

  close(): void {
    this.#db.close();
  }
}

const stepArb = fc.oneof(
  fc.record({
    rows: fc.subarray(rowIds, { minLength: 1 }),
    to: fc.constantFrom(...targets, ...places),
    undo: fc.constant(null),
  }),
  fc.record({ rows: fc.constant([]), to: fc.constant(targets[0]), undo: fc.nat({ max: 30 }) }),
);

describe('correction log', () => {
  it('gives each row the credit and the round of its newest correction in force, after any corrections and undos', () => {
    fc.assert(
      fc.property(fc.array(stepArb, { maxLength: 25 }), (steps) => {
        const desk = new Desk();
        for (const { rows, to, undo } of steps) {
          const standing = desk.standing();
          const pick = undo === null ? undefined : standing[undo % Math.max(1, standing.length)];
          if (undo === null) desk.correct(rows, to ?? 'unallocated');
          else if (pick !== undefined) desk.undo(pick);
          for (const rowId of rowIds)
            expect(desk.corrected.get(rowId)).toEqual(desk.model.correctedOf(rowId));
          for (const { seq } of desk.model.made)
            expect(desk.log.find(seq)?.undoneBy === null).toBe(desk.model.stands(seq));
        }
        const roots = desk.model.made.filter(
          ({ undoes, seq }) => undoes === undefined && desk.model.stands(seq),
        );
        expect(desk.log.newestStanding()?.seq).toBe(roots.at(-1)?.seq);
        desk.close();
      }),
    );
  });

  it('undoes a correction that was redone', () => {
    const desk = new Desk();
    const first = desk.correct([1], 'anchor:mika');
    const undone = desk.undo(first);
    const redone = desk.undo(undone);
    expect(desk.corrected.get(1)?.target).toBe('anchor:mika');
    const again = desk.undo(redone);
    expect(desk.corrected.get(1)).toEqual(nothing);
    expect(desk.log.find(first)?.undoneBy).toBe(undone);
    expect(desk.log.newestStanding()).toBeNull();
    expect(
      [first, undone, redone, again].map((seq) => desk.log.depthOf(desk.log.find(seq) ?? never())),
    ).toEqual([0, 1, 2, 3]);
    desk.close();
  });
});

function never(): never {
  throw new Error('a correction is missing');
}
