import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runInSlices } from '#renderer/features/show/viewers/slicedWork.ts';
import { filterViewers, ViewerOrder, viewerSorts } from '#renderer/features/show/viewers/viewerOrder.ts';
import type { Viewer } from '#shared/contract/snapshot.ts';

const compareNames = new Intl.Collator('ja', { numeric: true }).compare;

function viewerOf(id: number, more: Partial<Viewer> = {}): Viewer {
  return {
    id: String(id),
    name: `Viewer ${id}`,
    username: `user${id}`,
    firstAt: 0,
    lastAt: 0,
    manual: null,
    pinned: false,
    automatic: null,
    round: 0,
    roundCount: 0,
    roundVotesTenths: 0,
    count: 0,
    diamonds: 0,
    votesTenths: 0,
    ...more,
  };
}

function finish<T>(work: Generator<void, T>): T {
  for (let step = work.next(); ; step = work.next()) if (step.done === true) return step.value;
}

const changes = fc.array(
  fc.array(
    fc.record({
      who: fc.nat(40),
      votesTenths: fc.nat(5),
      lastAt: fc.nat(5),
      name: fc.constantFrom('あ', 'い', 'Ann', 'ann', 'Viewer 10', 'Viewer 9', ''),
    }),
    { maxLength: 12 },
  ),
  { maxLength: 12 },
);

describe('viewer order', () => {
  it('equals a full sort after any changes and new viewers', () => {
    fc.assert(
      fc.property(fc.constantFrom(...viewerSorts), changes, (sort, rounds) => {
        const order = new ViewerOrder(sort, compareNames);
        const viewers: Viewer[] = [];
        for (const round of rounds) {
          for (const { who, ...change } of round) {
            const known = viewers[who];
            if (known === undefined) viewers.push(viewerOf(viewers.length, change));
            else Object.assign(known, change);
          }
          const keyed = viewers.map((viewer, index) => ({ viewer, index }));
          const wanted = keyed.toSorted(({ viewer: a, index: i }, { viewer: b, index: j }) => {
            if (sort === 'votes') return b.votesTenths - a.votesTenths || i - j;
            if (sort === 'recent') return b.lastAt - a.lastAt || i - j;
            return compareNames(a.name || a.username, b.name || b.username) || i - j;
          });
          expect([...finish(order.update(viewers))]).toEqual(wanted.map(({ index }) => index));
        }
      }),
    );
  });

  it('is correct again after a cancelled run', () => {
    const order = new ViewerOrder('votes', compareNames);
    const viewers = Array.from({ length: 9_000 }, (_, id) =>
      viewerOf(id, { votesTenths: (id * 7919) % 1000 }),
    );
    const cancelled = order.update(viewers);
    cancelled.next();
    const sorted = finish(order.update(viewers));
    const votes = [...sorted].map((index) => viewers[index]?.votesTenths ?? -1);
    expect(new Set(sorted).size).toBe(9_000);
    expect(votes).toEqual(votes.toSorted((a, b) => b - a));
  });

  it('filters by name, username and binding', () => {
    const viewers = [
      viewerOf(0, { name: 'Mika', automatic: 'a' }),
      viewerOf(1, { name: 'Ren', username: 'MIKAfan' }),
      viewerOf(2, { name: 'mikan', automatic: 'b' }),
    ];
    const order = Uint32Array.from([2, 1, 0]);
    const filtered = (text: string, binding: Parameters<typeof filterViewers>[2]['binding']) => [
      ...finish(filterViewers(order, viewers, { text, binding }, (viewer) => viewer.automatic)),
    ];
    expect(filtered(' mika ', 'all')).toEqual([2, 1, 0]);
    expect(filtered('mika', 'bound')).toEqual([2, 0]);
    expect(filtered('', 'unbound')).toEqual([1]);
    expect(filtered('', 'anchor:a')).toEqual([0]);
    expect(filtered('nobody', 'all')).toEqual([]);
  });

  it('is computed in slices within their budget for a hundred thousand viewers', () => {
    const viewers = Array.from({ length: 100_000 }, (_, id) =>
      viewerOf(id, { votesTenths: (id * 7919) % 50_021 }),
    );
    const order = new ViewerOrder('votes', compareNames);
    // The clock counts the yields: each slice has a budget of three.
    let clock = 0;
    let slices = 1;
    let result: Uint32Array | null = null;
    const waiting: (() => void)[] = [];
    runInSlices(
      order.update(viewers),
      { budgetMs: 3, now: () => ++clock, later: (task) => waiting.push(task) },
      (sorted) => {
        result = sorted;
      },
    );
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) {
      slices += 1;
      task();
    }
    expect(result).toHaveLength(100_000);
    expect(slices).toBeGreaterThan(100);
  });

  it('returns the same array while no viewer has changed', () => {
    const viewers = [viewerOf(0), viewerOf(1, { votesTenths: 10 })];
    const order = new ViewerOrder('votes', compareNames);
    expect(finish(order.update(viewers))).toBe(finish(order.update(viewers)));
  });
});
