import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RawClient } from '#tests/support/rawClient.ts';
import { startHub, startServer, type Target } from './targets.ts';

const SEED = 20_261_123;
const REQUESTS = 2000;
const AT_ONCE = 50;

const latin1 = fc.string({ unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)) });
const printable = fc.string({
  unit: fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code)),
});

const method = fc.oneof(
  { weight: 8, arbitrary: fc.constant('GET') },
  {
    weight: 3,
    arbitrary: fc.constantFrom('POST', 'PUT', 'HEAD', 'OPTIONS', 'CONNECT', 'TRACE', 'PRI', 'get'),
  },
  { weight: 1, arbitrary: printable },
);

const knownPath = fc.constantFrom(
  ...[
    '/backstage',
    '/overlay/socket',
    '/remote/v1/socket',
    '/remote/v1/events',
    '/overlay/',
    '/overlay/picture/',
    '/relay',
    '/api/health',
    '/api/metrics',
  ],
  ...[
    '/',
    '//',
    '*',
    '/\\',
    '//:0',
    'http://',
    'http://[',
    'http://a:b@c',
    '/%',
    '/%zz',
    '/?',
    '/#',
    '/../..',
    '/.',
  ],
);
const path = fc.oneof(
  knownPath,
  fc.tuple(knownPath, printable).map(([start, rest]) => `${start}${rest}`),
  fc.tuple(printable, knownPath).map(([start, rest]) => `${start}${rest}`),
  latin1,
);

const value = fc.oneof(
  printable,
  latin1,
  fc.constantFrom('', ' ', ',', ',,', 'null', '0', '-1', '1e9', 'x'.repeat(9000)),
);
/** Headers that the server reads. */
const header = (host: string) =>
  fc.oneof(
    fc.tuple(
      fc.constantFrom(
        'Host',
        'Origin',
        'Connection',
        'Upgrade',
        'Cookie',
        'Authorization',
        'Accept-Language',
        'Range',
        ...[
          'Sec-WebSocket-Key',
          'Sec-WebSocket-Version',
          'Sec-WebSocket-Protocol',
          'Sec-WebSocket-Extensions',
        ],
        'Content-Length',
        'Transfer-Encoding',
        'Content-Type',
        'Expect',
        'X-Forwarded-For',
        'Forwarded',
      ),
      value,
    ),
    fc.tuple(printable, value),
    fc.constantFrom<[string, string]>(
      ['Host', host],
      ['Origin', `http://${host}`],
      ['Origin', 'http://['],
      ['Origin', 'http://evil.example'],
      ['Sec-WebSocket-Protocol', 'ringside, ringside.token.x'],
      ['Sec-WebSocket-Extensions', 'permessage-deflate; client_max_window_bits=99'],
      ['Cookie', 'ringside.visitor=%'],
      ['Transfer-Encoding', 'chunked'],
    ),
  );

/** A request with a few errors and with bytes after it. Most requests ask for an upgrade. */
const requestTo = (host: string) =>
  fc
    .record({
      method,
      path,
      version: fc.oneof(
        { weight: 9, arbitrary: fc.constant('HTTP/1.1') },
        { weight: 1, arbitrary: fc.constantFrom('HTTP/1.0', 'HTTP/2.0', 'HTTP/9', '', 'X') },
      ),
      sender: fc.ipV4(),
      isUpgrade: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
      isOwn: fc.boolean(),
      headers: fc.array(header(host), { maxLength: 5 }),
      end: fc.oneof({ weight: 9, arbitrary: fc.constant('\r\n') }, { weight: 1, arbitrary: fc.constant('') }),
      after: fc.oneof(fc.constant(''), latin1, fc.constantFrom('\x81\x85', '\x88\x80\0\0\0\0', '\xff\xff')),
      reset: fc.boolean(),
    })
    .map(({ headers, isOwn, isUpgrade, ...request }) => {
      const lines = [
        ...(isOwn ? [`Host: ${host}`, `Origin: http://${host}`] : []),
        ...(isUpgrade
          ? [
              'Connection: Upgrade',
              'Upgrade: websocket',
              'Sec-WebSocket-Version: 13',
              `Sec-WebSocket-Key: ${KEY}`,
            ]
          : []),
        `X-Forwarded-For: ${request.sender}`,
        ...headers.map(([name, text]) => `${name}: ${text}`),
      ];
      const head = `${request.method} ${request.path} ${request.version}\r\n${lines.join('\r\n')}\r\n`;
      return { bytes: `${head}${request.end}${request.after}`, reset: request.reset };
    });
const KEY = 'dGhlIHNhbXBsZSBub25jZQ==';

const targets = [
  ['the server', () => startServer({ TRUST_PROXY: '1', PING_SECONDS: '1' })],
  ['the desktop’s hub', startHub],
] as const;

describe.each(targets)('%s', (_name, start) => {
  let target: Target;
  beforeAll(async () => {
    target = await start();
  });
  afterAll(() => target.stop());

  it('survives thousands of malformed requests, upgrades and frames', async () => {
    const { host } = new URL(target.url);
    const requests = fc.sample(requestTo(host), { numRuns: REQUESTS, seed: SEED });
    for (let at = 0; at < requests.length; at += AT_ONCE) {
      const batch = requests.slice(at, at + AT_ONCE);
      const clients = await Promise.all(batch.map(() => RawClient.open(target.url)));
      for (const [index, client] of clients.entries()) {
        client.send(batch[index]?.bytes ?? '');
        if (batch[index]?.reset) client.reset();
      }
      // The server has read the batch when it answers this request.
      expect((await fetch(new URL(target.ping, target.url))).status).toBe(200);
      for (const client of clients) client.reset();
      await Promise.all(clients.map(({ closed }) => closed));
    }
    expect(target.isAlive()).toBe(true);
  });
});
