import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Budget, roomBudget } from '#shared/live/budget.ts';
import { fetchResult, giftEnvelope, pushFrame } from './build.ts';
import { makeWorld } from './world.ts';

const KIB = 1024;

describe('byte budget of a room', () => {
  it('lets a storm of 2,000 gifts a second through for an hour without a rest', () => {
    const budget = new Budget(roomBudget, 0);
    for (let tick = 1; tick <= 36_000; tick += 1) {
      expect(budget.take(200 * 1.5 * KIB, 200 * 1.5, tick * 100)).toBe(0);
    }
  });

  it('lets the messages missed in some minutes through at once', () => {
    const budget = new Budget(roomBudget, 0);
    for (let frame = 0; frame < 30; frame += 1) expect(budget.take(KIB * KIB, 1000, 0)).toBe(0);
  });

  it('charges every frame at least 512 bytes, and the messages of a frame beside its bytes', () => {
    const size = { bytesPerSecond: 1024, messagesPerSecond: 10, burstSeconds: 1 };
    const small = new Budget(size, 0);
    expect([small.take(1, 1, 0), small.take(1, 1, 0), small.take(1, 1, 0)]).toEqual([0, 0, 500]);
    const many = new Budget(size, 0);
    expect([many.take(1, 10, 0), many.take(1, 5, 0)]).toEqual([0, 500]);
  });

  it('asks for rests of at most 5 s, so that no connection looks dead', () => {
    const budget = new Budget(roomBudget, 0);
    expect(budget.take(1000 * KIB * KIB, 1, 0)).toBe(5000);
  });

  it('is not refilled by a clock that is set back', () => {
    const budget = new Budget({ bytesPerSecond: 1024, messagesPerSecond: 10, burstSeconds: 1 }, 10_000);
    expect(budget.take(2048, 1, 10_000)).toBe(1000);
    expect(budget.take(512, 0, 0)).toBe(1500);
    expect(budget.take(512, 0, 500)).toBe(1500);
  });

  it('is never exceeded by more than the burst and one frame, for any input', () => {
    const frames = fc.array(
      fc.record({ bytes: fc.nat(8 * KIB * KIB), messages: fc.nat(20_000), after: fc.nat(2000) }),
      { minLength: 1, maxLength: 200 },
    );
    fc.assert(
      fc.property(frames, (sent) => {
        const budget = new Budget(roomBudget, 0);
        let now = 0;
        let bytes = 0;
        let messages = 0;
        for (const frame of sent) {
          now += frame.after;
          // The socket pauses for the time that the budget returns, one pause after another.
          for (let rest = budget.take(0, 0, now); rest > 0; rest = budget.take(0, 0, now)) now += rest;
          bytes += frame.bytes;
          messages += frame.messages;
          budget.take(frame.bytes, frame.messages, now);
          const seconds = now / 1000 + roomBudget.burstSeconds;
          expect(bytes).toBeLessThanOrEqual(roomBudget.bytesPerSecond * seconds + 8 * KIB * KIB);
          expect(messages).toBeLessThanOrEqual(roomBudget.messagesPerSecond * seconds + 20_000);
        }
      }),
    );
  });
});

describe('room that exceeds its byte budget', () => {
  const bomb = pushFrame(
    Buffer.concat([Uint8Array.of(0x7a, 0x80, 0x80, 0x80, 0x03), Buffer.alloc(6 * KIB * KIB)]),
  );

  it('pauses its socket until the budget is refilled, and loses nothing', async () => {
    const rests: number[] = [];
    const world = makeWorld({ onPause: (ms) => rests.push(ms) });
    const socket = await world.live();
    let sent = 0;
    while (!socket.paused && sent < 100) {
      socket.frame(bomb);
      sent += 1;
    }
    expect(sent).toBeLessThan(10);
    expect(rests).toHaveLength(1);
    expect(world.gaps).toEqual([]);
    await world.clock.pass(5000);
    expect(socket.paused).toBe(false);
    socket.frame(pushFrame(fetchResult([giftEnvelope({ msgId: '77' })])));
    expect(world.messages()).toHaveLength(1);
  });

  it('has the same budget after a new connection', async () => {
    const world = makeWorld();
    const first = await world.live();
    while (!first.paused) first.frame(bomb);
    first.end();
    await world.clock.pass(1500);
    const second = world.socket();
    expect(second).not.toBe(first);
    second.open();
    for (let frame = 0; frame < 3; frame += 1) second.frame(bomb);
    expect(second.paused).toBe(true);
  });
});
