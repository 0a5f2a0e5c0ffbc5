import { describe, expect, it } from 'vitest';
import { ProtoWriter } from '#shared/live/proto/writer.ts';
import { chatEnvelope, type EnvelopeParts, frameOf } from './build.ts';
import { makeWorld, settled } from './world.ts';

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
