import { describe, expect, it } from 'vitest';
import { AttemptBudget, AttemptBudgets } from '#shared/live/budget.ts';
import { Unanswered } from '#shared/live/source.ts';
import { makeWorld, room, settled } from './world.ts';

const HOUR = 3_600_000;
const refused = {
  kind: 'refused',
  status: 200,
  handshakeStatus: 417,
  handshakeMessage: 'illegal app_id',
  retryAfterSeconds: undefined,
} as const;

/** The largest number of times within any hour. */
function mostWithinAnHour(times: readonly number[]): number {
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + HOUR).length));
}

describe('attempt budget of a room', () => {
  it('allows twelve connected sockets within an hour without a wait', () => {
    const budget = new AttemptBudget();
    for (let i = 0; i < 12; i += 1) {
      expect(budget.wait('socket', i)).toBe(0);
      budget.spend('socket', i);
    }
    expect(budget.wait('socket', 12)).toBe(HOUR - 12);
    expect(budget.wait('lookUp', 12)).toBe(0);
    expect(budget.wait('socket', HOUR)).toBe(0);
  });

  it('forgets an attempt exactly an hour later', () => {
    const budget = new AttemptBudget();
    for (let i = 0; i < 12; i += 1) budget.spend('socket', 0);
    expect(budget.wait('socket', HOUR - 1)).toBe(1);
    expect(budget.wait('socket', HOUR)).toBe(0);
    budget.spend('socket', HOUR);
    expect(budget.wait('socket', HOUR)).toBe(0);
  });

  it('spreads attempts after six failures', () => {
    const budget = new AttemptBudget();
    for (let i = 0; i < 6; i += 1) budget.spend('socket', i).failed();
    expect(budget.wait('socket', 5)).toBe(600_000);
  });

  it('ignores attempts that were given back', () => {
    const budget = new AttemptBudget();
    for (let i = 0; i < 50; i += 1) budget.spend('lookUp', i).giveBack();
    expect(budget.wait('lookUp', 50)).toBe(0);
  });

  it('keeps ten minutes between attempts after six failures, for an hour', () => {
    const budget = new AttemptBudget();
    for (let i = 0; i < 5; i += 1) budget.spend('socket', 0).failed();
    expect(budget.wait('socket', 0)).toBe(0);
    budget.spend('socket', 60_000).failed();
    expect(budget.wait('socket', 60_000)).toBe(600_000);
    expect(budget.wait('socket', 659_999)).toBe(1);
    expect(budget.wait('socket', 660_000)).toBe(0);
    budget.spend('socket', 700_000);
    expect(budget.wait('socket', 700_000)).toBe(600_000);
    expect(budget.wait('socket', HOUR - 1)).toBe(0);
  });

  it('is free again if the clock is set back', () => {
    const budget = new AttemptBudget();
    for (let i = 0; i < 12; i += 1) budget.spend('socket', HOUR);
    expect(budget.wait('socket', HOUR)).toBe(HOUR);
    expect(budget.wait('socket', HOUR - 1)).toBe(0);
  });

  it('is kept for the 200 rooms that were used last', () => {
    const budgets = new AttemptBudgets();
    const [first, second] = [budgets.of('first'), budgets.of('second')];
    for (let i = 0; i < 198; i += 1) budgets.of(`room ${i}`);
    expect(budgets.of('first')).toBe(first);
    budgets.of('one more');
    expect(budgets.of('first')).toBe(first);
    expect(budgets.of('second')).not.toBe(second);
  });

  it('is shared by all spellings of a username', () => {
    const budgets = new AttemptBudgets();
    expect(budgets.of('Mika')).toBe(budgets.of('mika'));
    expect(budgets.of('mika')).not.toBe(budgets.of('aya'));
  });
});

describe('room client with an attempt budget', () => {
  it('opens at most twelve sockets an hour while the platform refuses every one', async () => {
    const budget = new AttemptBudget();
    const { client, clock, sockets, socket } = makeWorld({ budget });
    const at: number[] = [];
    client.start('mika');
    for (let passed = 0; passed < 4 * HOUR; passed += 1000) {
      await clock.pass(1000);
      if (sockets.length === at.length) continue;
      at.push(clock.now());
      socket().end(refused);
    }
    expect(at.length).toBeGreaterThan(24);
    expect(mostWithinAnHour(at)).toBeLessThanOrEqual(12);
    expect(client.state).toMatchObject({ phase: 'blocked', nextTryAt: expect.any(Number) });
  });

  it('looks a room up at most twelve times an hour while the platform blocks every look-up', async () => {
    const at: number[] = [];
    const { client, clock, answers } = makeWorld({ budget: new AttemptBudget() });
    answers.room = () => {
      at.push(clock.now());
      throw new Error('not JSON');
    };
    client.start('mika');
    await clock.pass(3 * HOUR);
    expect(at.length).toBeGreaterThan(18);
    expect(mostWithinAnHour(at)).toBeLessThanOrEqual(12);
  });

  it('shares the budget with another client of the room, and tells the host why it waits', async () => {
    const budget = new AttemptBudget();
    const first = makeWorld({ budget });
    const second = makeWorld({ budget });
    for (let i = 0; i < 12; i += 1) budget.spend('socket', first.clock.now());
    second.client.start('mika');
    await settled();
    expect(second.sockets).toHaveLength(0);
    expect(second.client.state).toMatchObject({
      phase: 'blocked',
      problem: { code: 'room.paced', params: { minutes: 60 } },
      nextTryAt: second.clock.now() + HOUR,
    });
    await second.clock.pass(HOUR);
    second.socket().open();
    expect(second.client.state).toMatchObject({ phase: 'live', problem: null });
  });

  it('uses no budget while the network is down', async () => {
    const budget = new AttemptBudget();
    const { client, clock, answers, asked, sockets } = makeWorld({ budget });
    answers.room = () => {
      throw new Unanswered();
    };
    client.start('mika');
    await clock.pass(HOUR);
    expect(asked.resolve.length).toBeGreaterThan(100);
    answers.room = () => room;
    await clock.pass(30_000);
    expect(sockets).toHaveLength(1);
  });

  it('opens at most twelve sockets an hour while the platform cuts every one before it opens', async () => {
    const { client, clock, sockets, socket } = makeWorld({ budget: new AttemptBudget() });
    const at: number[] = [];
    client.start('mika');
    for (let passed = 0; passed < 3 * HOUR; passed += 1000) {
      await clock.pass(1000);
      if (sockets.length === at.length) continue;
      at.push(clock.now());
      socket().end({ kind: 'closed', code: 1006, reason: 'ECONNRESET', reached: true });
    }
    expect(at.length).toBeGreaterThan(18);
    expect(mostWithinAnHour(at)).toBeLessThanOrEqual(12);
  });

  it('gives back the attempt of a socket that was never answered, and counts one that opened', async () => {
    const budget = new AttemptBudget();
    const { client, clock, sockets, socket } = makeWorld({ budget });
    client.start('mika');
    await settled();
    for (let i = 0; i < 30; i += 1) {
      socket().end({ kind: 'closed', code: 1006, reason: 'ECONNREFUSED' });
      while (sockets.length === i + 1) await clock.pass(1000);
    }
    for (let i = 0; i < 11; i += 1) {
      socket().open();
      socket().end();
      while (sockets.length === i + 31) await clock.pass(1000);
    }
    expect(client.state.phase).toBe('connecting');
    socket().open();
    socket().end();
    await clock.pass(30_000);
    expect(client.state.problem?.code).toBe('room.paced');
  });
});
