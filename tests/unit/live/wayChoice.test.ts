import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Lack, type Way, ways } from '#shared/contract/connection.ts';
import { type ErrorCode, errorCodes } from '#shared/contract/error.ts';
import { AttemptBudget } from '#shared/live/budget.ts';
import { WayChoice } from '#shared/live/wayChoice.ts';
import { chatEnvelope, fetchResult, pushFrame } from './build.ts';
import { makeWorld, settled } from './world.ts';

const HOUR = 3_600_000;

function choose(lacking: Partial<Record<Way, Lack>> = {}, last: Way | null = null) {
  const stored: Way[] = [];
  const choice = new WayChoice({
    lacks: (way) => lacking[way] ?? null,
    last,
    onWorked: (way) => stored.push(way),
  });
  return { choice, stored };
}

const noKey = { signed: 'key' } as const;
const refusal: Record<Way, ErrorCode> = {
  direct: 'room.wayRefused',
  page: 'page.signIn',
  signed: 'room.signRefused',
};

describe('choice of the way', () => {
  it('begins with the direct one, and goes through the others in order when each is refused', () => {
    const { choice } = choose();
    expect(choice.current).toBe('direct');
    expect(choice.refused({ code: 'room.wayRefused' }, true)).toBe('next');
    expect(choice.current).toBe('page');
    expect(choice.refused({ code: 'page.captcha' }, true)).toBe('next');
    expect(choice.current).toBe('signed');
    expect(choice.refused({ code: 'room.signRefused' }, true)).toBe('exhausted');
    expect(choice.current).toBe('direct');
    expect(choice.report().ways.map((way) => way.refusal)).toEqual([
      'room.wayRefused',
      'page.captcha',
      'room.signRefused',
    ]);
  });

  it('skips a way that lacks something, and reports what', () => {
    const { choice } = choose({ page: 'browser' });
    choice.refused({ code: 'room.blocked' }, true);
    expect(choice.report()).toEqual({
      inUse: 'signed',
      ways: [
        { way: 'direct', lacks: null, refusal: 'room.blocked' },
        { way: 'page', lacks: 'browser', refusal: null },
        { way: 'signed', lacks: null, refusal: null },
      ],
    });
  });

  it('advises to install a browser only if the platform refuses every other way', () => {
    const stranded = choose({ page: 'browser', signed: 'key' }).choice;
    expect(stranded.advice({ code: 'room.wayRefused' })).toEqual({ code: 'page.needsBrowser' });
    expect(stranded.advice({ code: 'room.blocked' })).toEqual({ code: 'page.needsBrowser' });
    expect(stranded.advice({ code: 'room.unreachable' })).toEqual({ code: 'room.unreachable' });
    const withKey = choose({ page: 'browser' }).choice;
    expect(withKey.advice({ code: 'room.blocked' })).toEqual({ code: 'room.blocked' });
  });

  it('begins with the way that worked last, unless that now lacks something', () => {
    expect(choose(noKey, 'page').choice.current).toBe('page');
    expect(choose(noKey, 'signed').choice.current).toBe('direct');
  });

  it('stores a way once it works, and not again while it stays the same', () => {
    const { choice, stored } = choose(noKey);
    choice.refused({ code: 'room.wayRefused' }, true);
    expect(stored).toEqual([]);
    choice.worked();
    choice.worked();
    expect(stored).toEqual(['page']);
    expect(choice.report().ways[1]).toEqual({ way: 'page', lacks: null, refusal: null });
  });

  it('tries a page again that worked and then crashed, and changes if it crashes at once', () => {
    const { choice } = choose(noKey, 'page');
    choice.worked();
    expect(choice.refused({ code: 'page.crashed' }, true)).toBe('keep');
    expect(choice.refused({ code: 'page.crashed' }, true)).toBe('next');
    expect(choice.current).toBe('direct');
  });

  it('changes at once if a page crashes that has not worked since another way was refused', () => {
    const { choice } = choose(noKey);
    choice.worked();
    expect(choice.refused({ code: 'room.blocked' }, true)).toBe('next');
    expect(choice.refused({ code: 'page.crashed' }, true)).toBe('exhausted');
  });

  it('no longer reports the refusal of a way that works again', () => {
    const { choice } = choose({ page: 'browser', signed: 'key' });
    choice.refused({ code: 'room.blocked' }, true);
    expect(choice.report().ways[0]?.refusal).toBe('room.blocked');
    choice.worked();
    expect(choice.report().ways[0]?.refusal).toBeNull();
  });

  it('changes to the page if the platform refuses look-ups, and tries the page again after a wait', () => {
    const { choice } = choose(noKey);
    expect(choice.lookUpRefused()).toBe(true);
    expect(choice.current).toBe('page');
    expect(choice.lookUpRefused()).toBe(true);
    expect(choice.report().ways[0]?.refusal).toBe('room.blocked');
    expect(choice.refused({ code: 'page.captcha' }, true)).toBe('exhausted');
    expect(choice.lookUpRefused()).toBe(true);
    expect(choose({ page: 'browser' }).choice.lookUpRefused()).toBe(false);
  });

  it('tries the page again after a wait, although a signing service could be tried', () => {
    const { choice } = choose();
    choice.lookUpRefused();
    expect(choice.refused({ code: 'page.captcha' }, true)).toBe('next');
    expect([choice.lookUpRefused(), choice.lookUpRefused()]).toEqual([false, true]);
  });

  it('changes from a signing service that does not answer, unless the network is down', () => {
    const { choice } = choose({}, 'signed');
    expect(choice.refused({ code: 'room.unreachable' }, false)).toBe('keep');
    expect(choice.refused({ code: 'room.unreachable' }, true)).toBe('next');
  });

  const lacking = fc.record({
    page: fc.constantFrom<Lack | undefined>(undefined, 'browser', 'support'),
    signed: fc.constantFrom<Lack | undefined>(undefined, 'key'),
  });
  const step = fc.oneof(
    fc.constant({ kind: 'worked' as const }),
    fc.constant({ kind: 'refused' as const }),
    fc.record({ kind: fc.constant('problem' as const), code: fc.constantFrom(...errorCodes) }),
  );

  it('tries every usable way once before it waits, and never one that lacks something', () => {
    fc.assert(
      fc.property(
        lacking,
        fc.constantFrom(null, ...ways),
        fc.array(step, { maxLength: 40 }),
        (missing, last, steps) => {
          const lacks = Object.fromEntries(Object.entries(missing).filter(([, lack]) => lack !== undefined));
          const { choice } = choose(lacks, last);
          const usable = ways.filter((way) => lacks[way] === undefined);
          let refused = new Set<Way>();
          for (const each of steps) {
            const before = choice.current;
            expect(usable).toContain(before);
            expect(refused).not.toContain(before);
            if (each.kind === 'worked') {
              choice.worked();
              refused = new Set();
              expect(choice.current).toBe(before);
              continue;
            }
            const code = each.kind === 'refused' ? refusal[before] : each.code;
            const answer = choice.refused({ code }, true);
            if (each.kind === 'refused') expect(answer).not.toBe('keep');
            if (answer === 'keep') {
              expect(choice.current).toBe(before);
              continue;
            }
            refused.add(before);
            expect(answer).toBe(refused.size < usable.length ? 'next' : 'exhausted');
            if (answer === 'exhausted') refused = new Set();
          }
        },
      ),
    );
  });

  it('never changes for a problem of the network or of the room', () => {
    const passing: ErrorCode[] = ['room.noSuchUser', 'room.notLive', 'room.ended', 'room.paced'];
    for (const way of ways) {
      for (const code of passing) {
        const { choice } = choose({}, way);
        expect(choice.refused({ code }, true)).toBe('keep');
        expect(choice.refused({ code: 'room.unreachable' }, false)).toBe('keep');
        expect(choice.current).toBe(way);
      }
    }
  });
});

const wayRefused = {
  kind: 'refused',
  status: 200,
  handshakeStatus: 417,
  handshakeMessage: 'illegal app_id',
  retryAfterSeconds: undefined,
} as const;
const signInWanted = { kind: 'barred', problem: { code: 'page.signIn' } } as const;
const cut = { kind: 'closed', code: 1006, reason: '' } as const;

describe('room client with several ways', () => {
  it.each([
    ['415', { ...wayRefused, handshakeStatus: 415, handshakeMessage: 'DEVICE_BLOCKED' }],
    ['417', wayRefused],
  ])('goes on at once after handshake-status %s, without another look-up or an error', async (_, end) => {
    const { choice } = choose(noKey);
    const { client, socket, sockets, asked, states } = makeWorld({}, undefined, choice);
    client.start('mika');
    await settled();
    socket().end(end);
    await settled();
    expect(sockets).toHaveLength(2);
    expect(choice.current).toBe('page');
    socket().open();
    expect(client.state.phase).toBe('live');
    expect(states.filter(({ problem }) => problem !== null)).toEqual([]);
    expect(asked.resolve).toHaveLength(1);
  });

  it('waits once all ways were refused, even if the last refusal alone would be final', async () => {
    const { choice } = choose(noKey);
    const { client, clock, socket, sockets } = makeWorld({}, undefined, choice);
    client.start('mika');
    await settled();
    socket().end(wayRefused);
    await settled();
    socket().end(signInWanted);
    await settled();
    expect(sockets).toHaveLength(2);
    expect(client.state).toMatchObject({ phase: 'blocked', problem: { code: 'page.signIn' } });
    await clock.pass(8000);
    expect(sockets).toHaveLength(3);
    expect(choice.current).toBe('direct');
  });

  it('stays with the way whose connection is cut, and remembers it once data of the room arrives', async () => {
    const { choice, stored } = choose(noKey);
    const { client, clock, socket, sockets } = makeWorld({}, undefined, choice);
    client.start('mika');
    await settled();
    socket().open();
    expect(stored).toEqual([]);
    socket().frame(pushFrame(fetchResult([chatEnvelope('1')])));
    expect(stored).toEqual(['direct']);
    for (let i = 2; i < 8; i += 1) {
      socket().end(cut);
      while (sockets.length < i) await clock.pass(1000);
    }
    expect(choice.current).toBe('direct');
  });

  it('opens at most twelve sockets an hour while every way is refused', async () => {
    const { choice } = choose();
    const { client, clock, sockets, socket } = makeWorld({ budget: new AttemptBudget() }, undefined, choice);
    const ends = { direct: wayRefused, page: signInWanted, signed: wayRefused };
    const at: number[] = [];
    client.start('mika');
    for (let passed = 0; passed < 3 * HOUR; passed += 1000) {
      await clock.pass(1000);
      while (sockets.length > at.length) {
        at.push(clock.now());
        socket().end(ends[choice.current]);
        await settled();
      }
    }
    const within = (from: number) => at.filter((time) => time >= from && time < from + HOUR).length;
    expect(Math.max(...at.map(within))).toBeLessThanOrEqual(12);
    expect(at.length).toBeGreaterThan(18);
  });
});
