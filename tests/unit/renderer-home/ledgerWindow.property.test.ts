import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  LedgerWindow,
  type PageAnswer,
  type PageRequest,
} from '#renderer/features/show/ledger/ledgerWindow.ts';
import type { LedgerFilter, Target } from '#shared/contract/ledger.ts';
import { LedgerModel } from './ledgerModel.ts';

const targets: Target[] = ['unallocated', 'uncounted', 'anchor:a', 'anchor:b'];

const anyFilter: fc.Arbitrary<LedgerFilter> = fc.oneof(
  fc.constant({}),
  fc.constant({ target: 'anchors' as const }),
  fc.constantFrom(...targets).map((target) => ({ target })),
  fc.boolean().map((corrected) => ({ corrected })),
  fc.constant({ viewer: ' WER 1' }),
  fc.constant({ viewer: 'viewer2', target: 'unallocated' as const }),
  fc.constant({ giftId: 5655, target: 'anchor:a' as const }),
);

const anyStep = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('open' as const),
      target: fc.constantFrom(...targets),
      giftId: fc.constantFrom(5655, 1),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('grow' as const), row: fc.nat(20) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      rows: fc.uniqueArray(fc.nat(20), { minLength: 1, maxLength: 4 }),
      target: fc.constantFrom(...targets),
      undo: fc.boolean(),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('events' as const), count: fc.nat(8) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('request' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('answer' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('deliver' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('scroll' as const), to: fc.nat(40) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('pin' as const, 'unpin' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lose' as const) }) },
);
type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never;

/** A screen and its backstage. The steps decide when events and pages arrive. */
class World {
  readonly model = new LedgerModel();
  readonly filter: LedgerFilter;
  readonly window: LedgerWindow;
  delivered = 0;
  lostUpTo = 0;
  pinned: number | null = null;
  request: PageRequest | null = null;
  page: PageAnswer | null = null;

  constructor(filter: LedgerFilter, bufferSize: number) {
    this.filter = filter;
    this.window = new LedgerWindow({
      filter,
      applied: 0,
      pageSize: 4,
      reach: 5,
      // Like the engine's ring buffer: the events after `seq`, delivered or not, unless they were overwritten.
      recentSince: (seq) => {
        const known = this.model.events.slice(0, this.delivered + bufferSize);
        const overwritten = known[this.delivered - bufferSize]?.seq ?? 0;
        return seq < Math.max(overwritten, this.lostUpTo) ? null : known.filter((event) => event.seq > seq);
      },
    });
  }

  run(step: Step): void {
    const { model, window } = this;
    if (step.do === 'open') model.open({ target: step.target, autoTarget: step.target, giftId: step.giftId });
    else if (step.do === 'grow') model.grow(this.rowId(step.row));
    else if (step.do === 'move') {
      const rowIds = [...new Set(step.rows.map((row) => this.rowId(row)))];
      model.move(rowIds, step.target, step.undo ? 'unbound' : 'corrected');
    } else if (step.do === 'events') this.deliverEvents(step.count);
    else if (step.do === 'request') this.request ??= window.nextPage();
    else if (step.do === 'answer' && this.request !== null)
      this.page ??= model.page(this.filter, this.request);
    else if (step.do === 'deliver') this.deliverPage();
    else if (step.do === 'scroll') window.setVisible(step.to, step.to + 5);
    else if (step.do === 'pin') {
      this.pinned ??= window.rowAt(0)?.rowId ?? null;
      window.pin();
    } else if (step.do === 'unpin') {
      this.pinned = null;
      window.unpin();
    } else if (step.do === 'lose') this.lose();
  }

  /** Picks an existing row; newer rows are more likely. */
  rowId(pick: number): number {
    const known = [...this.model.rows.keys()].reverse();
    return known[pick % Math.max(1, known.length)] ?? 0;
  }

  /** Delivers events. Events with the same sequence number arrive together. */
  deliverEvents(count: number): void {
    const all = this.model.events;
    let end = Math.min(all.length, this.delivered + count);
    while (end > this.delivered && end < all.length && all[end]?.seq === all[end - 1]?.seq) end += 1;
    this.window.apply(all.slice(this.delivered, end));
    this.delivered = end;
  }

  deliverPage(): void {
    if (this.request === null || this.page === null) return;
    this.window.addPage(this.request, this.page);
    this.request = null;
    this.page = null;
  }

  /** Loses events: the link is down until the show is loaded again. */
  lose(): void {
    this.delivered = this.model.events.length;
    this.lostUpTo = this.model.seq;
    this.window.invalidate(this.model.seq);
  }

  /** Delivers all events and pages, and reads pages until the visible rows are in memory. */
  settle(): void {
    this.deliverEvents(Number.POSITIVE_INFINITY);
    for (let round = 0; round < 200; round += 1) {
      if (this.request === null) this.request = this.window.nextPage();
      if (this.request === null) return;
      this.page ??= this.model.page(this.filter, this.request);
      this.deliverPage();
    }
    throw new Error('the window requests pages forever');
  }
}

const open = { do: 'open', target: 'unallocated', giftId: 5655 } as const;
const events = (count: number) => ({ do: 'events', count }) as const;

/** A page of old rows arrives after the list has evicted all segments near it. */
const lateAnswer: Step[] = [
  { do: 'request' },
  ...Array.from({ length: 5 }, () => open),
  { do: 'answer' },
  ...Array.from({ length: 4 }, () => open),
  events(2),
  open,
  { do: 'scroll', to: 0 },
  { do: 'deliver' },
  { do: 'request' },
  open,
  events(4),
  open,
  events(1),
  open,
  open,
  events(3),
  events(2),
  open,
  open,
  open,
  events(2),
  events(3),
  { do: 'move', rows: [0], target: 'unallocated', undo: false },
];

describe('ledger window', () => {
  it('shows the rows of the ledger in whatever order pages and events arrive', () => {
    fc.assert(
      fc.property(
        anyFilter,
        fc.array(anyStep, { minLength: 1, maxLength: 150, size: 'max' }),
        fc.constantFrom(2, 1000),
        (filter, steps, bufferSize) => {
          const world = new World(filter, bufferSize);
          for (const step of steps) world.run(step);
          world.settle();
          const { window } = world;
          const truth = world.model.matching(filter);
          expect(window.total).toBe(truth.length);
          const { pinned } = world;
          const hidden = pinned === null ? 0 : truth.filter((row) => row.rowId > pinned).length;
          for (let first = 0; first < window.count || window.more; first += 3) {
            window.setVisible(first, first + 5);
            world.settle();
            for (let at = first; at <= Math.min(first + 5, window.count - 1); at += 1) {
              expect(window.rowAt(at)).toEqual(truth[at + hidden]);
            }
          }
          expect(window.count).toBe(truth.length - hidden);
          window.unpin();
          window.setVisible(0, 5);
          world.settle();
          expect(window.hidden).toBe(0);
          for (let at = 0; at <= Math.min(5, truth.length - 1); at += 1) {
            expect(window.rowAt(at)).toEqual(truth[at]);
            const row = truth[at];
            if (row !== undefined) expect(window.indexOf(row.rowId)).toBe(at);
          }
        },
      ),
      { numRuns: 4000, examples: [[{ corrected: false }, lateAnswer, 2]] },
    );
  });

  it('does not move the visible rows while the list is pinned', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...targets), { minLength: 1, maxLength: 60 }),
        fc.nat(10),
        (arrivals, first) => {
          const world = new World({}, 1000);
          for (let at = 0; at < 20; at += 1) world.model.open();
          world.settle();
          world.window.setVisible(first, first + 5);
          world.settle();
          world.window.pin();
          const read = world.window.rowAt(first);
          for (const target of arrivals) {
            world.model.open({ target });
            world.deliverEvents(1);
          }
          world.settle();
          expect(world.window.rowAt(first)).toEqual(read);
          expect(world.window.hidden).toBe(arrivals.length);
        },
      ),
    );
  });
});
