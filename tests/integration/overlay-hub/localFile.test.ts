import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openBackstage } from '#backstage/openBackstage.ts';
import { withOverlays } from '#electron/overlay/withOverlays.ts';
import { ownSizeUrl } from '#shared/overlay/sourceSize.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { OverlayPage } from '#tests/support/overlayPage.ts';
import { atEnd, nowhere, temporaryFolder } from '../backstage/setup.ts';
import { TestScreen } from '../backstage/testScreen.ts';
import { linkOf, pagesFolder } from './hub.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Starts the same parts as the desktop's backstage process. */
async function openDesktop(dataDir: string, filesDir: string, pagesDir: string) {
  const opened = await openBackstage({ build: 'test', lines: nowhere, log: () => {}, dataDir });
  const backstage = withOverlays(opened, { dataDir, pagesDir, filesDir }, () => {}, { firstPort: 0 });
  let closing: Promise<void> | null = null;
  const close = () => {
    closing ??= backstage.close();
    return closing;
  };
  atEnd(close);
  return { close, screen: new TestScreen(backstage) };
}

describe('local page of a widget that is opened before the app runs', () => {
  it('shows the widget as soon as the app runs', async () => {
    const dataDir = temporaryFolder();
    const filesDir = temporaryFolder();
    const pagesDir = pagesFolder();
    writeFileSync(join(pagesDir, 'index.html'), '<!doctype html><title>overlay</title><p>widget</p>');
    const first = await openDesktop(dataDir, filesDir, pagesDir);
    const { link } = await first.screen.call('overlay.create', { kind: 'pkBar', name: 'PK' });
    const { url, file } = await linkOf(first.screen, link.id);
    await first.close();

    const page = await browser.newPage();
    atEnd(() => page.close());
    await page.goto(pathToFileURL(file).href);
    await page.waitForFunction(() => document.querySelector('iframe') !== null);
    expect(page.url()).toMatch(/^file:/);
    await openDesktop(dataDir, filesDir, pagesDir);
    await page.waitForURL(ownSizeUrl(url, 'pkBar'));
    expect(await page.textContent('p')).toBe('widget');
  });

  it('does not follow another program that has the port meanwhile', async () => {
    const dataDir = temporaryFolder();
    const filesDir = temporaryFolder();
    const pagesDir = pagesFolder();
    const first = await openDesktop(dataDir, filesDir, pagesDir);
    const { link } = await first.screen.call('overlay.create', { kind: 'pkBar', name: 'PK' });
    const { url, file } = await linkOf(first.screen, link.id);
    await first.close();
    let asked = 0;
    const stranger = createServer((_request, response) => {
      asked += 1;
      response.end('<p>a stranger</p>');
    });
    await new Promise<void>((resolve) => stranger.listen(Number(new URL(url).port), '127.0.0.1', resolve));
    atEnd(() => stranger.close());
    const page = await browser.newPage();
    atEnd(() => page.close());
    await page.goto(pathToFileURL(file).href);
    await expect.poll(() => asked, { timeout: 20_000 }).toBeGreaterThan(1);
    expect(page.url()).toMatch(/^file:/);
  });
});

describe('killed hub', () => {
  it('has the same links after a restart, and pages reconnect', async () => {
    const folders = [temporaryFolder(), temporaryFolder(), pagesFolder()];
    const start = async () => {
      const child = fork(join(import.meta.dirname, 'child.ts'), folders, {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      atEnd(() => child.kill('SIGKILL'));
      const [link] = await once(child, 'message');
      return { child, link: z.object({ url: z.string(), file: z.string() }).parse(link) };
    };
    const first = await start();
    const page = await OverlayPage.shown(first.link.url);
    first.child.kill('SIGKILL');
    await page.until(() => page.closed);
    const second = await start();
    expect(second.link).toEqual(first.link);
    const again = await OverlayPage.shown(first.link.url);
    atEnd(() => again.close());
    expect(again.options).toEqual(page.options);
  });
});
