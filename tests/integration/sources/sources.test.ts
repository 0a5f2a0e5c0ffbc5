import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSource, defaultLines } from '#backstage/sources/lines.ts';
import type { Line } from '#shared/contract/connection.ts';
import { RingsideError } from '#shared/contract/error.ts';
import type { RoomFacts } from '#shared/live/source.ts';
import { fetchResult, giftEnvelope } from '#tests/unit/live/build.ts';
import { json, liveRoom, type Platform, plain, startPlatform } from './platform.ts';

let platform: Platform;
beforeEach(async () => {
  platform = await startPlatform();
});
afterEach(() => platform.close());

const signal = (): AbortSignal => new AbortController().signal;

function line(more: Partial<Line> = {}): Line {
  const [line1] = defaultLines({
    LIVE_WEB_URL: platform.url,
    LIVE_WS_URL: platform.wsUrl,
    SIGN_URL: platform.url,
    SIGN_KEY: 'my key',
  });
  return { ...line1, ...more };
}

async function problem(asked: Promise<unknown>): Promise<unknown> {
  try {
    return await asked;
  } catch (error) {
    return error instanceof RingsideError ? error.problem : error;
  }
}

describe.each(['direct', 'signed'] as const)('room look-up (%s)', (kind) => {
  const resolve = (): Promise<RoomFacts> => createSource(line({ kind })).resolve('mika', signal());

  it('finds room, owner and figures', async () => {
    expect(await resolve()).toEqual({
      roomId: '7300000000000000001',
      ownerId: '6838231546857686021',
      ownerUsername: 'mika',
      nickname: 'Mika ミカ',
      title: 'group live',
      avatar: 'https://example.test/mika.webp',
      following: 12,
      followers: 3400,
      live: true,
    });
    const asked = platform.requests.at(-1);
    expect(asked?.parameters.get('uniqueId')).toBe('mika');
    expect(asked?.headers.cookie).toBe('ttwid=device-1');
    expect(asked?.headers['user-agent']).toContain('Chrome/');
  });

  it.each([
    ['no room', { ...liveRoom.data, user: { ...liveRoom.data.user, roomId: '' } }],
    ['room 0', { ...liveRoom.data, user: { ...liveRoom.data.user, roomId: '0' } }],
    [
      'an ended room',
      { ...liveRoom.data, user: { ...liveRoom.data.user, status: 4 }, liveRoom: { title: '', status: 4 } },
    ],
  ])('reports a user with %s as not live', async (_, data) => {
    platform.answers.room = json({ statusCode: 0, data });
    expect((await resolve()).live).toBe(false);
  });

  it.each([
    ['an unknown user', () => json({ statusCode: 19881007, data: {} }), { code: 'room.noSuchUser' }],
    ['no information', () => json({ statusCode: 0, data: {} }), { code: 'room.noInfo' }],
    ['another status', () => json({ statusCode: 10101 }), { code: 'room.noInfo' }],
    [
      'a room id that is none',
      () =>
        json({
          statusCode: 0,
          data: { ...liveRoom.data, user: { ...liveRoom.data.user, roomId: 'x/../1' } },
        }),
      { code: 'room.noInfo' },
    ],
    [
      'a room id past 64 bits',
      () =>
        json({
          statusCode: 0,
          data: { ...liveRoom.data, user: { ...liveRoom.data.user, roomId: '9'.repeat(20) } },
        }),
      { code: 'room.noInfo' },
    ],
    ['JSON of another form', () => json(['surprise']), { code: 'room.noInfo' }],
    [
      'a page instead of JSON',
      () => plain('<html>prove that you are human</html>'),
      { code: 'room.blocked' },
    ],
    ['nothing at all', () => plain(''), { code: 'room.blocked' }],
    ['a refusal', () => plain('no', 403), { code: 'room.blocked' }],
    ['too much asked', () => plain('', 429), { code: 'room.rateLimited' }],
    [
      'too much asked, for a time',
      () => plain('', 429, { 'retry-after': '17' }),
      { code: 'room.rateLimited', params: { seconds: 17 } },
    ],
    ['a fault of the server', () => plain('', 503), { code: 'room.unreachable' }],
    ['an endless answer', () => plain(' '.repeat(5_000_000)), { code: 'room.unreachable' }],
  ])('reports its failure: %s', async (_, answer, expected) => {
    platform.answers.room = answer();
    expect(await problem(resolve())).toEqual(expected);
  });

  it('reports a block when the front page is blocked', async () => {
    platform.answers.home = plain('', 403);
    expect(await problem(resolve())).toEqual({ code: 'room.blocked' });
  });

  it('continues without a cookie if the platform gives none', async () => {
    platform.answers.home = plain('');
    expect((await resolve()).live).toBe(true);
    expect(platform.requests.at(-1)?.headers.cookie).toBeUndefined();
  });

  it('reports a missing response, and stops when it is aborted', async () => {
    const nowhere = createSource(line({ kind, webUrl: 'http://127.0.0.1:9' }));
    expect(await problem(nowhere.resolve('mika', signal()))).toEqual({ code: 'room.unreachable' });
    platform.answers.room = () => {};
    const stop = new AbortController();
    const asked = problem(createSource(line({ kind })).resolve('mika', stop.signal));
    stop.abort();
    expect(await asked).toEqual({ code: 'room.unreachable' });
  });

  it('uses another device identity after a refusal', async () => {
    const source = createSource(line({ kind }));
    await source.resolve('mika', signal());
    await source.resolve('mika', signal());
    const before = platform.requests.at(-1)?.headers;
    source.renew();
    await source.resolve('mika', signal());
    const after = platform.requests.at(-1)?.headers;
    expect([before?.cookie, after?.cookie]).toEqual(['ttwid=device-1', 'ttwid=device-2']);
    expect(after?.['user-agent']).not.toBe(before?.['user-agent']);
  });
});

describe('socket address', () => {
  it("is the platform's own on a direct line", async () => {
    const source = createSource(line());
    const room = await source.resolve('mika', signal());
    const { url, headers, firstResult } = await source.open(room, undefined, signal());
    const address = new URL(url);
    expect(`${address.protocol}//${address.host}${address.pathname}`).toBe(
      `${platform.wsUrl}/webcast/im/ws_proxy/ws_reuse_supplement/`,
    );
    const wanted = {
      room_id: room.roomId,
      compress: 'gzip',
      aid: '1988',
      identity: 'audience',
      did_rule: '3',
    };
    for (const [name, value] of Object.entries(wanted)) expect(address.searchParams.get(name)).toBe(value);
    expect(headers).toMatchObject({
      Cookie: 'ttwid=device-1',
      Origin: platform.url,
      Referer: `${platform.url}/`,
    });
    expect(firstResult).toBeUndefined();
  });

  it("is the signing service's on a signed line, with its first messages", async () => {
    const content = fetchResult([giftEnvelope({ msgId: '1' })], {
      cursor: 'c-1',
      internalExt: 'ext|1',
      pushServer: `${platform.wsUrl}/signed/im/`,
      routeParams: { imprp: 'r-1' },
    });
    platform.answers.sign = (_, response) => {
      response.writeHead(200, { 'x-set-tt-cookie': 'ttwid=signed', 'x-room-id': '7300000000000000001' });
      response.end(content);
    };
    const source = createSource(line({ kind: 'signed' }));
    const room = await source.resolve('mika', signal());
    const { url, headers, firstResult } = await source.open(room, undefined, signal());
    const asked = platform.requests.at(-1);
    expect(asked?.path).toBe('/webcast/rooms/7300000000000000001/connect');
    expect(asked?.headers['x-api-key']).toBe('my key');
    expect(asked?.parameters.get('client')).not.toBeNull();
    const address = new URL(url);
    expect(address.pathname).toBe('/signed/im/');
    expect(Object.fromEntries(address.searchParams)).toEqual({
      room_id: room.roomId,
      cursor: 'c-1',
      internal_ext: 'ext|1',
      compress: 'gzip',
      imprp: 'r-1',
    });
    expect(headers.Cookie).toBe('ttwid=signed');
    expect(firstResult).toEqual(content);
  });

  const good = () => fetchResult([], { pushServer: 'wss://push.test/' });
  const cookie = { 'x-set-tt-cookie': 'ttwid=signed' };
  it.each([
    ['a wrong key', 401, {}, new Uint8Array(), { code: 'room.signRefused' }],
    ['a key without rights', 403, {}, new Uint8Array(), { code: 'room.signRefused' }],
    ['no such room', 404, {}, new Uint8Array(), { code: 'room.noInfo' }],
    [
      'too much asked',
      429,
      { 'retry-after': '30' },
      new Uint8Array(),
      { code: 'room.rateLimited', params: { seconds: 30 } },
    ],
    ['a fault of the service', 500, {}, new Uint8Array(), { code: 'room.unreachable' }],
    ['no cookie', 200, {}, good(), { code: 'room.unreachable' }],
    ['no message', 200, cookie, Uint8Array.of(0xff), { code: 'room.unreachable' }],
    ['no address', 200, cookie, fetchResult([]), { code: 'room.unreachable' }],
    [
      'an address of another kind',
      200,
      cookie,
      fetchResult([], { pushServer: 'file:///etc/passwd' }),
      { code: 'room.unreachable' },
    ],
  ])('reports the problem of the signing service: %s', async (_, status, headers, body, expected) => {
    platform.answers.sign = (_request, response) => {
      response.writeHead(status, headers).end(body);
    };
    const source = createSource(line({ kind: 'signed' }));
    const room = await source.resolve('mika', signal());
    expect(await problem(source.open(room, undefined, signal()))).toEqual(expected);
  });

  it('requires a key for a signed line', async () => {
    const source = createSource(line({ kind: 'signed', signKey: '' }));
    expect(await problem(source.resolve('mika', signal()))).toEqual({ code: 'room.signKeyMissing' });
    expect(platform.requests).toEqual([]);
    const garbled = createSource(line({ kind: 'signed', signKey: '鍵\n' }));
    expect(await problem(garbled.resolve('mika', signal()))).toEqual({ code: 'room.signRefused' });
  });
});
