import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { LARGEST_PICTURE } from '#shared/contract/anchors.ts';
import { closeCodes, LARGEST_REQUEST } from '#shared/contract/backstage.ts';
import { OverlayPage } from '#tests/support/overlayPage.ts';
import { RawClient, upgradeHead } from '#tests/support/rawClient.ts';
import { joinAsScreen, type ScreenClient } from '#tests/support/screenClient.ts';
import { startServer, type Target } from './targets.ts';

const MB = 1024 * 1024;
const SCREENS = 4;
const PAGES_OF_LINK = 5;
const PAGES_OF_HOST = 8;
const PAGES = 20;

describe('flooded server', () => {
  let target: Target;
  let senders = 0;
  beforeAll(async () => {
    target = await startServer({
      // Behind a proxy, so that each attack can use another sender.
      TRUST_PROXY: '1',
      MAX_VISITORS: '100',
      SCREENS_PER_VISITOR: String(SCREENS),
      OVERLAY_PAGES: String(PAGES),
      OVERLAY_PAGES_PER_LINK: String(PAGES_OF_LINK),
      OVERLAY_PAGES_PER_HOST: String(PAGES_OF_HOST),
      PING_SECONDS: '2',
      REQUEST_SECONDS: '1',
    });
  });
  afterAll(() => target.stop());

  const newSender = () => {
    senders += 1;
    return { 'x-forwarded-for': `198.51.100.${senders}` };
  };

  const gauge = async (name: string) => {
    const answer = await fetch(new URL('/api/metrics', target.url));
    const line = (await answer.text()).split('\n').find((each) => each.startsWith(`${name} `));
    return Number(line?.slice(name.length + 1));
  };

  /** A visitor's first screen, and the headers of further screens of the same browser. */
  const newVisitor = async () => {
    const sender = newSender();
    const screen = await joinAsScreen(target.url, { headers: sender });
    return { screen, headers: { ...sender, cookie: screen.cookie ?? '' } };
  };

  const expectNoSockets = async () => {
    await expect.poll(() => gauge('ringside_screens')).toBe(0);
    await expect.poll(() => gauge('ringside_overlays')).toBe(0);
    expect(target.isAlive()).toBe(true);
  };

  it('closes further screens of a visitor above the limit with tooManyScreens', async () => {
    const { screen, headers } = await newVisitor();
    const others = await Promise.all(Array.from({ length: 60 }, () => joinAsScreen(target.url, { headers })));
    const codes: number[] = [];
    for (const { closed } of others) void closed.then((code) => codes.push(code));
    const tooMany = others.length + 1 - SCREENS;
    await expect.poll(() => codes).toEqual(Array(tooMany).fill(closeCodes.tooManyScreens));
    expect(await gauge('ringside_screens')).toBe(SCREENS);
    for (const each of [screen, ...others]) each.close();
    await expectNoSockets();
    const again = await joinAsScreen(target.url, { headers });
    await again.call('presets.list', {});
    again.close();
  });

  it('does not count upgrades that are reset before or after they are accepted', async () => {
    const { screen, headers } = await newVisitor();
    const raw = { Cookie: headers.cookie, 'X-Forwarded-For': headers['x-forwarded-for'] };
    for (let round = 0; round < 20; round += 1) {
      const clients = await Promise.all(Array.from({ length: 10 }, () => RawClient.open(target.url)));
      for (const [index, client] of clients.entries()) {
        client.send(upgradeHead(target.url, '/backstage', raw));
        if (index % 2 === 0) client.reset();
        else void client.received().then(() => client.reset());
      }
      await Promise.all(clients.map(({ closed }) => closed));
    }
    await expect.poll(() => gauge('ringside_screens')).toBe(1);
    const others = await Promise.all(
      Array.from({ length: SCREENS - 1 }, () => joinAsScreen(target.url, { headers })),
    );
    for (const each of others) expect((await each.call('presets.list', {})).presets).toBeDefined();
    for (const each of [screen, ...others]) each.close();
    await expectNoSockets();
  });

  it('refuses upgrades of a sender above its rate limit, and not of others', async () => {
    const sender = newSender();
    const statuses = new Set<number | null>();
    for (let round = 0; round < 50 && !statuses.has(429); round += 1) {
      const clients = await Promise.all(Array.from({ length: 20 }, () => RawClient.open(target.url)));
      for (const client of clients) {
        client.send(
          upgradeHead(target.url, '/overlay/socket', { 'X-Forwarded-For': sender['x-forwarded-for'] }),
        );
        statuses.add(await client.status());
        client.reset();
      }
    }
    expect([...statuses].sort()).toEqual([101, 429]);
    const { screen } = await newVisitor();
    screen.close();
    await expectNoSockets();
  });

  it('drops a screen that does not read its responses before they fill the memory', async () => {
    const { screen, headers } = await newVisitor();
    const pictures: string[] = [];
    for (let index = 0; index < 20; index += 1) {
      const data = `data:image/png;base64,${largePicture(index).toString('base64')}`;
      pictures.push((await screen.call('pictures.put', { data })).picture);
    }
    const before = await target.memory();
    const deaf = await openSocket(target.url, headers);
    deaf.pause();
    for (let id = 1; id <= 1000; id += 1) {
      deaf.send(JSON.stringify({ id, call: 'pictures.read', args: { pictures } }));
    }
    let most = 0;
    await expect
      .poll(async () => {
        most = Math.max(most, await target.memory());
        return gauge('ringside_screens');
      })
      .toBe(1);
    expect((most - before) / MB).toBeLessThan(120);
    deaf.terminate();
    screen.close();
    await expectNoSockets();
  });

  it('answers other screens between the calls of one that floods it with calls', async () => {
    const { screen, headers } = await newVisitor();
    const greedy = await openSocket(target.url, headers);
    let answered = 0;
    greedy.on('message', () => {
      answered += 1;
    });
    const asked = 20_000;
    for (let id = 1; id <= asked; id += 1) {
      greedy.send(JSON.stringify({ id, call: 'presets.list', args: {} }));
    }
    await screen.call('presets.list', {});
    expect((await fetch(new URL('/api/health', target.url))).status).toBe(200);
    expect(answered).toBeLessThan(asked);
    greedy.terminate();
    screen.close();
    await expectNoSockets();
  });

  it('closes a screen whose message is larger than LARGEST_REQUEST', async () => {
    const { screen, headers } = await newVisitor();
    const socket = await openSocket(target.url, headers);
    socket.send('x'.repeat(LARGEST_REQUEST + 1));
    const [code] = await once(socket, 'close');
    expect(code).toBe(1009);
    await screen.call('presets.list', {});
    screen.close();
    await expectNoSockets();
  });

  it.each([
    ['pings', 0x89],
    ['pongs', 0x8a],
  ])('drops a screen that floods it with %s', async (_kind, opcode) => {
    const { screen } = await newVisitor();
    const before = await gauge('ringside_sockets_dropped_total{reason="flood"}');
    const sender = newSender();
    const flooding = await RawClient.open(target.url);
    flooding.send(upgradeHead(target.url, '/backstage', { 'X-Forwarded-For': sender['x-forwarded-for'] }));
    expect(await flooding.status()).toBe(101);
    // A few are answered, as the protocol requires.
    const frame = Buffer.from([opcode, 0x80, 0, 0, 0, 0]);
    const frames = (count: number) => Buffer.concat(Array.from({ length: count }, () => frame));
    flooding.send(frames(20));
    await screen.call('presets.list', {});
    flooding.send(frames(20_000));
    await flooding.closed;
    await screen.call('presets.list', {});
    await expect.poll(() => gauge('ringside_sockets_dropped_total{reason="flood"}')).toBe(before + 1);
    screen.close();
    await expectNoSockets();
  });

  it('drops a screen that does not answer pings, and keeps one that does', async () => {
    const { screen } = await newVisitor();
    const sender = newSender();
    const halfOpen = await RawClient.open(target.url);
    halfOpen.send(upgradeHead(target.url, '/backstage', { 'X-Forwarded-For': sender['x-forwarded-for'] }));
    expect(await halfOpen.status()).toBe(101);
    await halfOpen.closed;
    await screen.call('presets.list', {});
    screen.close();
    await expectNoSockets();
  });

  it('limits the overlay pages of a link and of a host, and still serves other hosts', async () => {
    const { screen } = await newVisitor();
    const stranger = await newVisitor();
    const linkOf = async (of: ScreenClient) => {
      const { link } = await of.call('overlay.create', { kind: 'pkBar', name: 'PK', language: 'en' });
      return link.url;
    };
    const [first, second, others] = [
      await linkOf(screen),
      await linkOf(screen),
      await linkOf(stranger.screen),
    ];
    const openMany = async (link: string) => {
      const pages: OverlayPage[] = [];
      for (let index = 0; index < 20; index += 1) {
        const page = await OverlayPage.open(link);
        await page.until(() => page.options !== null || page.refused !== null);
        pages.push(page);
      }
      return pages;
    };
    const ofFirst = await openMany(first);
    expect(ofFirst.filter(({ options }) => options !== null)).toHaveLength(PAGES_OF_LINK);
    expect(new Set(ofFirst.map(({ refused }) => refused))).toEqual(new Set([null, 'busy']));
    const ofSecond = await openMany(second);
    expect(ofSecond.filter(({ options }) => options !== null)).toHaveLength(PAGES_OF_HOST - PAGES_OF_LINK);
    const page = await OverlayPage.shown(others);
    for (const each of [...ofFirst, ...ofSecond, page]) each.close();
    await expect.poll(() => gauge('ringside_overlays')).toBe(0);
    const again = await OverlayPage.shown(first);
    again.close();
    for (const each of [screen, stranger.screen]) each.close();
    await expectNoSockets();
  });

  it('serves a widget while sockets without a token exceed the limit of pages', async () => {
    const { screen } = await newVisitor();
    const { link } = await screen.call('overlay.create', { kind: 'pkBar', name: 'PK', language: 'en' });
    const silent = Array.from(
      { length: 2 * PAGES },
      () => new OverlayPage(target.url, { headers: newSender() }),
    );
    for (const each of silent) await each.connected();
    const page = await OverlayPage.shown(link.url);
    expect(await gauge('ringside_overlays')).toBe(1);
    for (const each of [...silent, page]) each.close();
    screen.close();
    await expectNoSockets();
  });

  it('closes a connection that sends its request too slowly', async () => {
    const { host } = new URL(target.url);
    const slowBody = await RawClient.open(target.url);
    slowBody.send(
      `POST /api/account/signin HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
    );
    const slowHead = await RawClient.open(target.url);
    slowHead.send(`GET /api/health HTTP/1.1\r\nHost: ${host}\r\nX-Slow:`);
    const silent = await RawClient.open(target.url);
    expect(await slowBody.status()).toBe(408);
    expect(await slowHead.status()).toBe(408);
    await Promise.all([slowBody, slowHead, silent].map(({ closed }) => closed));
    await expectNoSockets();
  });
});

/** A picture of the largest size: the head of a PNG, and bytes that differ for each index. */
function largePicture(index: number): Buffer {
  const head = Buffer.alloc(24);
  head.write('\x89PNG\r\n\x1a\n', 0, 'latin1');
  head.write('IHDR', 12, 'latin1');
  head.writeUInt32BE(64, 16);
  head.writeUInt32BE(64, 20);
  return Buffer.concat([head, Buffer.alloc(LARGEST_PICTURE - head.length, index)]);
}

async function openSocket(url: string, headers: Record<string, string>): Promise<WebSocket> {
  const { host } = new URL(url);
  const socket = new WebSocket(`ws://${host}/backstage`, 'ringside', { origin: `http://${host}`, headers });
  socket.on('error', () => undefined);
  await once(socket, 'open');
  return socket;
}
