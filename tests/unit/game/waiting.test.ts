import { describe, expect, it } from 'vitest';
import type { LedgerRow } from '#shared/contract/ledger.ts';
import { rowWaits, waitingGroups } from '#shared/game/waiting.ts';

/** An unallocated row outside of rounds; each has 1 vote unless the test says so. */
function row(rowId: number, change: Partial<LedgerRow> = {}): LedgerRow {
  const viewerId = change.viewerId ?? 'aoi';
  return {
    rowId,
    seq: rowId,
    at: 0,
    lastAt: 0,
    viewerId,
    viewerName: viewerId.toUpperCase(),
    viewerUsername: viewerId,
    giftId: 1,
    giftName: 'Rose',
    unitDiamonds: 1,
    streakKey: '',
    count: 1,
    diamonds: 1,
    votesTenths: 10,
    autoTarget: 'unallocated',
    autoReason: 'unbound',
    target: 'unallocated',
    reason: 'unbound',
    marks: [],
    round: 0,
    late: 'no',
    ...change,
  };
}

describe('gift that waits for the host', () => {
  it('is one that belongs to nobody, until the host says that it does', () => {
    expect(rowWaits(row(1))).toBe(true);
    expect(rowWaits(row(1, { reason: 'suspended' }))).toBe(true);
    expect(rowWaits(row(1, { reason: 'corrected' }))).toBe(false);
    expect(rowWaits(row(1, { target: 'anchor:mika' }))).toBe(false);
    expect(rowWaits(row(1, { target: 'uncounted' }))).toBe(false);
  });

  it('is a late one, whoever it belongs to, until the host has placed it', () => {
    expect(rowWaits(row(1, { late: 'listed', round: 2, target: 'anchor:mika' }))).toBe(true);
    expect(rowWaits(row(1, { late: 'accepted', round: 2, target: 'anchor:mika' }))).toBe(false);
    const leftOut = { round: 0, late: 'no', autoPlace: { round: 2, late: 'listed' } } as const;
    expect(rowWaits(row(1, leftOut))).toBe(false);
  });
});

describe('queue of waiting gifts', () => {
  it('has one entry for the gifts of a viewer in a round, and another one for the late ones', () => {
    const groups = waitingGroups([
      row(1),
      row(2, { round: 1 }),
      row(3, { round: 1, count: 4, votesTenths: 25 }),
      row(4, { round: 1, late: 'listed' }),
      row(5, { viewerId: 'ren', round: 1 }),
    ]);
    expect(
      groups.map(({ viewerName, round, late, gifts, votesTenths }) => [
        viewerName,
        round,
        late,
        gifts,
        votesTenths,
      ]),
    ).toEqual([
      ['AOI', 1, false, 5, 35],
      ['AOI', 0, false, 1, 10],
      ['REN', 1, false, 1, 10],
      ['AOI', 1, true, 1, 10],
    ]);
    expect(new Set(groups.map(({ key }) => key)).size).toBe(4);
  });

  it('begins with the most votes, also within an entry', () => {
    const [first, second] = waitingGroups([
      row(1, { viewerId: 'ren', votesTenths: 40 }),
      row(4, { votesTenths: 10 }),
      row(3, { votesTenths: 30 }),
      row(2, { votesTenths: 10 }),
    ]);
    expect(first?.viewerId).toBe('aoi');
    expect(first?.rows.map(({ rowId }) => rowId)).toEqual([3, 2, 4]);
    expect(second?.rows.map(({ rowId }) => rowId)).toEqual([1]);
  });

  it('keeps the order of entries with equal votes, whatever the order of their rows', () => {
    const rows = [row(1, { viewerId: 'ren' }), row(2), row(3, { viewerId: 'mio' })];
    const names = (of: readonly LedgerRow[]) => waitingGroups(of).map(({ viewerId }) => viewerId);
    expect(names(rows)).toEqual(['aoi', 'mio', 'ren']);
    expect(names(rows.toReversed())).toEqual(['aoi', 'mio', 'ren']);
  });
});
