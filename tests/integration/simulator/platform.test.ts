import { afterEach, describe, expect, it } from 'vitest';
import { startRehearsal } from '#backstage/rehearsal/index.ts';
import { Platform } from '#backstage/rehearsal/platform/platform.ts';
import { Room, type RoomScript } from '#backstage/rehearsal/platform/room.ts';
import type { ShowEvent } from '#backstage/rehearsal/show/event.ts';
import { createShow } from '#backstage/rehearsal/show/show.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '#tests/simulator/simulator.ts';
import { playShow, showOptions } from '#tests/unit/rehearsal/shows.ts';
import { fetchCookie, fetchRoom, fieldsOf, lookUp, PlainClient, type PlainOptions } from './plainClient.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function start(options: SimulatorOptions = {}): Promise<Simulator> {
  const simulator = await startSimulator({ script: 'empty', ...options });
  cleanups.push(() => simulator.close());
  return simulator;
}

async function connect(simulator: Simulator, options: Partial<PlainOptions> = {}): Promise<PlainClient> {
  const cookie = options.cookie ?? (await fetchCookie(simulator.webUrl));
  const roomId = await lookUp(simulator.webUrl, simulator.username);
  const client = new PlainClient({ wsUrl: simulator.wsUrl, roomId, cookie, ...options });
  cleanups.push(() => client.kill());
  return client;
}

const msgIds = (client: PlainClient): string[] => client.messages.map((message) => message.msgId);

describe('room page', () => {
  it('first sets a cookie for browsers', async () => {
    const { webUrl } = await start();
    expect(await fetchCookie(webUrl)).toMatch(/^ttwid=\S+$/);
    const robot = await fetch(`${webUrl}/`, { headers: { 'user-agent': 'curl/8' } });
    expect([robot.status, robot.headers.getSetCookie()]).toEqual([403, []]);
  });

  it("contains the room of a username: its id, its owner, that it is live, and the owner's numbers", async () => {
    const simulator = await start({ username: 'mika.live' });
    const answer: unknown = await (await fetchRoom(simulator.webUrl, 'mika.live')).json();
    expect(answer).toMatchObject({
      statusCode: 0,
      data: {
        user: { id: simulator.ownerId, uniqueId: 'mika.live', roomId: simulator.roomId, status: 2 },
        stats: { followingCount: expect.any(Number), followerCount: expect.any(Number) },
        liveRoom: { status: 2, title: expect.any(String) },
      },
    });
    expect(simulator.roomId).toMatch(/^\d{19}$/);
  });

  it("refuses an unknown name, and a request without the browser's cookie", async () => {
    const { webUrl } = await start();
    expect(await (await fetchRoom(webUrl, 'nobody')).json()).toMatchObject({ statusCode: 19_881_007 });
    expect((await fetchRoom(webUrl, 'simulator', { 'user-agent': 'node' })).status).toBe(403);
  });

  it.each([
    ['without the cookie', { cookie: 'ttwid=made-up' }, 'DEVICE_BLOCKED'],
    ['to another room', { roomId: '7300000000000000001' }, 'ROOM_NOT_FOUND'],
    ['from a page of another site', { headers: { origin: 'https://evil.example' } }, 'FORBIDDEN_ORIGIN'],
  ])('refuses with a reason %s', async (_case, options, reason) => {
    const client = await connect(await start(), options);
    await client.until(() => client.refusal !== undefined);
    expect(client.refusal).toEqual({ status: 200, message: reason });
  });

  it('requires the key for a signed line', async () => {
    const { signUrl, roomId, webUrl, username } = await start({ signKey: 'secret' });
    await lookUp(webUrl, username);
    const call = (key: string): Promise<Response> =>
      fetch(`${signUrl}/webcast/rooms/${roomId}/connect?client=test`, { headers: { 'x-api-key': key } });
    expect((await call('guess')).status).toBe(401);
    const answer = await call('secret');
    expect(answer.headers.get('x-room-id')).toBe(roomId);
    expect(answer.headers.get('x-set-tt-cookie')).toMatch(/^ttwid=/);
    const result = fieldsOf(new Uint8Array(await answer.arrayBuffer()));
    expect(new TextDecoder().decode(result.bytes(10))).toMatch(/^ws:\/\/127\.0\.0\.1:\d+\/webcast\/im\//);
  });
});

describe('frames', () => {
  it('are compressed only for clients that ask for it', async () => {
    const simulator = await start();
    const zipped = await connect(simulator);
    const plain = await connect(simulator, { gzip: false });
    await simulator.entered(2);
    simulator.sendGift({ viewer: 'Mika', gift: 5655 });
    for (const client of [zipped, plain]) await client.until(() => client.messages.length === 2);
    const kinds = (client: PlainClient) => client.frames.filter((f) => f.type === 'msg').map((f) => f.gzip);
    expect([kinds(zipped), kinds(plain)]).toEqual([[true], [false]]);
    expect(msgIds(zipped)).toEqual(msgIds(plain));
  });

  it('answer heartbeats', async () => {
    const client = await connect(await start());
    await client.until(() => client.frames.some((frame) => frame.type === 'hb'));
  });

  it('are recorded as unexpected if no client of the protocol sends them', async () => {
    const simulator = await start();
    const client = await connect(simulator, { autoAck: false });
    await simulator.entered(1);
    simulator.sendGift({ viewer: 'Mika', gift: 5655 });
    await client.until(() => client.messages.length > 0);
    const [frame] = client.frames.filter(({ needAck }) => needAck);
    if (frame === undefined) throw new Error('no frame wants to be acknowledged');
    client.ack({ ...frame, internalExt: 'something else' });
    client.sendRaw(new Uint8Array([7, 7, 7]));
    client.ack(frame);
    await simulator.allAcked();
    expect(simulator.truth().strange).toHaveLength(2);
  });
});

describe('redelivery', () => {
  it('sends unacknowledged messages of a killed client again, as history, until they are acknowledged', async () => {
    const simulator = await start();
    const first = await connect(simulator, { autoAck: false });
    await simulator.entered(1);
    const kept = simulator.sendGift({ viewer: 'Mika', gift: 5655 });
    await first.until(() => first.messages.length === 2);
    for (const frame of first.frames) first.ack(frame);
    await simulator.allAcked();
    const missed = simulator.sendGift({ viewer: 'Ren', gift: 9333 });
    await first.until(() => first.messages.length === 3);
    first.kill();

    const second = await connect(simulator);
    await second.until(() => second.messages.length === 3);
    // The history also contains acknowledged messages, which the client must recognise.
    expect(msgIds(second)).toEqual([...kept.msgIds, ...missed.msgIds]);
    expect(second.messages.every((message) => message.history)).toBe(true);
    await simulator.allAcked();
    second.kill();

    const third = await connect(simulator);
    await third.until(() => third.messages.length === 3);
    expect(simulator.truth()).toMatchObject({ gifts: 2, lostMessages: 0, unacked: 0 });
  });

  it('keeps clients apart by their cookies', async () => {
    const simulator = await start({ identity: 'ttwid' });
    const cookie = await fetchCookie(simulator.webUrl);
    const known = await connect(simulator, { cookie, autoAck: false });
    await simulator.entered(1);
    const gift = simulator.sendGift({ viewer: 'Ren', gift: 9333 });
    await known.until(() => known.messages.length === 1);
    known.kill();
    const stranger = await connect(simulator);
    const again = await connect(simulator, { cookie });
    await again.until(() => again.messages.length === 1);
    expect(msgIds(again)).toEqual(gift.msgIds);
    // For another client the same gift is from before its connection, and was not missed.
    await stranger.until(() => stranger.messages.length === 1);
    expect(stranger.messages[0]?.history).toBe(true);
  });

  it('does not repeat messages that are still on their way over another connection', async () => {
    const simulator = await start();
    const slow = await connect(simulator, { autoAck: false });
    await simulator.entered(1);
    simulator.sendGift({ viewer: 'Ren', gift: 9333 });
    await slow.until(() => slow.messages.length === 1);
    const other = await connect(simulator);
    await simulator.entered(2);
    const next = simulator.sendGift({ viewer: 'Ren', gift: 9333 });
    await other.until(() => other.messages.length > 0);
    expect(msgIds(other)).toEqual(next.msgIds);
  });

  it('hands pending messages of a dying connection to its successor', async () => {
    const simulator = await start();
    const old = await connect(simulator, { autoAck: false });
    await simulator.entered(1);
    const gift = simulator.sendGift({ viewer: 'Ren', gift: 9333 });
    await old.until(() => old.messages.length === 1);
    const heir = await connect(simulator);
    await simulator.entered(2);
    expect(heir.messages).toEqual([]);
    old.kill();
    await heir.until(() => heir.messages.length === 1);
    expect(msgIds(heir)).toEqual(gift.msgIds);
    expect(heir.messages[0]?.history).toBe(true);
    await simulator.allAcked();
  });
});

describe('show without viewers', () => {
  it('continues by the clock, and a late client sees only later messages', async () => {
    let time = 1_732_000_000_000;
    const lost: number[] = [];
    const now = () => time;
    class ObservedRoom extends Room {
      protected override sendFrame(events: readonly ShowEvent[]): boolean {
        const isSent = super.sendFrame(events);
        if (!isSent) lost.push(...events.map((event) => event.at));
        return isSent;
      }
    }
    class ObservedPlatform extends Platform {
      protected override createRoom(script: RoomScript): Room {
        return new ObservedRoom(script, now);
      }
    }
    const show = showOptions({ giftsPerSecond: 20 });
    const facts = show.queue.room;
    const platform = new ObservedPlatform({
      seed: 1,
      now,
      account: () => undefined,
      room: () => ({ facts, followers: 0, following: 0, events: createShow(show) }),
    });
    await platform.listen(0);
    cleanups.push(() => platform.close());
    const { webUrl, wsUrl } = platform;
    const roomId = await lookUp(webUrl, 'anyone');
    time += 60_000;
    const client = new PlainClient({ wsUrl, roomId, cookie: await fetchCookie(webUrl) });
    cleanups.push(() => client.kill());
    await client.until(() => lost.length > 0);
    time += 5000;
    const news = () => client.messages.filter((message) => !message.history);
    await client.until(() => news().length > 50);
    expect(lost.length).toBeGreaterThan(500);
    expect(Math.max(...lost)).toBeLessThanOrEqual(60_000);
    // Only the newest earlier messages are sent, marked as history.
    expect(client.messages.length - news().length).toBeLessThanOrEqual(6);
    const sent = playShow(65, { giftsPerSecond: 20 }).filter(({ at }) => at > 60_000);
    expect(news().map(({ msgId }) => msgId)).toEqual(sent.slice(0, news().length).map(({ msgId }) => msgId));
  });
});

describe('rehearsal', () => {
  it('plays a show in every room, at addresses that an ordinary line accepts', async () => {
    const rehearsal = await startRehearsal({ size: 'busy', seed: 5, locale: 'ja', now: () => Date.now() });
    cleanups.push(() => rehearsal.close());
    const { webUrl, wsUrl } = rehearsal.line;
    const rooms = new Set<string>();
    for (const name of [rehearsal.username, 'another.room']) {
      const roomId = await lookUp(webUrl, name);
      rooms.add(roomId);
      const client = new PlainClient({ wsUrl, roomId, cookie: await fetchCookie(webUrl) });
      cleanups.push(() => client.kill());
      await client.until(() => client.messages.some((message) => message.method === 'WebcastGiftMessage'));
    }
    expect(rooms.size).toBe(2);
    expect(rehearsal.suggestedAnchors).toHaveLength(5);
  });
});
