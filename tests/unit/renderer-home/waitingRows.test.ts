import { describe, expect, it } from 'vitest';
import { smallRows, WaitingRows } from '#renderer/features/show/needs/waitingRows.ts';
import type { LedgerRow } from '#shared/contract/ledger.ts';
import { rowOf } from './ledgerModel.ts';

function waiting(rowId: number, viewerId: string, votes: number, more: Partial<LedgerRow> = {}): LedgerRow {
  return rowOf(rowId, {
    viewerId,
    viewerName: viewerId,
    votesTenths: votes * 10,
    target: 'unallocated',
    reason: 'unbound',
    ...more,
  });
}

function queueOf(...rows: LedgerRow[]): WaitingRows {
  const queue = new WaitingRows();
  for (const row of rows) queue.add(row);
  return queue;
}

const shown = (queue: WaitingRows) =>
  queue.groups.map(({ viewerId, round, votesTenths }) => [viewerId, round, votesTenths / 10]);

describe('waiting rows', () => {
  it('are grouped by viewer and round, and the group with the most votes is first', () => {
    const queue = queueOf(
      waiting(1, 'aoi', 5),
      waiting(2, 'ben', 30),
      waiting(3, 'aoi', 40),
      waiting(4, 'aoi', 100, { round: 1 }),
    );
    expect(shown(queue)).toEqual([
      ['aoi', 1, 100],
      ['aoi', 0, 45],
      ['ben', 0, 30],
    ]);
    expect(queue.groups[1]?.rows.map(({ rowId }) => rowId)).toEqual([3, 1]);
  });

  it('keep the group of a viewer as it is while another viewer gives', () => {
    const queue = queueOf(waiting(1, 'aoi', 5));
    const [aoi] = queue.groups;
    queue.apply([{ kind: 'opened', seq: 2, row: waiting(2, 'ben', 1) }]);
    expect(queue.groups[0]).toBe(aoi);
  });

  it('grow with a streak, leave with a decision and come back with its undo', () => {
    const queue = queueOf(waiting(1, 'aoi', 5));
    const growth = {
      rowId: 1,
      seq: 2,
      at: 1,
      count: 2,
      diamonds: 20,
      votesTenths: 200,
      missedMessage: false,
    };
    queue.apply([{ kind: 'grew', seq: 2, growth }]);
    const grown = queue.groups[0]?.votesTenths;
    expect(grown).toBeGreaterThan(50);
    const given = { rowId: 1, seq: 3, target: 'anchor:a', reason: 'corrected' } as const;
    queue.apply([{ kind: 'moved', seq: 3, move: given }]);
    expect(queue.groups).toEqual([]);
    const undone = { rowId: 1, seq: 4, target: 'unallocated', reason: 'unbound' } as const;
    expect(queue.apply([{ kind: 'moved', seq: 4, move: undone }])).toBe(true);
    expect(queue.groups[0]?.votesTenths).toBe(grown);
  });

  it('do not contain what the host has left with nobody', () => {
    expect(queueOf(waiting(1, 'aoi', 5, { reason: 'corrected' })).groups).toEqual([]);
  });

  it('contain late gifts in a group of their own, whomever they count for', () => {
    const late = { late: 'listed', round: 1, target: 'anchor:a', reason: 'automatic' } as const;
    const queue = queueOf(waiting(1, 'aoi', 5, { round: 1 }), waiting(2, 'aoi', 7, late));
    expect(queue.groups.map((group) => group.late)).toEqual([true, false]);
  });

  it('do not contain a late gift that was left out of its round, even an unallocated one, until the undo', () => {
    const queue = queueOf(waiting(2, 'aoi', 7, { late: 'listed', round: 1 }));
    const move = { rowId: 2, target: 'unallocated', reason: 'unbound' } as const;
    const left = { ...move, seq: 8, round: 0, late: 'no', placedAt: 20 } as const;
    queue.apply([{ kind: 'moved', seq: 8, move: left }]);
    expect(queue.groups).toEqual([]);
    queue.apply([{ kind: 'moved', seq: 9, move: { ...move, seq: 9, round: 1, late: 'listed' } }]);
    expect(queue.groups.map(({ late, round }) => [late, round])).toEqual([[true, 1]]);
  });

  it('report a row that waits again and whose content is unknown', () => {
    const undone = { rowId: 9, seq: 10, target: 'unallocated', reason: 'unbound' } as const;
    expect(queueOf().apply([{ kind: 'moved', seq: 10, move: undone }])).toBe(false);
  });

  it('ignore events that a row contains already', () => {
    const queue = queueOf(waiting(1, 'aoi', 5, { seq: 8 }));
    const old = { rowId: 1, seq: 7, target: 'uncounted', reason: 'corrected' } as const;
    queue.apply([{ kind: 'moved', seq: 7, move: old }]);
    expect(queue.groups).toHaveLength(1);
  });
});

describe('a sweep', () => {
  it('takes the rows of groups under the threshold, and no late gift', () => {
    const queue = queueOf(
      waiting(1, 'aoi', 9),
      waiting(2, 'ben', 10),
      waiting(3, 'chie', 4),
      waiting(4, 'chie', 7),
      waiting(5, 'dan', 1, { late: 'listed', round: 1 }),
    );
    expect(smallRows(queue.groups, 10).map(({ rowId }) => rowId)).toEqual([1]);
    expect(smallRows(queue.groups, 50).map(({ rowId }) => rowId)).toEqual([4, 3, 2, 1]);
  });
});
