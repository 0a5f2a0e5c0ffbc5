import { writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OVERLAY_PROTOCOL } from '#shared/contract/overlay/message.ts';
import { OverlayPage } from '#tests/support/overlayPage.ts';
import { linesTo } from '../backstage/fixtures.ts';
import { atEnd, backstage, simulator, startShow, temporaryFolder } from '../backstage/setup.ts';
import { linkOf, openHub } from './hub.ts';

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Sends a request that no browser would send, with any Host, Origin and path. */
function ask(
  url: string,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Answer> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += String(chunk);
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    asked.on('error', reject);
    asked.end();
  });
}

describe('pages of a hub', () => {
  it('are served with a strict policy and immutable assets, and expose no other file', async () => {
    const hub = await openHub();
    const { url } = await hub.widget('pkBar');
    const page = await ask(url, '/overlay/');
    expect([page.status, page.body]).toEqual([200, '<!doctype html><title>overlay</title>']);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'self' app:");
    expect(page.headers['cache-control']).toBe('no-cache');
    const part = await ask(url, '/overlay/assets/page-1a2b.js');
    expect([part.status, part.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(part.headers['cache-control']).toContain('immutable');
    const paths = [
      '.secret',
      '../package.json',
      '%2e%2e/package.json',
      'assets/../.secret',
      'nothing.js',
      'assets',
      '//x',
    ];
    for (const path of paths) expect((await ask(url, `/overlay/${path}`)).status).toBe(404);
    expect((await ask(url, '/')).status).toBe(404);
    expect((await ask(url, '/overlay/', {}, 'POST')).status).toBe(405);
    expect((await ask(url, '/overlay/', {}, 'HEAD')).body).toBe('');
  });

  it('are refused under another host name', async () => {
    const hub = await openHub();
    const { url } = await hub.widget('pkBar');
    const { port } = new URL(url);
    expect((await ask(url, '/overlay/', { host: `evil.example:${port}` })).status).toBe(403);
    expect((await ask(url, '/overlay/', { host: `localhost:${port}` })).status).toBe(200);
  });

  it('accept connections from their own origin only', async () => {
    const hub = await openHub();
    const { url } = await hub.widget('pkBar');
    const { port } = new URL(url);
    for (const origin of ['http://evil.example', 'null', 'file://', `http://127.0.0.1:${Number(port) - 1}`]) {
      const page = new OverlayPage(url, { origin });
      await page.until(() => page.closed);
      expect(page.messages).toEqual([]);
    }
    const rebound = new OverlayPage(url, {
      origin: 'http://evil.example',
      headers: { host: 'evil.example' },
    });
    await rebound.until(() => rebound.closed);
    expect(rebound.messages).toEqual([]);
  });

  it('serve the pictures of anchors by name, and no other file', async () => {
    const hub = await openHub();
    const { url } = await hub.widget('workbench');
    const missing = await ask(url, `/overlay/picture/${'a'.repeat(64)}`);
    expect(missing.status).toBe(404);
    expect((await ask(url, '/overlay/picture/..%2f..%2fpresets.json')).status).toBe(404);
    expect((await ask(url, '/overlay/picture/../../presets.json')).status).toBe(404);
  });
});

describe('links', () => {
  it('keep their addresses after a restart, with the shows and their numbers', async () => {
    const sim = await simulator();
    const dataDir = temporaryFolder();
    const first = await openHub({ dataDir, lines: linesTo(sim) });
    await startShow(first.screen, sim);
    const link = await first.widget('ranking');
    sim.sendGift({ viewer: 'Aoi', gift: 5655, count: 6 });
    const before = await first.shown(link);
    await before.until(() => before.state.scores?.a?.showTenths === 60);
    await first.close();
    await before.until(() => before.closed);

    const second = await openHub({ dataDir, lines: linesTo(sim) });
    expect((await linkOf(second.screen, link.id)).url).toBe(link.url);
    const after = await second.shown(link);
    expect(after.state.scores?.a?.showTenths).toBe(60);
    expect(after.options).toEqual(before.options);
  });

  it('report that another program has the port, and work again as soon as it is free', async () => {
    const dataDir = temporaryFolder();
    const first = await openHub({ dataDir });
    const link = await first.widget('pkBar');
    await first.close();
    const thief = createServer();
    const port = Number(new URL(link.url).port);
    await new Promise<void>((resolve) => thief.listen(port, '127.0.0.1', resolve));
    const second = await openHub({ dataDir });
    await second.screen.until(() => second.screen.notices.has('overlay.problem'));
    expect(second.screen.notices.get('overlay.problem')).toEqual({
      code: 'overlay.portTaken',
      params: { port: String(port) },
    });
    const { problem, links } = await second.screen.call('overlay.list', {});
    expect([problem?.code, links.map(({ url }) => url)]).toEqual(['overlay.portTaken', [link.url]]);
    await new Promise((resolve) => thief.close(resolve));
    await second.screen.until(() => !second.screen.notices.has('overlay.problem'));
    await second.shown(link);
  });

  it('can be moved to another port if theirs is permanently taken', async () => {
    const dataDir = temporaryFolder();
    const hub = await openHub({ dataDir });
    const link = await hub.widget('pkBar');
    await hub.screen.call('overlay.movePort', {});
    const { links } = await hub.screen.call('overlay.list', {});
    expect(links[0]?.url).not.toBe(link.url);
    await hub.shown({ url: links[0]?.url ?? '' });
    await hub.close();
    const again = await openHub({ dataDir });
    expect((await linkOf(again.screen, link.id)).url).toBe(links[0]?.url);
  });

  it('have no URL, and cannot be moved to another port, while no hub serves them', async () => {
    const { screen } = await backstage();
    const { link } = await screen.call('overlay.create', { kind: 'pkBar', name: 'PK' });
    expect(link.url).toBe('');
    expect(await screen.refusal('overlay.movePort', {})).toBe('overlay.noPort');
  });

  it('survive a damaged file if they can be read, and the host gets a notice', async () => {
    const dataDir = temporaryFolder();
    const first = await openHub({ dataDir });
    const link = await first.widget('pkBar');
    await first.close();
    const file = join(dataDir, 'overlays.json');
    const kept = { ...link, token: new URL(link.url).hash.slice(1) };
    const content = { links: [{ nonsense: 1 }, kept], deleted: [] };
    writeFileSync(file, JSON.stringify({ version: 1, content }));
    const second = await openHub({ dataDir });
    expect(second.screen.notices.get('storage.corrupt.overlays')?.code).toBe('storage.corrupt');
    expect((await linkOf(second.screen, link.id)).name).toBe('pkBar');
    await second.close();
    writeFileSync(file, '{"version": 1, "content": [');
    const third = await openHub({ dataDir });
    expect((await third.screen.call('overlay.list', {})).links).toEqual([]);
    await third.widget('pkBar');
  });

  it('report the number of their open pages to the host', async () => {
    const hub = await openHub();
    const link = await hub.widget('pkBar');
    const page = await hub.shown(link);
    await hub.shown(link);
    const open = () => {
      const push = hub.screen.pushes.findLast((each) => each.push === 'overlay.changed');
      return push?.push === 'overlay.changed' ? push.links[0]?.open : undefined;
    };
    await hub.screen.until(() => open() === 2);
    page.close();
    await hub.screen.until(() => open() === 1);
  });
});

describe('page that does not read', () => {
  it('never delays other pages, and gets a snapshot once it reads', async () => {
    const sim = await simulator();
    const hub = await openHub({ lines: linesTo(sim) });
    await startShow(hub.screen, sim);
    const link = await hub.widget('recentGifts');
    const slow = await hub.shown(link);
    const quick = await hub.shown(link);
    slow.socket.pause();
    // Long names, so that the data for the slow page fills every buffer in between.
    const total = 400;
    for (let number = 1; number <= total; number += 1) {
      const nickname = `${number} ${'界'.repeat(8000)}`;
      sim.sendGift({ viewer: { id: String(10_000 + number), nickname }, gift: 5655 });
      if (number % 20 === 0) {
        await quick.until(() => newest(quick).startsWith(`${number} `));
      }
    }
    expect(newest(slow)).toBe('');
    slow.socket.resume();
    await slow.until(() => newest(slow).startsWith(`${total} `));
    expect(slow.count('snapshot')).toBeGreaterThan(1);
    expect(slow.state).toEqual(quick.state);
  });
});

function newest(page: OverlayPage): string {
  return Object.values(page.state.recent ?? {}).at(-1)?.viewer ?? '';
}

describe('storm of connections', () => {
  it('admits connections with a valid token soon, and no others', async () => {
    const hub = await openHub();
    const { url } = await hub.widget('pkBar');
    const page = new OverlayPage(url);
    atEnd(() => page.close());
    await page.connected();
    page.send({ type: 'ping' });
    page.send({ type: 'resync' });
    page.send({ type: 'open', protocol: OVERLAY_PROTOCOL, token: new URL(url).hash.slice(1) });
    await page.until(() => page.options !== null);
    expect(page.messages.map(({ type }) => type)).toEqual(['snapshot']);
    for (let number = 0; number < 30; number += 1) page.send({ type: 'ping' });
    await page.until(() => page.closed);
    expect(page.count('pong')).toBeLessThan(25);
  });
});
