import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sentSnapshotSchema } from '#shared/contract/snapshot.ts';
import { packSnapshot, restore, serialise, unpackSnapshot } from '#shared/game/serialise.ts';
import { play, stepsArb } from '#tests/support/game.ts';

/** Encodes and decodes a snapshot. */
const sent = (value: unknown) => sentSnapshotSchema.safeParse(JSON.parse(JSON.stringify(value)));

describe('snapshot sent to a screen', () => {
  it('arrives byte for byte', () => {
    fc.assert(
      fc.property(stepsArb, (steps) => {
        const snapshot = serialise(play(steps).state);
        const { data } = sent(packSnapshot(snapshot));
        const state = data && restore(unpackSnapshot(data));
        expect(state && JSON.stringify(serialise(state))).toBe(JSON.stringify(snapshot));
      }),
      { numRuns: 200 },
    );
  });

  it('has one value for a column in which all viewers are equal, and otherwise one for each viewer', () => {
    fc.assert(
      fc.property(stepsArb, (steps) => {
        const snapshot = serialise(play(steps).state);
        const { id, manual, count } = packSnapshot(snapshot).viewers;
        expect(id).toHaveLength(snapshot.viewers.length);
        const lengthOf = (values: readonly unknown[]) =>
          new Set(values).size === 1 ? 1 : snapshot.viewers.length;
        expect(manual).toHaveLength(lengthOf(snapshot.viewers.map((viewer) => viewer.manual)));
        expect(count).toHaveLength(lengthOf(snapshot.viewers.map((viewer) => viewer.count)));
      }),
      { numRuns: 100 },
    );
  });

  it('is refused when a column of its viewers is too short or too long', () => {
    fc.assert(
      fc.property(stepsArb, fc.nat(), fc.boolean(), (steps, pick, longer) => {
        const packed = packSnapshot(serialise(play(steps).state));
        const columns = Object.values(packed.viewers).filter(({ length }) => length > 1);
        fc.pre(columns.length > 0);
        const column: unknown[] = columns[pick % columns.length] ?? [];
        // A column with one value applies to all viewers, so removing one of two values would keep it valid.
        if (longer || column.length === 2) column.push(column[0]);
        else column.pop();
        expect(sent(packed).success).toBe(false);
      }),
      { numRuns: 100 },
    );
  });

  it('is refused when a value of a viewer has another type', () => {
    const packed = packSnapshot(serialise(play([]).state));
    const one = { id: ['1'], name: ['Mika'], username: ['mika'], firstAt: [1], lastAt: [2], count: [1] };
    const rest = { diamonds: [1], votesTenths: [10], manual: [null], pinned: [false], automatic: ['a'] };
    const viewers = { ...one, ...rest, round: [0], roundCount: [0], roundVotesTenths: [0] };
    expect(sent({ ...packed, viewers }).success).toBe(true);
    for (const key of Object.keys(viewers)) {
      for (const wrong of [[{}], 'text', [-1.5, 'x'], key === 'count' ? [-1] : [[]]])
        expect({ key, ok: sent({ ...packed, viewers: { ...viewers, [key]: wrong } }).success }).toEqual({
          key,
          ok: false,
        });
    }
  });
});
