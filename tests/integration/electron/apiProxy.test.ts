import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApiProxy } from '#electron/account/apiProxy.ts';
import { NO_TOKEN } from '#shared/contract/api/call.ts';
import { APP_ORIGIN, TOKEN_IN_APP } from '#shared/contract/desktop.ts';
import { memorySignIn } from '#tests/electron/memorySignIn.ts';

interface Asked {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

const TOKEN = 't'.repeat(43);
let server: Server;
let origin = '';
let asked: Asked[] = [];
let answer: (response: ServerResponse) => void;

const json =
  (code: number, msg: string, data: unknown, status = 200) =>
  (response: ServerResponse) =>
    response
      .writeHead(status, { 'content-type': 'application/json', 'set-cookie': 'a=b', 'x-inner': 'secret' })
      .end(JSON.stringify({ code, msg, data }));

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += String(chunk);
    });
    request.on('end', () => {
      asked.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  asked = [];
  answer = json(200, 'ok', null);
});

const signIn = memorySignIn();
afterEach(() => signIn.forget());
let set: string | null = null;
beforeEach(() => {
  set = origin;
});

const log: string[] = [];
const proxy = createApiProxy({
  server: () => set,
  signIn,
  fetch: (url, init) => fetch(url, init),
  message: (key) => `said ${key}`,
  userAgent: 'Ringside/1.0.0 (Linux)',
  log: (_level, message) => log.push(message),
  timeoutMs: 2_000,
});
const call = (path: string, init?: RequestInit) => proxy(new Request(`${APP_ORIGIN}${path}`, init));

describe('API proxy of the desktop app', () => {
  it('forwards a call unchanged, with the required headers only', async () => {
    answer = json(200, 'fine', { a: 1 });
    const response = await call('/api/user/list/1/20?sort=id&x=%E3%81%82', {
      method: 'PUT',
      body: '{"b":2}',
      headers: {
        'content-type': 'application/json',
        'accept-language': 'ja',
        'time-zone': 'Asia/Tokyo',
        authorization: `Bearer ${TOKEN_IN_APP}`,
        cookie: 'mine=1',
        'x-other': '1',
      },
    });
    expect([response.status, await response.json()]).toEqual([
      200,
      { code: 200, msg: 'fine', data: { a: 1 } },
    ]);
    const [seen] = asked;
    expect(seen).toMatchObject({
      method: 'PUT',
      url: '/api/user/list/1/20?sort=id&x=%E3%81%82',
      body: '{"b":2}',
    });
    expect(seen?.headers).toMatchObject({
      'accept-language': 'ja',
      'time-zone': 'Asia/Tokyo',
      'content-type': 'application/json',
      'user-agent': 'Ringside/1.0.0 (Linux)',
    });
    for (const name of ['authorization', 'cookie', 'x-other', 'origin', 'referer'])
      expect(seen?.headers).not.toHaveProperty(name);
    for (const name of ['set-cookie', 'x-inner']) expect(response.headers.get(name)).toBeNull();
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('keeps the token of a sign-in to itself and adds it to later calls', async () => {
    answer = json(200, 'welcome', TOKEN);
    for (const path of ['/api/user/signin', '/api/user/signin/once']) {
      const body = await (await call(path, { method: 'POST', body: '{}' })).text();
      expect(JSON.parse(body)).toEqual({ code: 200, msg: 'welcome', data: TOKEN_IN_APP });
      expect(body).not.toContain(TOKEN);
    }
    expect(signIn.tokenFor(origin)).toBe(TOKEN);
    await call('/api/user/info');
    expect(asked.at(-1)?.headers.authorization).toBe(`Bearer ${TOKEN}`);
  });

  it("sends its device id, and keeps the server's answer", async () => {
    const device = 'd'.repeat(43);
    answer = (response) => {
      response.setHeader('ringside-device', device);
      json(200, 'welcome', TOKEN)(response);
    };
    const response = await call('/api/user/signin', { method: 'POST', body: '{}' });
    expect(response.headers.get('ringside-device')).toBeNull();
    expect(asked.at(-1)?.headers['ringside-device']).toBe('new');
    answer = json(200, 'ok', null);
    await call('/api/user/signout', { method: 'POST' });
    await call('/api/user/signin', { method: 'POST', body: '{}' });
    expect(asked.at(-1)?.headers['ringside-device']).toBe(device);
    set = 'https://elsewhere.test';
    expect(signIn.deviceFor('https://elsewhere.test')).toBeNull();
  });

  it('ignores a refused sign-in, and sends no token to another server', async () => {
    answer = json(400, 'wrong password', TOKEN, 400);
    await call('/api/user/signin', { method: 'POST', body: '{}' });
    expect(signIn.state.signedIn).toBe(false);
    signIn.storeToken('https://elsewhere.test', TOKEN);
    await call('/api/user/info');
    expect(asked.at(-1)?.headers).not.toHaveProperty('authorization');
  });

  it.each([
    ['expired', json(405, 'expired', null, 401), false],
    ['is not known', json(500, NO_TOKEN, null, 401), false],
    ['failed for another reason', json(500, 'broken', null, 500), true],
    ['lacks a permission', json(403, 'no', null, 403), true],
  ])('deletes the sign-in if the server responds that it %s', async (_why, said, stays) => {
    signIn.storeToken(origin, TOKEN);
    answer = said;
    await call('/api/user/info');
    expect(signIn.state.signedIn).toBe(stays);
  });

  it('deletes the sign-in at a sign-out, even if the server fails', async () => {
    signIn.storeToken(origin, TOKEN);
    answer = (response) => response.destroy();
    expect((await call('/api/user/signout', { method: 'POST' })).type).toBe('error');
    expect(asked.at(-1)?.headers.authorization).toBe(`Bearer ${TOKEN}`);
    expect(signIn.state.signedIn).toBe(false);
  });

  it('fails without a request if no server is set', async () => {
    set = null;
    const response = await call('/api/user/info');
    expect(await response.json()).toMatchObject({ code: 404, msg: 'said noServer' });
    expect(asked).toEqual([]);
  });

  it.each(['/api/..%2fadmin', '/api/%2e%2e/x', '/api/a//b', '/api/a%5cb', '/apix/user'])(
    'sends no request for %s',
    async (path) => {
      expect((await call(path)).status).toBe(404);
      expect(asked).toEqual([]);
    },
  );

  it.each(['PATCH', 'OPTIONS', 'HEAD'])('sends no request with the method %s', async (method) => {
    expect((await call('/api/user/info', { method })).status).toBe(405);
    expect(asked).toEqual([]);
  });

  it('refuses a body larger than a preset with its pictures', async () => {
    const response = await call('/api/preset/save/x', { method: 'PUT', body: 'x'.repeat(14 * 1024 * 1024) });
    expect(await response.json()).toMatchObject({ code: 413, msg: 'said tooLarge' });
    expect(asked).toEqual([]);
  });

  it.each([
    ['a page', 'text/html', '<script>1</script>'],
    ['a script', 'text/javascript', 'alert(1)'],
    ['something without a type', '', 'x'],
  ])('does not pass %s from the server to the app', async (_what, type, body) => {
    answer = (response) => response.writeHead(200, type === '' ? {} : { 'content-type': type }).end(body);
    expect((await call('/api/anything')).type).toBe('error');
  });

  it('follows no redirect, which could lead to another server or to plain HTTP', async () => {
    answer = (response) => response.writeHead(302, { location: '/api/elsewhere' }).end();
    expect((await call('/api/user/info')).type).toBe('error');
    expect(asked).toHaveLength(1);
  });

  it('returns a file with its name', async () => {
    answer = (response) =>
      response
        .writeHead(200, {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="a.csv"',
        })
        .end('a,b');
    const response = await call('/api/log/export');
    expect([await response.text(), response.headers.get('content-disposition')]).toEqual([
      'a,b',
      'attachment; filename="a.csv"',
    ]);
  });

  it('gives up on a server that does not answer', async () => {
    answer = () => undefined;
    expect((await call('/api/user/info')).type).toBe('error');
  });
});
