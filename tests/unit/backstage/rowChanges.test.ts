import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RowChanges } from '#backstage/journal/rowChanges.ts';
import type { LedgerRow } from '#shared/contract/ledger.ts';
import { movedRow } from '#shared/game/correction.ts';

const row: LedgerRow = {
  rowId: 1,
  seq: 1,
  at: 100,
  lastAt: 100,
  viewerId: '7',
  viewerName: 'Mika',
  viewerUsername: 'mika',
  giftId: 5655,
  giftName: 'Rose',
  unitDiamonds: 1,
  streakKey: 'k',
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
};

const growth = fc.record({
  count: fc.integer({ min: 1, max: 100 }),
  later: fc.integer({ min: 0, max: 1000 }),
  missedMessage: fc.boolean(),
});

describe('row changes of a batch', () => {
  it('add up to the same row, whether it was opened in the batch or before', () => {
    fc.assert(
      fc.property(fc.array(growth, { minLength: 1, maxLength: 20 }), (growths) => {
        const opened = new RowChanges();
        const known = new RowChanges();
        opened.opened(row);
        for (const [index, { count, later, missedMessage }] of growths.entries()) {
          const seq = 2 + index;
          const grown = {
            rowId: 1,
            seq,
            at: 100 + later,
            count,
            diamonds: count,
            votesTenths: count * 10,
            missedMessage,
          };
          opened.grew(grown);
          known.grew(grown);
        }
        const whole = opened.rows.get(1);
        const sum = known.growths.get(1);
        const pieces = growths.reduce((total, { count }) => total + count, 0);
        expect(whole?.count).toBe(1 + pieces);
        expect(sum).toMatchObject({ count: pieces, diamonds: pieces, votesTenths: pieces * 10 });
        expect(whole?.seq).toBe(sum?.seq);
        expect(whole?.lastAt).toBe(sum?.at);
        expect(whole?.marks.includes('missedMessage')).toBe(sum?.missedMessage);
      }),
    );
  });

  it('contain the round of the last correction, and the round by the rules with the decision on it', () => {
    const late = { ...row, round: 1, late: 'listed' as const };
    const move = { rowId: 1, target: row.target, reason: row.reason };
    const changes = new RowChanges();
    changes.opened(late);
    changes.moved({ ...move, seq: 2, late: 'accepted', decided: 'accepted' });
    changes.moved({ ...move, seq: 3, round: 2, late: 'no' });
    changes.moved({ ...move, rowId: 9, seq: 2, late: 'accepted', decided: 'accepted' });
    changes.moved({ ...move, rowId: 9, seq: 3, round: 2, late: 'no' });
    const standing = { round: 2, late: 'no', autoPlace: { round: 1, late: 'accepted' } };
    expect(changes.rows.get(1)).toMatchObject(standing);
    const merged = changes.moves.get(9);
    expect(merged && movedRow(late, merged)).toMatchObject(standing);
  });

  it('contain the credit of the last correction', () => {
    const changes = new RowChanges();
    changes.opened(row);
    changes.moved({ rowId: 1, seq: 2, target: 'anchor:a', reason: 'corrected' });
    changes.moved({ rowId: 1, seq: 3, target: 'unallocated', reason: 'unbound' });
    changes.moved({ rowId: 9, seq: 3, target: 'anchor:a', reason: 'corrected' });
    changes.moved({ rowId: 9, seq: 4, target: 'anchor:b', reason: 'corrected' });
    expect(changes.rows.get(1)).toMatchObject({ target: 'unallocated', reason: 'unbound', seq: 3 });
    expect(changes.moves.get(9)).toMatchObject({ target: 'anchor:b', seq: 4 });
    expect(row.target).toBe('unallocated');
  });
});
