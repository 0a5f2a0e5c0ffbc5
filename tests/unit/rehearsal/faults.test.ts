import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '#backstage/rehearsal/random.ts';
import { makeEvent, type ShowEvent } from '#backstage/rehearsal/show/event.ts';
import { TimeQueue } from '#backstage/rehearsal/show/messageQueue.ts';
import { ArgumentError, readArguments } from '#tests/simulator/arguments.ts';
import { Damage } from '#tests/simulator/damage.ts';
import { parseFaults } from '#tests/simulator/faults.ts';
import { Shuffle } from '#tests/simulator/shuffle.ts';
import { Totals } from '#tests/simulator/totals.ts';

function message(msgId: string, streak: boolean, groupId: string, repeat: number, end = false): ShowEvent {
  return makeEvent(0, 'WebcastGiftMessage', msgId, () => new Uint8Array(100).fill(8), {
    userId: 'u',
    nickname: 'Mika',
    giftId: 5655,
    name: 'Rose',
    diamonds: 2,
    streak,
    groupId,
    repeat,
    step: 1,
    end,
  });
}

const ids = (events: readonly ShowEvent[]): string[] => events.map((event) => event.msgId);
const stream = Array.from({ length: 200 }, (_, index) =>
  message(`m${index}`, true, 'g', index + 1, index % 4 === 3),
);

describe('faults', () => {
  it('reorder, duplicate and drop messages as requested, and lose no others', () => {
    const lost: ShowEvent[] = [];
    const faults = { reorder: 0.4, duplicate: 0.4, 'drop-close': 0.5 };
    const shuffle = new Shuffle(new Random(1), faults, (event) => lost.push(event));
    const arrived = [
      ...shuffle.apply(stream.slice(0, 100), false),
      ...shuffle.apply(stream.slice(100), true),
    ];
    expect(lost.length).toBeGreaterThan(5);
    expect(lost.every((event) => event.gift?.end)).toBe(true);
    expect(new Set([...ids(arrived), ...ids(lost)])).toEqual(new Set(ids(stream)));
    expect(arrived.length).toBeGreaterThan(stream.length - lost.length + 30);
    const places = stream.map((event) => arrived.indexOf(event)).filter((place) => place >= 0);
    expect(places).not.toEqual([...places].sort((a, b) => a - b));
  });

  it('damage a message so that no decoder accepts it as whole', () => {
    const shuffle = new Shuffle(new Random(1), { truncated: 1 }, () => undefined);
    const broken = shuffle.apply(stream, true).filter((event) => shuffle.isBroken(event));
    expect(broken.length).toBeGreaterThan(50);
    expect(broken.every((event) => event.gift === undefined && event.payload.length < 21)).toBe(true);
  });

  it('are the same for the same seed', () => {
    const run = (): string[] =>
      ids(new Shuffle(new Random(7), { reorder: 0.5, duplicate: 0.5 }, () => undefined).apply(stream, true));
    expect(run()).toEqual(run());
  });

  it('are read from a list, with or without a number', () => {
    expect(parseFaults('duplicate, cut=40,blocked')).toEqual({ duplicate: 0.1, cut: 40, blocked: 0 });
    expect(parseFaults('')).toEqual({});
    for (const wrong of ['cutt', 'duplicate=2', 'cut=-1', 'cut=', 'cut=x']) {
      expect(() => parseFaults(wrong)).toThrow(/fault/);
    }
  });
});

describe('network faults', () => {
  const bytes = new Uint8Array(500);
  const growing = [message('a', true, 'g', 1)];
  const closing = [message('b', true, 'g', 1, true)];

  it('cut in the middle of a streak, and only a client that has received something', () => {
    const damage = new Damage(new Random(3), { cut: 10 }, () => 0);
    const cuts = (events: readonly ShowEvent[]): number =>
      Array.from({ length: 100 }, () => damage.frame(bytes, events)).filter((fate) => fate.cut).length;
    expect(cuts(growing)).toBe(0);
    damage.acknowledged();
    expect(cuts(closing)).toBe(0);
    expect(cuts(growing)).toBeGreaterThan(4);
    expect(cuts(growing)).toBeLessThan(25);
  });

  it('stay silent for the requested time, or until a new connection arrives', () => {
    let now = 0;
    const damage = new Damage(new Random(3), { silence: 20 }, () => now);
    const fallSilent = (): void => {
      for (let frames = 0; !damage.silent && frames < 2000; frames++) damage.frame(bytes, growing);
    };
    fallSilent();
    expect([damage.silent, damage.counts.silences]).toEqual([true, 1]);
    now += 19_999;
    expect(damage.silent).toBe(true);
    now += 1;
    expect(damage.silent).toBe(false);
    fallSilent();
    damage.connected();
    expect([damage.silent, damage.counts.silences]).toEqual([false, 2]);
  });

  it('truncate frames and never count a truncated one as delivered', () => {
    const damage = new Damage(new Random(3), { truncated: 1 }, () => 0);
    const fates = Array.from({ length: 100 }, () => damage.frame(bytes, growing));
    const broken = fates.filter(({ send }) => send.some((piece) => piece.length < bytes.length));
    expect(broken.length).toBe(damage.counts.brokenFrames);
    expect(broken.length).toBeGreaterThan(20);
    expect(fates.every((fate) => fate.intact !== broken.includes(fate))).toBe(true);
  });
});

describe('expected counts', () => {
  it('of a streak are its highest total, for any loss, repetition or order', () => {
    const part = fc.record({ group: fc.constantFrom('a', 'b'), repeat: fc.integer({ min: 1, max: 50 }) });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1 }), fc.integer(), (parts, seed) => {
        const events = parts.map(({ group, repeat }) => message(`${group}${repeat}`, true, group, repeat));
        const totals = new Totals();
        const random = new Random(seed);
        for (const event of [...events, ...events].sort(() => random.next() - 0.5)) totals.add(event);
        const highest = (group: string): number =>
          Math.max(0, ...parts.filter((one) => one.group === group).map((one) => one.repeat));
        const gifts = highest('a') + highest('b');
        expect(totals.result()).toMatchObject({ gifts, diamonds: gifts * 2 });
      }),
    );
  });

  it('of any other gift are its pieces, once a message', () => {
    const totals = new Totals();
    for (const id of ['x', 'y', 'x']) totals.add(message(id, false, '', 3));
    expect(totals.result()).toMatchObject({ messages: 2, gifts: 6, diamonds: 12 });
  });
});

describe('event queue', () => {
  it('is sorted by time, and by insertion at the same time', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 })), (times) => {
        const queue = new TimeQueue<number>();
        for (const [index, at] of times.entries()) queue.push(at, index);
        const popped = times.map(() => queue.pop()?.value ?? -1);
        const sorted = times
          .map((at, index) => ({ at, index }))
          .sort((a, b) => a.at - b.at || a.index - b.index);
        expect(popped).toEqual(sorted.map(({ index }) => index));
        expect(queue.pop()).toBeUndefined();
      }),
    );
  });
});

describe('simulator command line', () => {
  it('accepts its documented options', () => {
    const args =
      '--port 7000 --script rush --speed 10 --fault cut --seed 3 --gifts-per-second 200 --seconds 5';
    expect(readArguments([...args.split(' '), '--username', '@mika.live'])).toEqual({
      port: 7000,
      script: 'rush',
      speed: 10,
      faults: { cut: 150 },
      seed: 3,
      giftsPerSecond: 200,
      seconds: 5,
      username: 'mika.live',
    });
    expect(readArguments(['--help'])).toBe('help');
  });

  it.each([
    '--port 99999',
    '--port x',
    '--speed -1',
    '--script nope',
    '--fault nope',
    '--gifts-per-second 2000',
    '--username a/b',
    '--script rush --recording a',
    '--whatever',
    'positional',
  ])('refuses %s with a sentence', (line) => {
    expect(() => readArguments(line.split(' '))).toThrow(ArgumentError);
  });
});
