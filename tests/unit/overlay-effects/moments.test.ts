import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OverlayMoment } from '#shared/contract/overlay/state.ts';
import { outcomes } from '#shared/contract/round.ts';
import { packMomentOf } from '../../../overlay/effects/moments/dress.ts';
import { enqueue, MAX_QUEUE, momentSeconds } from '../../../overlay/effects/moments/queue.ts';

const anchorArb = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const momentArb: fc.Arbitrary<OverlayMoment> = fc.oneof(
  fc.record({
    kind: fc.constant('settlement' as const),
    outcome: fc.constantFrom('attacker' as const, 'draw' as const),
    anchors: fc.array(anchorArb),
  }),
  fc.record({ kind: fc.constant('breakthrough' as const), anchorIds: fc.array(anchorArb) }),
  fc.record({ kind: fc.constant('resurrection' as const), anchorId: anchorArb, restored: fc.boolean() }),
  fc.record({ kind: fc.constant('streak' as const), anchorId: anchorArb, streak: fc.nat(50) }),
  fc.record({
    kind: fc.constant('gameplay' as const),
    entryId: anchorArb,
    name: anchorArb,
    effects: anchorArb,
    style: fc.constant('lava' as const),
    viewer: anchorArb,
  }),
);
const streak = (anchorId: string, count: number): OverlayMoment => ({
  kind: 'streak',
  anchorId,
  streak: count,
});
const settlement: OverlayMoment = { kind: 'settlement', outcome: 'attacker', anchors: ['a'] };

describe('moment queue', () => {
  it('never exceeds its limit', () => {
    fc.assert(
      fc.property(fc.array(momentArb, { maxLength: 200 }), (storm) => {
        let waiting: OverlayMoment[] = [];
        for (const moment of storm) {
          waiting = enqueue(waiting, moment);
          expect(waiting.length).toBeLessThanOrEqual(MAX_QUEUE);
        }
      }),
    );
  });

  it('never drops a settlement for a smaller moment', () => {
    fc.assert(
      fc.property(fc.array(momentArb.filter(({ kind }) => kind !== 'settlement')), (storm) => {
        const waiting = storm.reduce(enqueue, enqueue([], settlement));
        expect(waiting).toContainEqual(settlement);
      }),
    );
  });

  it('merges a growing streak into its last number', () => {
    const waiting = [streak('a', 3), streak('b', 2), streak('a', 4)].reduce<OverlayMoment[]>(enqueue, []);
    expect(waiting).toEqual([streak('a', 4), streak('b', 2)]);
  });

  it('merges two breakthroughs into one with both anchors', () => {
    const waiting = enqueue([{ kind: 'breakthrough', anchorIds: ['a'] }], {
      kind: 'breakthrough',
      anchorIds: ['b', 'a'],
    });
    expect(waiting).toEqual([{ kind: 'breakthrough', anchorIds: ['a', 'b'] }]);
  });

  it('drops a streak first when it is full', () => {
    const waiting = [streak('a', 2), streak('b', 2), streak('c', 2), settlement].reduce<OverlayMoment[]>(
      enqueue,
      [],
    );
    expect(waiting).toEqual([streak('b', 2), streak('c', 2), settlement]);
  });

  it('gives each moment 5 to 6 seconds', () => {
    for (const seconds of Object.values(momentSeconds)) {
      expect(seconds).toBeGreaterThanOrEqual(5);
      expect(seconds).toBeLessThanOrEqual(6);
    }
  });
});

describe('a moment that a pack dresses', () => {
  it('is a success: a draw, a failure and a gameplay entry keep Ringside’s animation', () => {
    const dressed = outcomes.filter(
      (outcome) => packMomentOf({ kind: 'settlement', outcome, anchors: [] }) === 'settlement',
    );
    expect(dressed).toEqual(['attacker', 'defender', 'ranked', 'cleared', 'restored']);
    expect(packMomentOf({ kind: 'resurrection', anchorId: 'a', restored: true })).toBe('resurrection');
    expect(packMomentOf({ kind: 'resurrection', anchorId: 'a', restored: false })).toBeNull();
    expect(packMomentOf(streak('a', 3))).toBe('streak');
  });
});
