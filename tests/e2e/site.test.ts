import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningRingside } from '#tests/support/ringside.ts';
import { collectScripts } from '#tests/support/scripts.ts';
import { sharedBrowser } from '#tests/support/sharedBrowser.ts';
import { Visitor } from '#tests/support/visitor.ts';
import { visits } from '#tests/support/visits.ts';
import { startWarm } from '#tests/support/warmServer.ts';

const KILOBYTE = 1000;

let browser: Browser;
let server: RunningRingside;

beforeAll(async () => {
  browser = await sharedBrowser();
  server = await startWarm({ env: { SHOW_DAYS: '90', LOG_DAYS: '30' } });
});
afterAll(async () => {
  await server.stop();
});

const visit = visits((path) => Visitor.open(browser, server, path));

describe('public pages', () => {
  it('have their own titles, and the home page links to the tool', async () => {
    const visitor = await visit();
    await visitor.page
      .getByRole('heading', { level: 1, name: 'Every gift, to the right performer.' })
      .waitFor();
    await expect.poll(() => visitor.page.title()).toBe('Ringside · Home');
    const shown = visitor.page.getByRole('img', { name: /^The tool during a rehearsal/ });
    expect(
      await shown.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBe(1280);
    for (const [path, title] of [
      ['privacy', 'Privacy policy'],
      ['policy', 'User policy'],
      ['about', 'About us'],
      ['widget', 'Widgets'],
      ['register', 'Sign up'],
      ['login', 'Sign in'],
      ['password/forget', 'Forgot password'],
      ['password/change', 'Change password'],
    ] as const) {
      await visitor.goTo(path);
      await expect.poll(() => visitor.page.title()).toBe(`Ringside · ${title}`);
      expect(visitor.place).toBe(`/${path}`);
    }
    await visitor.goTo('');
    await visitor.page.getByRole('link', { name: 'Open the tool' }).first().click();
    await visitor.page.locator('[data-totals]').waitFor({ state: 'attached' });
    expect(visitor.place).toBe('/tool');
  });

  it('load at most 240 kB of scripts, and nothing of the tool or the admin area', async () => {
    const visitor = await visit('api/health');
    const scripts = collectScripts(visitor.page);
    await visitor.goTo('');
    await visitor.page.waitForLoadState('networkidle');
    const sizes = await scripts.settled();
    const names = [...sizes.keys()];
    expect(names).toContain('HomePage');
    expect(names.filter((name) => /^(?:tool|parts)|Homepage|Shell|Screen|chart/.test(name))).toEqual([]);
    // A new server has no figures to show.
    expect(await visitor.page.locator('.figures').count()).toBe(0);
    // This includes the client of /api, which loads with the first call.
    expect(names).toContain('axios');
    const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    expect(all).toBeLessThanOrEqual(240 * KILOBYTE);
  });

  it('have the chosen language and colours, also after a reload', async () => {
    const visitor = await visit();
    await visitor.field('Language').selectOption('ja');
    await expect.poll(() => visitor.page.title()).toBe('リングサイド · ホーム');
    await visitor.button('ライトに切り替える').click();
    await visitor.page.reload();
    await expect.poll(() => visitor.page.title()).toBe('リングサイド · ホーム');
    expect(await visitor.page.locator('html').getAttribute('class')).not.toContain('dark-mode');
    expect(await visitor.page.evaluate(() => localStorage.getItem('lang'))).toBe('ja');
  });

  it('state how long this server keeps shows and logs', async () => {
    const visitor = await visit('privacy');
    await visitor.page.locator('#shows', { hasText: 'deleted 90 days after the end of the show' }).waitFor();
    await visitor.page.locator('#logs', { hasText: 'are kept for 30 days' }).waitFor();
  });

  it('report a missing page', async () => {
    const visitor = await visit('no/such/page');
    await visitor.page.getByRole('heading', { name: 'This page does not exist' }).waitFor();
    expect(visitor.place).toBe('/404');
    await expect.poll(() => visitor.page.title()).toBe('Ringside · This page does not exist');
  });

  it('return to the former scroll position', async () => {
    const visitor = await visit();
    await visitor.page.getByRole('heading', { name: 'Download' }).scrollIntoViewIfNeeded();
    const depth = await visitor.page.evaluate(() => window.scrollY);
    expect(depth).toBeGreaterThan(300);
    await visitor.page.getByRole('link', { name: 'Privacy' }).click();
    await visitor.page.getByRole('heading', { level: 1, name: 'Privacy' }).waitFor();
    await expect.poll(() => visitor.page.evaluate(() => window.scrollY)).toBe(0);
    await visitor.page.goBack();
    await expect.poll(() => visitor.page.evaluate(() => window.scrollY)).toBe(depth);
  });

  it('show a thin bar while the next page loads, and keep the current page until then', async () => {
    const visitor = await visit();
    const toNext = visitor.page.getByRole('link', { name: 'About us' });
    await toNext.waitFor();
    const come = Promise.withResolvers<void>();
    await visitor.page.route('**/*.js', async (route) => {
      await come.promise;
      await route.continue();
    });
    await toNext.click();
    const bar = visitor.page.locator('[data-progress]');
    await bar.waitFor({ state: 'attached' });
    expect(await bar.evaluate((element) => element.getBoundingClientRect().top)).toBe(0);
    await visitor.page.getByRole('heading', { name: 'Download' }).waitFor();
    come.resolve();
    await visitor.page.getByRole('heading', { level: 1, name: 'About us' }).waitFor();
    await bar.waitFor({ state: 'detached' });
  });
});
