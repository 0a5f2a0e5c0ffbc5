import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createState, noShortCut } from '#shared/game/state.ts';
import { AllTime, type NamedSum, noPast, type PastSums } from '#shared/overlay/allTime.ts';
import { Top } from '#shared/overlay/top.ts';

const names = [...'abcdefghijklmnopqrstuvwxyz'];

/** Somebody's worth rises or falls; sometimes everybody looks at the list. */
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

describe('a ranking', () => {
  it('has the first few, whoever rose or fell, without looking at everybody each time', () => {
    fc.assert(
      fc.property(stepsArb, (steps) => {
        const worth = new Map<string, number>();
        const top = new Top<string, { votes: number }>({
          limit: 4,
          all: () => [...worth].map(([key, votes]): [string, { votes: number }] => [key, { votes }]),
          find: (key) => (worth.has(key) ? { votes: worth.get(key) ?? 0 } : undefined),
          worth: ({ votes }) => votes,
          tie: (a, b) => (a < b ? -1 : 1),
        });
        for (const step of [...steps, 'look' as const]) {
          if (step === 'look') expect(top.read().map(({ key }) => key)).toEqual(firstOf(worth, 4));
          else {
            worth.set(step.who, Math.max(0, (worth.get(step.who) ?? 0) + step.by));
            top.touch(step.who);
          }
        }
      }),
    );
  });

  it('looks at those who were touched alone while nobody falls back', () => {
    const worth = new Map(names.map((name, index) => [name, index]));
    let looks = 0;
    const top = new Top<string, number>({
      limit: 3,
      all: () => {
        looks += 1;
        return worth;
      },
      find: (key) => worth.get(key),
      worth: (votes) => votes,
      tie: () => 0,
    });
    top.read();
    for (let round = 0; round < 50; round += 1) {
      worth.set('a', (worth.get('a') ?? 0) + 1);
      top.touch('a');
      top.read();
    }
    expect(top.read()[0]?.key).toBe('a');
    expect(looks).toBe(1);
  });

  it('looks at everybody once when thousands have given, and not at each of them', () => {
    const worth = new Map(Array.from({ length: 8000 }, (_, index) => [index, index + 1]));
    const looks = { atAll: 0, atOne: 0 };
    const top = new Top<number, number>({
      limit: 2,
      all: () => {
        looks.atAll += 1;
        return worth;
      },
      find: (key) => {
        looks.atOne += 1;
        return worth.get(key);
      },
      worth: (votes) => votes,
      tie: () => 0,
    });
    top.read();
    for (const key of worth.keys()) {
      worth.set(key, 20_000 - key);
      top.touch(key);
    }
    expect(top.read().map(({ key }) => key)).toEqual([0, 1]);
    expect(looks).toEqual({ atAll: 2, atOne: 0 });
  });
});

function firstOf(worth: ReadonlyMap<string, number>, limit: number): string[] {
  return [...worth]
    .filter(([, votes]) => votes > 0)
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([key]) => key);
}

describe('the ranking of all shows', () => {
  const viewersArb = fc.uniqueArray(
    fc.record({ id: fc.integer({ min: 0, max: 60 }).map(String), votes: fc.nat(9) }),
    { selector: ({ id }) => id, maxLength: 60, size: 'max' },
  );

  it('is that of the past and of the running show together, and looks few viewers up', () => {
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

  it('looks up nobody whom no past could bring among the first', () => {
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

  it('has every gift that was ever sent once, with what it brought then and now', () => {
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
    const sums = new AllTime({ ...noPast, gifts: () => past }, () => state).gifts();
    expect(sums.sort((a, b) => a.id - b.id)).toEqual([
      { id: 1, ...gift(6, 'Rose') },
      { id: 2, ...gift(3, 'Kite') },
      { id: 3, ...gift(1, 'Lamp') },
    ]);
  });

  it('counts everybody who ever gave once', () => {
    const past = pastOf([
      { id: 'a', votes: 1 },
      { id: 'b', votes: 1 },
    ]);
    const state = stateOf([
      { id: 'b', votes: 1 },
      { id: 'c', votes: 1 },
    ]);
    const all = new AllTime(past, () => state);
    expect(all.meet()).toBe(false);
    const nothing = { count: 0, diamonds: 0, votesTenths: 0 };
    expect(all.totals(nothing).givers).toBe(3);
    const late = stateOf([{ id: 'd', votes: 2 }]).viewers.get('d');
    if (late !== undefined) state.viewers.set('d', late);
    all.meet();
    expect(all.totals(nothing).givers).toBe(4);
  });

  it('takes a show of a hundred thousand in parts', () => {
    const viewers = Array.from({ length: 10_000 }, (_, index) => ({ id: String(index), votes: 1 }));
    const state = stateOf(viewers);
    const all = new AllTime(noPast, () => state);
    let parts = 1;
    while (all.meet()) parts += 1;
    expect(parts).toBeGreaterThan(2);
    expect(all.totals({ count: 0, diamonds: 0, votesTenths: 0 }).givers).toBe(10_000);
  });
});

function pastOf(viewers: readonly { id: string; votes: number }[]): PastSums {
  const sum = (votes: number): NamedSum => ({ name: '', count: 1, diamonds: votes, votesTenths: votes });
  const known = new Map(viewers.map(({ id, votes }) => [id, sum(votes)]));
  const votesOf = new Map(viewers.map(({ id, votes }) => [id, votes]));
  return {
    ...noPast,
    totals: { ...noPast.totals, givers: viewers.length },
    viewer: (id) => known.get(id) ?? null,
    topViewers: (limit) => firstOf(votesOf, limit).map((id) => ({ id, ...sum(votesOf.get(id) ?? 0) })),
  };
}

function stateOf(viewers: readonly { id: string; votes: number }[]) {
  const state = createState();
  for (const { id, votes } of viewers) {
    state.viewers.set(id, {
      ...{ id, name: id, username: '', firstAt: 0, lastAt: 0, count: 1, diamonds: votes, votesTenths: votes },
      ...{
        manual: null,
        pinned: false,
        automatic: null,
        round: 0,
        roundCount: 0,
        roundVotesTenths: 0,
        ...noShortCut,
      },
    });
  }
  return state;
}
