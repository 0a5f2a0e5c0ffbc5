import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CorrectionLog } from '#backstage/journal/correctionLog.ts';
import { migrate } from '#backstage/journal/schema.ts';
import type { CommandInput } from '#shared/contract/input.ts';
import type { Target } from '#shared/contract/ledger.ts';

const rowIds = [1, 2, 3];
const targets: Target[] = ['anchor:mika', 'anchor:rei', 'unallocated'];

function correction(rows: readonly { rowId: number; to: Target }[], undoes?: number): CommandInput {
  return {
    kind: 'command',
    command: 'correct',
    at: 0,
    by: 'host',
    ...(undoes === undefined ? {} : { undoes }),
    rows: rows.map(({ rowId, to }) => ({
      ...{ rowId, viewerId: 'aoi', giftId: 1, streakKey: '', count: 1, diamonds: 1, votesTenths: 10 },
      ...{ from: 'unallocated', to, reason: 'corrected' },
    })),
  };
}

/** What operators did, as somebody would keep it on paper: nothing is marked, everything is looked up anew. */
class Paper {
  readonly made: { seq: number; undoes: number | undefined; rows: { rowId: number; to: Target }[] }[] = [];

  stands(seq: number): boolean {
    return !this.made.some((other) => other.undoes === seq && this.stands(other.seq));
  }

  creditOf(rowId: number): Target | null {
    const standing = this.made.filter(({ seq, undoes }) => undoes === undefined && this.stands(seq));
    return (
      standing
        .findLast(({ rows }) => rows.some((row) => row.rowId === rowId))
        ?.rows.find((row) => row.rowId === rowId)?.to ?? null
    );
  }
}

/** A ledger whose rows are corrected through the log, as the calls of a backstage do it. */
class Desk {
  readonly log: CorrectionLog;
  readonly paper = new Paper();
  readonly credits = new Map<number, Target | null>(rowIds.map((rowId) => [rowId, null]));
  readonly #db = new DatabaseSync(':memory:');
  #seq = 10;

  constructor() {
    migrate(this.#db);
    this.log = new CorrectionLog(this.#db);
  }

  correct(ids: readonly number[], to: Target): number {
    this.#seq += 1;
    const rows = ids.map((rowId) => ({ rowId, to }));
    this.log.record(this.#seq, correction(rows));
    this.paper.made.push({ seq: this.#seq, undoes: undefined, rows });
    for (const { rowId } of rows) this.credits.set(rowId, to);
    return this.#seq;
  }

  undo(seq: number): number {
    const taken = this.log.find(seq);
    if (taken === null) throw new Error(`no correction ${seq}`);
    this.#seq += 1;
    const creditOf = this.log.creditsWithout(taken);
    const credits = this.log.rowIds(taken).map((rowId) => ({ rowId, credit: creditOf(rowId) }));
    const rows = credits.map(({ rowId, credit }) => ({ rowId, to: credit ?? 'unallocated' }));
    this.log.record(this.#seq, correction(rows, seq));
    this.paper.made.push({ seq: this.#seq, undoes: seq, rows });
    for (const { rowId, credit } of credits) this.credits.set(rowId, credit);
    return this.#seq;
  }

  /** The corrections that can be taken back now, oldest first. */
  standing(): number[] {
    return this.paper.made.filter(({ seq }) => this.paper.stands(seq)).map(({ seq }) => seq);
  }

  close(): void {
    this.#db.close();
  }
}

const stepArb = fc.oneof(
  fc.record({
    rows: fc.subarray(rowIds, { minLength: 1 }),
    to: fc.constantFrom(...targets),
    undo: fc.constant(null),
  }),
  fc.record({ rows: fc.constant([]), to: fc.constant(targets[0]), undo: fc.nat({ max: 30 }) }),
);

describe('corrections', () => {
  it('and their undoing, in any order, leave each row where the newest standing one put it', () => {
    fc.assert(
      fc.property(fc.array(stepArb, { maxLength: 25 }), (steps) => {
        const desk = new Desk();
        for (const { rows, to, undo } of steps) {
          const standing = desk.standing();
          const pick = undo === null ? undefined : standing[undo % Math.max(1, standing.length)];
          if (undo === null) desk.correct(rows, to ?? 'unallocated');
          else if (pick !== undefined) desk.undo(pick);
          for (const rowId of rowIds) expect(desk.credits.get(rowId)).toBe(desk.paper.creditOf(rowId));
          for (const { seq } of desk.paper.made)
            expect(desk.log.find(seq)?.undoneBy === null).toBe(desk.paper.stands(seq));
        }
        const roots = desk.paper.made.filter(
          ({ undoes, seq }) => undoes === undefined && desk.paper.stands(seq),
        );
        expect(desk.log.newestStanding()?.seq).toBe(roots.at(-1)?.seq);
        desk.close();
      }),
    );
  });

  it('that were done again and then taken back are taken back', () => {
    const desk = new Desk();
    const first = desk.correct([1], 'anchor:mika');
    const undone = desk.undo(first);
    const redone = desk.undo(undone);
    expect(desk.credits.get(1)).toBe('anchor:mika');
    const again = desk.undo(redone);
    expect(desk.credits.get(1)).toBeNull();
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
