import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createState, noRecentStreak } from '#shared/game/state.ts';
import { AllTime, type NamedSum, noPastSums, type PastSums } from '#shared/overlay/allTime.ts';
import { TopList } from '#shared/overlay/topList.ts';

const names = [...'abcdefghijklmnopqrstuvwxyz'];

/** Steps that change a score or read the list. */
const stepsArb = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ who: fc.constantFrom(...names), by: fc.integer({ min: -6, max: 9 }) }),
    },
    { weight: 1, arbitrary: fc.constant('look' as const) },
  ),
  { maxLength: 120 },
);

describe('top list', () => {
  it('equals the sorted list after any changes', () => {
    fc.assert(
      fc.property(stepsArb, (steps) => {
        const scores = new Map<string, number>();
        const top = new TopList<string, { votes: number }>({
          limit: 4,
          all: () => [...scores].map(([key, votes]): [string, { votes: number }] => [key, { votes }]),
          find: (key) => (scores.has(key) ? { votes: scores.get(key) ?? 0 } : undefined),
          score: ({ votes }) => votes,
          compareKeys: (a, b) => (a < b ? -1 : 1),
        });
        for (const step of [...steps, 'look' as const]) {
          if (step === 'look') expect(top.entries().map(({ key }) => key)).toEqual(firstOf(scores, 4));
          else {
            scores.set(step.who, Math.max(0, (scores.get(step.who) ?? 0) + step.by));
            top.markChanged(step.who);
          }
        }
      }),
    );
  });

  it('reads only changed items while no score falls', () => {
    const scores = new Map(names.map((name, index) => [name, index]));
    let looks = 0;
    const top = new TopList<string, number>({
      limit: 3,
      all: () => {
        looks += 1;
        return scores;
      },
      find: (key) => scores.get(key),
      score: (votes) => votes,
      compareKeys: () => 0,
    });
    top.entries();
    for (let round = 0; round < 50; round += 1) {
      scores.set('a', (scores.get('a') ?? 0) + 1);
      top.markChanged('a');
      top.entries();
    }
    expect(top.entries()[0]?.key).toBe('a');
    expect(looks).toBe(1);
  });

  it('reads all items once after thousands of changes', () => {
    const scores = new Map(Array.from({ length: 8000 }, (_, index) => [index, index + 1]));
    const looks = { atAll: 0, atOne: 0 };
    const top = new TopList<number, number>({
      limit: 2,
      all: () => {
        looks.atAll += 1;
        return scores;
      },
      find: (key) => {
        looks.atOne += 1;
        return scores.get(key);
      },
      score: (votes) => votes,
      compareKeys: () => 0,
    });
    top.entries();
    for (const key of scores.keys()) {
      scores.set(key, 20_000 - key);
      top.markChanged(key);
    }
    expect(top.entries().map(({ key }) => key)).toEqual([0, 1]);
    expect(looks).toEqual({ atAll: 2, atOne: 0 });
  });
});

function firstOf(scores: ReadonlyMap<string, number>, limit: number): string[] {
  return [...scores]
    .filter(([, votes]) => votes > 0)
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([key]) => key);
}

describe('all-time sums', () => {
  const viewersArb = fc.uniqueArray(
    fc.record({ id: fc.integer({ min: 0, max: 60 }).map(String), votes: fc.nat(9) }),
    { selector: ({ id }) => id, maxLength: 60, size: 'max' },
  );

  it('rank viewers by past and running show together', () => {
    fc.assert(
      fc.property(viewersArb, viewersArb, (past, present) => {
        const all = new AllTime(pastOf(past), () => stateOf(present));
        const sums = new Map(past.map(({ id, votes }) => [id, votes]));
        for (const { id, votes } of present) sums.set(id, (sums.get(id) ?? 0) + votes);
        expect(all.topViewers().map(({ key, item }) => [key, item.votesTenths])).toEqual(
          firstOf(sums, 20).map((id) => [id, sums.get(id)]),
        );
      }),
    );
  });

  it('do not look up a viewer who cannot reach the top list', () => {
    const past = Array.from({ length: 20 }, (_, index) => ({ id: `old${index}`, votes: 100 + index }));
    const present = Array.from({ length: 500 }, (_, index) => ({ id: `new${index}`, votes: 0 }));
    const asked: string[] = [];
    const known = pastOf(past);
    const counting: PastSums = {
      ...known,
      viewer: (id) => {
        asked.push(id);
        return known.viewer(id);
      },
    };
    const again = past.map(({ id }) => ({ id, votes: 1 }));
    const state = stateOf([...again, ...present, { id: 'late', votes: 2 }]);
    const all = new AllTime(counting, () => state);
    expect(all.topViewers().at(-1)).toMatchObject({ key: 'old0' });
    expect(asked.filter((id) => id.startsWith('new'))).toEqual([]);
    expect(asked).toContain('late');
  });

  it('contain each gift once, with its past and current sums', () => {
    const gift = (count: number, name: string) => {
      return { name, unitDiamonds: 5, count, diamonds: 5 * count, votesTenths: 50 * count };
    };
    const past = new Map([
      [1, gift(2, 'Rose')],
      [2, gift(3, 'Kite')],
    ]);
    const state = createState();
    state.gifts.set(1, { id: 1, ...gift(4, 'Rose') });
    state.gifts.set(3, { id: 3, ...gift(1, 'Lamp') });
    const sums = new AllTime({ ...noPastSums, gifts: () => past }, () => state).gifts();
    expect(sums.sort((a, b) => a.id - b.id)).toEqual([
      { id: 1, ...gift(6, 'Rose') },
      { id: 2, ...gift(3, 'Kite') },
      { id: 3, ...gift(1, 'Lamp') },
    ]);
  });

  it('count each giver once', () => {
    const past = pastOf([
      { id: 'a', votes: 1 },
      { id: 'b', votes: 1 },
    ]);
    const state = stateOf([
      { id: 'b', votes: 1 },
      { id: 'c', votes: 1 },
    ]);
    const all = new AllTime(past, () => state);
    expect(all.lookUpViewers()).toBe(false);
    const nothing = { count: 0, diamonds: 0, votesTenths: 0 };
    expect(all.totals(nothing).givers).toBe(3);
    const late = stateOf([{ id: 'd', votes: 2 }]).viewers.get('d');
    if (late !== undefined) state.viewers.set('d', late);
    all.lookUpViewers();
    expect(all.totals(nothing).givers).toBe(4);
  });

  it('look up the viewers of a large show in batches', () => {
    const viewers = Array.from({ length: 10_000 }, (_, index) => ({ id: String(index), votes: 1 }));
    const state = stateOf(viewers);
    const all = new AllTime(noPastSums, () => state);
    let parts = 1;
    while (all.lookUpViewers()) parts += 1;
    expect(parts).toBeGreaterThan(2);
    expect(all.totals({ count: 0, diamonds: 0, votesTenths: 0 }).givers).toBe(10_000);
  });
});

function pastOf(viewers: readonly { id: string; votes: number }[]): PastSums {
  const sum = (votes: number): NamedSum => ({ name: '', count: 1, diamonds: votes, votesTenths: votes });
  const known = new Map(viewers.map(({ id, votes }) => [id, sum(votes)]));
  const votesOf = new Map(viewers.map(({ id, votes }) => [id, votes]));
  return {
    ...noPastSums,
    totals: { ...noPastSums.totals, givers: viewers.length },
    viewer: (id) => known.get(id) ?? null,
    topViewers: (limit) => firstOf(votesOf, limit).map((id) => ({ id, ...sum(votesOf.get(id) ?? 0) })),
  };
}

function stateOf(viewers: readonly { id: string; votes: number }[]) {
  const state = createState();
  for (const { id, votes } of viewers) {
    state.viewers.set(id, {
      id,
      name: id,
      username: '',
      firstAt: 0,
      lastAt: 0,
      count: 1,
      diamonds: votes,
      votesTenths: votes,
      manual: null,
      pinned: false,
      automatic: null,
      round: 0,
      roundCount: 0,
      roundVotesTenths: 0,
      ...noRecentStreak,
    });
  }
  return state;
}
