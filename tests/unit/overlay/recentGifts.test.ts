import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OverlayGift } from '#shared/contract/overlay/state.ts';
import { ReadableGifts } from '../../../overlay/widgets/recentGifts/recentGifts.ts';

const TOP = 3;

function gift(at: number, viewer: string, more: Partial<OverlayGift> = {}): OverlayGift {
  return { at, viewer, giftId: 1, giftName: 'Rose', unitDiamonds: 1, count: 1, anchorId: 'a1', ...more };
}

/** A widget, and the ledger rows that the hub has sent. */
function widget() {
  const readable = new ReadableGifts();
  const recent = new Map<string, OverlayGift>();
  return {
    recent,
    send: (gifts: readonly OverlayGift[]) => {
      for (const each of gifts) recent.set(String(recent.size + 1), each);
    },
    at: (now: number) => {
      const { gifts, nextMs } = readable.choose(recent, TOP, now);
      return { rows: gifts.map(({ viewer, count }) => `${viewer} ${count}`), nextMs };
    },
  };
}

describe('recent gifts', () => {
  it('shows the newest gifts of a calm room at once, newest first', () => {
    const { send, at } = widget();
    send([gift(1, 'Ann'), gift(2, 'Ben')]);
    expect(at(0)).toEqual({ rows: ['Ben 1', 'Ann 1'], nextMs: Number.POSITIVE_INFINITY });
    send([gift(3, 'Cho')]);
    expect(at(100).rows).toEqual(['Cho 1', 'Ben 1', 'Ann 1']);
    send([gift(4, 'Dan')]);
    expect(at(5000).rows).toEqual(['Dan 1', 'Cho 1', 'Ben 1']);
  });

  it('gives viewers 1.5 s to read a gift, and then shows the most valuable of those that wait', () => {
    const { send, at } = widget();
    send([gift(1, 'Ann'), gift(2, 'Ben'), gift(3, 'Cho')]);
    at(0);
    send([
      gift(4, 'Dan'),
      gift(5, 'Eve', { unitDiamonds: 500 }),
      gift(6, 'Fay'),
      gift(7, 'Gus', { count: 9 }),
    ]);
    expect(at(600)).toEqual({ rows: ['Cho 1', 'Ben 1', 'Ann 1'], nextMs: 900 });
    expect(at(1500)).toEqual({ rows: ['Gus 9', 'Eve 1', 'Dan 1'], nextMs: 1500 });
    expect(at(3000).rows).toEqual(['Fay 1', 'Gus 9', 'Eve 1']);
  });

  it('adds gifts of one kind from a viewer to the row that they have', () => {
    const { send, at, recent } = widget();
    send([gift(1, 'Ann')]);
    at(0);
    send([gift(2, 'Ann', { count: 5 }), gift(3, 'Ann', { giftId: 2 }), gift(4, 'Ann', { anchorId: 'a2' })]);
    expect(at(10).rows).toEqual(['Ann 1', 'Ann 1', 'Ann 6']);
    // The hub sends the newest twelve only.
    recent.delete('1');
    expect(at(20).rows).toContain('Ann 6');
  });

  it('moves a gift to its new anchor, and shows nothing after the end of the show', () => {
    const { send, at, recent } = widget();
    send([gift(1, 'Ann'), gift(2, 'Ann')]);
    expect(at(0).rows).toEqual(['Ann 2']);
    recent.set('1', gift(1, 'Ann', { anchorId: 'a2' }));
    expect(at(10).rows.sort()).toEqual(['Ann 1', 'Ann 1']);
    recent.clear();
    expect(at(20)).toEqual({ rows: [], nextMs: Number.POSITIVE_INFINITY });
  });

  it('no longer shows a gift that is taken back', () => {
    const { send, at, recent } = widget();
    send([gift(1, 'Ann'), gift(2, 'Ben')]);
    at(0);
    recent.delete('2');
    expect(at(10).rows).toEqual(['Ann 1']);
  });

  it('never removes a row earlier than 1.5 s after it appeared, whatever is sent', () => {
    const step = fc.record({
      wait: fc.integer({ min: 0, max: 700 }),
      viewers: fc.array(fc.constantFrom('Ann', 'Ben', 'Cho', 'Dan', 'Eve', 'Fay'), { maxLength: 6 }),
      unitDiamonds: fc.integer({ min: 1, max: 900 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const { send, at } = widget();
        const since = new Map<string, number>();
        let now = 0;
        for (const { wait, viewers, unitDiamonds } of steps) {
          now += wait;
          send(viewers.map((viewer) => gift(now, viewer, { unitDiamonds, giftId: unitDiamonds % 3 })));
          const rows = new Set(at(now).rows.map((row) => row.split(' ')[0] ?? ''));
          for (const [viewer, start] of since) {
            if (rows.has(viewer)) continue;
            expect(now - start).toBeGreaterThanOrEqual(1500);
            since.delete(viewer);
          }
          for (const viewer of rows) if (!since.has(viewer)) since.set(viewer, now);
        }
      }),
    );
  });
});
