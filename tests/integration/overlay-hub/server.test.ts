import { mkdirSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openBackstage } from '#backstage/openBackstage.ts';
import { readTokens } from '#backstage/overlay/linkStore.ts';
import { createApp } from '#server/app.ts';
import { Hosting, type Owner } from '#server/hosting/hosting.ts';
import { HostedOverlays } from '#server/overlay/overlayLookup.ts';
import { OverlayPage } from '#tests/support/overlayPage.ts';
import { atEnd, nowhere, temporaryFolder } from '../backstage/setup.ts';
import { TestScreen } from '../backstage/testScreen.ts';
import { pagesFolder } from './hub.ts';

/** A server with a backstage for each account, composed as in `npm start`. */
async function startServer() {
  const dataDir = temporaryFolder();
  const built = temporaryFolder();
  mkdirSync(join(built, 'renderer'));
  renameSync(pagesFolder(), join(built, 'overlay'));
  let url = '';
  const open = async (folder: string, owner: Owner) => {
    const opened = await openBackstage({ build: 'test', lines: nowhere, log: () => {}, dataDir: folder });
    if (owner.kind !== 'own') opened.overlays.onLinks(() => overlays?.refresh(owner.key));
    opened.overlays.serveAt({ url: (token) => `${url}/overlay/#${token}`, file: () => '' });
    return opened;
  };
  let overlays: HostedOverlays | null = null;
  /** The hosts whose files were read, in order. */
  const reads: string[] = [];
  const hosting = new Hosting({
    dataDir,
    open,
    limits: { hostIdleMs: 1 },
    onFault: (error) => {
      throw error;
    },
  });
  const own = await hosting.acquire({ kind: 'own' });
  if (own === null) throw new Error('the server is full');
  const { backstage } = own;
  overlays = new HostedOverlays(dataDir, hosting, {
    readTokens: (read) => {
      reads.push(basename(read));
      return readTokens(read);
    },
  });
  const trust = { publicHost: null, listenHost: '127.0.0.1' };
  const app = await createApp({
    backstage,
    trust,
    webDir: join(built, 'renderer'),
    build: 'test',
    overlays,
  });
  url = await app.listen({ port: 0, host: '127.0.0.1' });
  atEnd(async () => {
    await app.close();
    await hosting.close();
  });
  const shown = async (link: string) => {
    const page = await OverlayPage.shown(link);
    atEnd(() => page.close());
    return page;
  };
  /** A host with an account creates a widget and disconnects. */
  const widgetOf = async (key: string) => {
    const lease = await hosting.acquire({ kind: 'host', key });
    if (lease === null) throw new Error('the server is full');
    const screen = new TestScreen(lease.backstage);
    const { link } = await screen.call('overlay.create', { kind: 'pkBar', name: key });
    screen.close();
    return { link, release: () => lease.release() };
  };
  return { app, url, hosting, backstage, shown, widgetOf, reads, overlays };
}

describe('overlays of a server', () => {
  it('are pages below /overlay/ with their own policy, open to visitors without an account', async () => {
    const { url } = await startServer();
    const page = await fetch(`${url}/overlay/`);
    expect(await page.text()).toContain('<title>overlay</title>');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    expect((await fetch(`${url}/overlay`, { redirect: 'manual' })).headers.get('location')).toBe('/overlay/');
    expect((await fetch(`${url}/overlay/assets/page-1a2b.js`)).status).toBe(200);
    expect((await fetch(`${url}/overlay/%2e%2e/renderer/index.html`)).status).toBe(404);
    expect((await fetch(`${url}/overlay/`, { headers: { origin: 'http://evil.example' } })).status).toBe(403);
  });

  it('read again only the file of the host whose links have changed', async () => {
    const { overlays, shown, widgetOf, reads } = await startServer();
    for (const key of ['1-one', '2-two', '3-three']) (await widgetOf(key)).release();
    // An unknown token is searched in all files.
    expect(await overlays.find('A'.repeat(43))).toBeNull();
    const before = reads.length;
    const { link, release } = await widgetOf('2-two');
    release();
    await shown(link.url);
    expect(await overlays.find('A'.repeat(43))).toBeNull();
    const read = reads.slice(before);
    expect(read.length).toBeGreaterThan(0);
    expect(new Set(read)).toEqual(new Set(['2-two']));
  });

  it('do not recreate the folder of a deleted account', async () => {
    const { hosting, widgetOf } = await startServer();
    const { link, release } = await widgetOf('1-one');
    release();
    await hosting.remove(['1-one']);
    const page = await OverlayPage.open(link.url);
    atEnd(() => page.close());
    await page.until(() => page.refused === 'token');
    expect(hosting.open).toHaveLength(1);
  });

  it('lead each token to its own widget only', async () => {
    const { shown, widgetOf, backstage } = await startServer();
    const a = await widgetOf('a');
    const b = await widgetOf('b');
    const own = new TestScreen(backstage);
    const { link } = await own.call('overlay.create', { kind: 'ranking', name: 'own' });
    expect((await shown(link.url)).options?.kind).toBe('ranking');
    const pages = [await shown(a.link.url), await shown(b.link.url)];
    expect(pages.map(({ options }) => options?.kind)).toEqual(['pkBar', 'pkBar']);
    const foreign = await OverlayPage.open(`${a.link.url.slice(0, -2)}zz`);
    await foreign.until(() => foreign.closed);
    expect(foreign.messages).toEqual([{ type: 'refused', reason: 'token' }]);
  });

  it('open the backstage of an absent host, and keep it open as long as a page is connected', async () => {
    const { hosting, shown, widgetOf } = await startServer();
    const { link, release } = await widgetOf('a');
    release();
    await expect.poll(() => hosting.open.length).toBe(1);
    const page = await shown(link.url);
    expect(hosting.open.length).toBe(2);
    page.close();
    await expect.poll(() => hosting.open.length).toBe(1);
  });

  it('accept connections from their own origin only', async () => {
    const { url, widgetOf } = await startServer();
    const { link } = await widgetOf('a');
    const page = new OverlayPage(link.url, { origin: 'http://evil.example' });
    await page.until(() => page.closed);
    expect(page.messages).toEqual([]);
    const rebound = new OverlayPage(url, {
      origin: 'http://evil.example',
      headers: { host: 'evil.example' },
    });
    await rebound.until(() => rebound.closed);
    expect(rebound.messages).toEqual([]);
  });

  it('are disconnected when the server ends', async () => {
    const { app, shown, widgetOf } = await startServer();
    const { link } = await widgetOf('a');
    const page = await shown(link.url);
    await app.close();
    await page.until(() => page.closed);
  });
});
