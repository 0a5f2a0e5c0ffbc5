import { describe, expect, it } from 'vitest';
import { AttemptBudget } from '#shared/live/budget.ts';
import { ProtoWriter } from '#shared/live/proto/writer.ts';
import { unknownRoom } from '#shared/live/source.ts';
import { chatEnvelope, type EnvelopeParts, frameOf } from './build.ts';
import { makeWorld, room, settled } from './world.ts';

const START_LIMIT = 45_000;
const makePage = () => makeWorld({}, { startLimit: START_LIMIT });

/** A chat message of another room. */
function chatElsewhere(msgId: string): EnvelopeParts {
  const header = new ProtoWriter().string(1, 'WebcastChatMessage').varint(2, msgId).varint(3, '99');
  return { method: 'WebcastChatMessage', msgId, payload: new ProtoWriter().message(1, header).finish() };
}

describe('page that receives a room', () => {
  it('has more time to open than a socket, and is reported if it does not open', async () => {
    const { client, clock } = makePage();
    client.start('mika');
    await clock.pass(START_LIMIT - 1);
    expect(client.state.phase).toBe('connecting');
    await clock.pass(1);
    expect(client.state).toMatchObject({ phase: 'reconnecting', problem: { code: 'page.noSocket' } });
  });

  it('waits without a limit while a person has to act, and then opens', async () => {
    const { client, clock, socket, sockets } = makePage();
    client.start('mika');
    await settled();
    socket().blocked({ code: 'page.captcha' });
    expect(client.state).toMatchObject({ phase: 'blocked', problem: { code: 'page.captcha' } });
    await clock.pass(10 * START_LIMIT);
    expect(sockets).toHaveLength(1);
    socket().open();
    expect(client.state).toMatchObject({ phase: 'live', problem: null });
  });

  it('reports nothing of a block once it has opened or ended', async () => {
    const { client, live, socket } = makePage();
    await live();
    socket().blocked({ code: 'page.captcha' });
    expect(client.state).toMatchObject({ phase: 'live', problem: null });
    client.stop();
    socket().blocked({ code: 'page.captcha' });
    expect(client.state).toMatchObject({ phase: 'idle', problem: null });
  });

  it('delivers no message of another room, which it may show for a moment', async () => {
    const { live, messages } = makePage();
    (await live()).frame(frameOf(chatElsewhere('1'), chatEnvelope('2')));
    expect(messages().map(({ msgId }) => msgId)).toEqual(['2']);
  });
});

describe('page of a room that cannot be looked up', () => {
  function makeUnknown(waits = false) {
    const budget = new AttemptBudget();
    const world = makeWorld({ budget }, { startLimit: START_LIMIT });
    world.answers.room = () => unknownRoom;
    if (waits) world.client.wait('mika');
    else world.client.start('mika');
    return { ...world, budget };
  }

  it('reports the room before the connection opens, and drops messages of other rooms', async () => {
    const { client, socket, rooms, messages } = makeUnknown();
    await settled();
    expect(rooms).toEqual([]);
    socket().room(room);
    socket().open();
    expect(rooms).toEqual([room]);
    expect(client.state).toMatchObject({ phase: 'live', roomId: room.roomId });
    socket().frame(frameOf(chatElsewhere('1'), chatEnvelope('2')));
    expect(messages().map(({ msgId }) => msgId)).toEqual(['2']);
  });

  it('is left if it belongs to another user', async () => {
    const { client, socket } = makeUnknown();
    await settled();
    socket().room({ ...room, ownerUsername: 'aya' });
    expect(socket().closed).toBe(true);
    expect(client.state).toMatchObject({
      phase: 'failed',
      problem: { code: 'username.mismatch', params: { username: 'aya' } },
    });
  });

  it('is loaded at most twelve times an hour', async () => {
    const { client, clock, sockets, asked } = makeUnknown(true);
    for (let passed = 0; passed < 3_600_000; passed += 1000) {
      await clock.pass(1000);
      sockets.at(-1)?.end({ kind: 'barred', problem: { code: 'room.ended' } });
    }
    expect(client.state.phase).toBe('waiting');
    expect(asked.resolve.length).toBeLessThanOrEqual(12);
    expect(sockets.length).toBe(asked.resolve.length);
  });

  it('keeps waiting for the live until the page has found the room', async () => {
    const { client, clock, socket, sockets, phases } = makeUnknown(true);
    await settled();
    socket().end({ kind: 'barred', problem: { code: 'room.notLive' } });
    expect(client.state).toMatchObject({ phase: 'waiting', problem: null, nextTryAt: clock.now() + 45_000 });
    await clock.pass(45_000);
    expect(sockets).toHaveLength(2);
    socket().room(room);
    socket().open();
    expect(phases()).toEqual(['waiting', 'live']);
  });
});

describe('socket of a room', () => {
  it('delivers all messages, because it is open for one room', async () => {
    const { live, messages } = makeWorld();
    (await live()).frame(frameOf(chatElsewhere('1'), chatEnvelope('2')));
    expect(messages().map(({ msgId }) => msgId)).toEqual(['1', '2']);
  });

  it('that does not open in time is unreachable', async () => {
    const { client, clock } = makeWorld();
    client.start('mika');
    await clock.pass(20_000);
    expect(client.state.problem).toEqual({ code: 'room.unreachable' });
  });
});
