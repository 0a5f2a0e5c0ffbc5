import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#backstage/clock.ts';
import { gunzip } from '#backstage/sources/gunzip.ts';
import { createSource, defaultLines } from '#backstage/sources/lines.ts';
import { openWsSocket } from '#backstage/sources/socket.ts';
import type { Phase } from '#shared/contract/connection.ts';
import { RoomClient } from '#shared/live/client.ts';
import type { ClientState, Gap, ReceivedFrame } from '#shared/live/clientTypes.ts';
import { ProtoReader } from '#shared/live/proto/reader.ts';
import { controlEnvelope, fetchResult, giftEnvelope, pushFrame } from '#tests/unit/live/build.ts';
import { json, liveRoom, type Platform, plain, startPlatform } from './platform.ts';

let platform: Platform;
let client: RoomClient | undefined;
beforeEach(async () => {
  platform = await startPlatform();
});
afterEach(async () => {
  client?.stop();
  await platform.close();
});

/** A client on the real clock, sockets and fetch, with promises of its states. */
function listen(kind: 'direct' | 'signed' = 'direct', username = 'mika') {
  const watchers = new Set<() => void>();
  const intakes: ReceivedFrame[] = [];
  const gaps: Gap[] = [];
  const states: ClientState[] = [];
  const changed = (): void => {
    for (const watcher of watchers) watcher();
  };
  const until = (holds: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!holds()) return;
        watchers.delete(look);
        resolve();
      };
      watchers.add(look);
      look();
    });
  const [line] = defaultLines({
    LIVE_WEB_URL: platform.url,
    LIVE_WS_URL: platform.wsUrl,
    SIGN_URL: platform.url,
    SIGN_KEY: 'key',
  });
  const made = new RoomClient({
    source: createSource({ ...line, kind }),
    openSocket: openWsSocket,
    clock: systemClock,
    random: () => 0,
    gunzip,
    onFrame: (intake) => {
      intakes.push(intake);
      changed();
    },
    onState: (state) => {
      states.push(state);
      changed();
    },
    onGap: (gap) => {
      gaps.push(gap);
      changed();
    },
    onRoom: () => {},
  });
  client = made;
  made.start(username);
  const reached = (phase: Phase): Promise<void> => until(() => made.state.phase === phase);
  const ids = (): string[] => intakes.flatMap(({ messages }) => messages.map(({ msgId }) => msgId));
  return { client: made, intakes, gaps, states, until, reached, ids };
}

describe('room over real sockets', () => {
  it('is entered, and its gifts are acknowledged after they are stored', async () => {
    const { reached, until, intakes, ids } = listen();
    const socket = await platform.nextSocket();
    await reached('live');
    await platform.sent((frame) => frame.payloadType === 'hb');
    const enter = await platform.sent((frame) => frame.payloadType === 'im_enter_room');
    const reader = new ProtoReader(enter.payload);
    reader.next();
    expect(reader.id()).toBe('7300000000000000001');
    const content = fetchResult([giftEnvelope({ msgId: '1' })], { needAck: true, internalExt: 'ext-1' });
    socket.send(pushFrame(content, { logId: '7' }));
    await until(() => intakes.length === 1);
    intakes[0]?.ack();
    const ack = await platform.sent((frame) => frame.payloadType === 'ack');
    expect(ack.logId).toBe('7');
    expect(new TextDecoder().decode(ack.payload)).toBe('ext-1');
    expect(ids()).toEqual(['1']);
  });

  it('is entered with a signed address and the messages that came with it', async () => {
    const content = fetchResult([giftEnvelope({ msgId: '1' })], { pushServer: `${platform.wsUrl}/signed/` });
    platform.answers.sign = (_, response) => {
      response.writeHead(200, { 'x-set-tt-cookie': 'ttwid=signed' }).end(content);
    };
    const { until, ids } = listen('signed');
    const socket = await platform.nextSocket();
    expect(platform.requests.at(-1)).toMatchObject({ path: '/signed/', headers: { cookie: 'ttwid=signed' } });
    socket.send(pushFrame(fetchResult([giftEnvelope({ msgId: '2' })])));
    await until(() => ids().length === 2);
    expect(ids()).toEqual(['1', '2']);
  });

  it('keeps the order of frames of different sizes', async () => {
    const { until, ids } = listen();
    const socket = await platform.nextSocket();
    const sent: string[] = [];
    for (let i = 1; i <= 60; i += 1) {
      const many = i % 3 === 0 ? 400 : 1;
      const gifts = Array.from({ length: many }, (_, j) => giftEnvelope({ msgId: `${i}0${j + 1}` }));
      sent.push(...gifts.map(({ msgId }) => msgId));
      socket.send(pushFrame(fetchResult(gifts), { zip: i % 2 === 0 }));
    }
    await until(() => ids().length === sent.length);
    expect(ids()).toEqual(sent);
  });

  it('is entered again after a cut, and nothing is counted twice', async () => {
    const { reached, until, ids, gaps } = listen();
    const first = await platform.nextSocket();
    await reached('live');
    first.send(pushFrame(fetchResult([giftEnvelope({ msgId: '1' })])));
    await until(() => ids().length === 1);
    first.terminate();
    await reached('reconnecting');
    const second = await platform.nextSocket();
    second.send(
      pushFrame(fetchResult([giftEnvelope({ msgId: '1' }, true), giftEnvelope({ msgId: '2' }, true)])),
    );
    await until(() => ids().length === 2);
    expect(ids()).toEqual(['1', '2']);
    expect(gaps.map(({ cause }) => cause)).toEqual(['disconnect']);
  });

  it('continues after frames of garbage, and disconnects after one that is too large', async () => {
    const { reached, until, ids, gaps, client: room } = listen();
    const socket = await platform.nextSocket();
    await reached('live');
    socket.send(Buffer.from('no frame at all'));
    socket.send('a text');
    socket.send(pushFrame(fetchResult([giftEnvelope({ msgId: '1' })])));
    await until(() => ids().length === 1);
    expect(gaps.map(({ cause }) => cause)).toEqual(['badFrame']);
    expect(room.state.stats.broken).toBe(1);
    socket.send(new Uint8Array(9 * 1024 * 1024));
    await reached('reconnecting');
    await platform.nextSocket();
    await reached('live');
  });

  it('connects with another device identity after the device was refused', async () => {
    platform.refuse = (socket) => {
      platform.refuse = undefined;
      socket.end('HTTP/1.1 200 OK\r\nhandshake-msg: DEVICE_BLOCKED\r\ncontent-length: 0\r\n\r\n');
    };
    const { states, reached } = listen();
    await reached('blocked');
    expect(states.at(-1)).toMatchObject({ phase: 'blocked', problem: { code: 'room.blocked' } });
    await platform.nextSocket();
    await reached('live');
    const upgrades = platform.requests.filter(({ headers }) => headers.upgrade !== undefined);
    expect(upgrades.map(({ headers }) => headers.cookie)).toEqual(['ttwid=device-1', 'ttwid=device-2']);
  });

  it.each(['illegal secret key', 'illegal app_id', 'named cookie not present'])(
    "reports the platform's refusal: %s",
    async (message) => {
      platform.refuse = (socket) => {
        platform.refuse = undefined;
        const head = `handshake-status: 417\r\nhandshake-msg: ${message}\r\ncontent-length: 0`;
        socket.end(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n`);
      };
      const { states, reached } = listen();
      await reached('blocked');
      expect(states.at(-1)?.problem).toEqual({ code: 'room.wayRefused' });
      await platform.nextSocket();
      await reached('live');
      const upgrades = platform.requests.filter(({ headers }) => headers.upgrade !== undefined);
      const cookies = new Set(upgrades.map(({ headers }) => headers.cookie));
      expect(cookies.size).toBe(message.includes('cookie') ? 2 : 1);
    },
  );

  it('treats a 200 without a reason as unreachable, because another program answered', async () => {
    platform.refuse = (socket) => {
      socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 0\r\n\r\n');
    };
    const { states, reached } = listen();
    await reached('reconnecting');
    expect(states.at(-1)?.problem).toEqual({ code: 'room.unreachable' });
  });

  it('reports when to retry if the socket is refused for too many requests', async () => {
    platform.refuse = (socket) => {
      socket.end('HTTP/1.1 429 Too Many Requests\r\nretry-after: 45\r\ncontent-length: 0\r\n\r\n');
    };
    const { client: room, reached } = listen();
    await reached('blocked');
    expect(room.state.problem).toEqual({ code: 'room.rateLimited', params: { seconds: 45 } });
  });

  it('ends when the platform reports its end', async () => {
    const { reached, ids } = listen();
    const socket = await platform.nextSocket();
    await reached('live');
    socket.send(pushFrame(fetchResult([giftEnvelope({ msgId: '1' }), controlEnvelope('2', 3)])));
    await reached('ended');
    expect(ids()).toEqual(['1', '2']);
  });
});

describe('room that cannot be entered', () => {
  const data = liveRoom.data;
  it.each([
    [
      'not live',
      () => json({ statusCode: 0, data: { user: { ...data.user, roomId: '' } } }),
      'failed',
      'room.notLive',
    ],
    ['no such user', () => json({ statusCode: 19881007 }), 'failed', 'room.noSuchUser'],
    ['no information', () => json({ statusCode: 0 }), 'failed', 'room.noInfo'],
    [
      'another account',
      () => json({ statusCode: 0, data: { ...data, user: { ...data.user, uniqueId: 'aya' } } }),
      'failed',
      'username.mismatch',
    ],
    ['blocked', () => plain('<html>', 403), 'blocked', 'room.blocked'],
    ['too much asked', () => plain('', 429, { 'retry-after': '9' }), 'blocked', 'room.rateLimited'],
    ['unreachable', () => plain('', 502), 'reconnecting', 'room.unreachable'],
  ] as const)('reports %s to the host', async (_, answer, phase, code) => {
    platform.answers.room = answer();
    const { client: room, reached } = listen();
    await reached(phase);
    expect(room.state.problem?.code).toBe(code);
    expect(room.state.nextTryAt === null).toBe(phase === 'failed');
  });
});
