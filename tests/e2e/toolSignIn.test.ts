import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#shared/contract/api/index.ts';
import { presetOfTwo } from '#tests/integration/backstage/fixtures.ts';
import { ApiClient } from '#tests/integration/server/support/client.ts';
import { addHost, forMany, tokenOf } from '#tests/support/accounts.ts';
import type { RunningRingside } from '#tests/support/ringside.ts';
import { joinAsScreen } from '#tests/support/screenClient.ts';
import { sharedBrowser } from '#tests/support/sharedBrowser.ts';
import { Visitor } from '#tests/support/visitor.ts';
import { visits } from '#tests/support/visits.ts';
import { startWarm } from '#tests/support/warmServer.ts';

let browser: Browser;
let server: RunningRingside;
let calls: ApiClient;

beforeAll(async () => {
  browser = await sharedBrowser();
  server = await startWarm({ env: forMany });
  calls = new ApiClient(server.url.replace(/\/$/, ''));
});
afterAll(async () => {
  await server.stop();
});

const visit = visits((path) => Visitor.open(browser, server, path));

const tokenIn = (visitor: Visitor) => visitor.page.evaluate(() => localStorage.getItem('TOKEN') ?? '');

describe('tool of a server with accounts', () => {
  it('asks a visitor to sign in, or offers a rehearsal without an account', async () => {
    const visitor = await visit('tool/setting');
    await expect.poll(() => visitor.place).toBe('/login?redirect=%2Ftool%2Fsetting');
    await visitor.page.getByRole('link', { name: 'Try a rehearsal without an account' }).click();
    await visitor.page.locator('[data-row]').first().waitFor();
    await expect.poll(() => visitor.place).toBe('/tool');
    // The form folds away as soon as the rehearsal is live; its key opens it.
    await visitor.page.getByRole('banner').getByText('Live', { exact: true }).waitFor();
    await visitor.page.keyboard.press('f');
    await visitor.page.getByRole('textbox', { name: 'Live room username' }).fill('somebody');
    await visitor.page.keyboard.press('Enter');
    await visitor.toast('Sign in to do that').waitFor();
    await visitor.page.reload();
    await visitor.page.locator('[data-row]').first().waitFor();
  });

  it('keeps the show on screen when the sign-in ends, and continues it after the next sign-in', async () => {
    const host = await addHost(server.url, 'onair@example.jp');
    const visitor = await visit('tool');
    await visitor.signIn(host.email, host.password);
    await visitor.page.locator('[data-totals]').waitFor({ state: 'attached' });
    expect(visitor.place).toBe('/tool');
    const token = await tokenIn(visitor);
    const other = await tokenOf(server.url, host);
    const operator = await joinAsScreen(server.url, { token: other });
    await operator.call('rehearsal.open', { size: 'normal', locale: 'en' });
    await operator.push((push) => push.push === 'connection' && push.connection.phase === 'live');
    await operator.call('session.act', { action: 'start' });
    await visitor.page.locator('[data-row]').first().waitFor();
    const shows = async () => (await operator.call('show.list', {})).shows.map(({ showId }) => showId);
    const before = await shows();

    await calls.call(api.account.signout, { token });
    await visitor.page.getByRole('link', { name: 'User Info' }).click();
    const banner = visitor.page.locator('.banner', { hasText: 'You are signed out. The show goes on' });
    await banner.waitFor();
    await expect.poll(() => visitor.place).toBe('/tool/user');
    await visitor.page.getByRole('link', { name: 'Homepage' }).click();
    await visitor.page.locator('[data-row]').first().waitFor();
    expect(await operator.call('show.list', {})).toMatchObject({ shows: [{ showId: before[0] }] });

    await banner.getByRole('link', { name: 'Sign in again' }).click();
    await visitor.signIn(host.email, host.password);
    await expect.poll(() => visitor.place).toBe('/tool');
    await visitor.page.locator('.chip', { hasText: 'Counting' }).waitFor();
    await visitor.page.locator('[data-row]').first().waitFor();
    await expect.poll(() => visitor.page.locator('.banner').count()).toBe(0);
    expect(await shows()).toEqual(before);
    operator.close();
  });

  it('shows nothing of an account after its sign-out', async () => {
    const host = await addHost(server.url, 'leaver@example.jp');
    const visitor = await visit('tool/user');
    await visitor.signIn(host.email, host.password);
    await visitor.page.getByText('Member since').waitFor();
    await visitor.button('Sign out').click();
    await expect.poll(() => visitor.place).toBe('/login');
    expect(await tokenIn(visitor)).toBe('');
    await visitor.page.getByRole('link', { name: 'Try a rehearsal without an account' }).click();
    await visitor.page.locator('[data-totals]').waitFor({ state: 'attached' });
    await visitor.goTo('tool/user');
    await visitor.page.getByText('You are not signed in.').waitFor();
  });
});

describe('presets of a signed-in host', () => {
  it('are saved with the account, wait while the server is unreachable, and show their state', async () => {
    const host = await addHost(server.url, 'keeper@example.jp');
    const visitor = await visit('tool/user');
    await visitor.signIn(host.email, host.password);
    const sign = visitor.page.getByRole('banner').locator('a[href$="/tool/user"]');
    const panel = visitor.page.getByRole('region', { name: 'Saved to your account' });
    await panel.getByText('Everything is saved').waitFor();
    await expect.poll(() => sign.getAttribute('aria-label')).toMatch(/^Everything is saved/);

    const token = await tokenIn(visitor);
    const operator = await joinAsScreen(server.url, { token });
    const kept = async () => {
      const list = await calls.call(api.preset.list, { token, params: { page: 1, size: 20 } });
      return list.data.rows.map(({ name }) => name);
    };
    await operator.call('presets.save', { preset: { ...presetOfTwo, name: 'Friday' } });
    await expect.poll(kept).toEqual(['Friday']);

    await visitor.page.route('**/api/preset/**', (route) => route.abort());
    await operator.call('presets.save', { preset: { ...presetOfTwo, name: 'Saturday' } });
    await panel.getByText('1 item waits safely on this device').waitFor();
    expect(await sign.getAttribute('aria-label')).toContain('waits safely');
    expect(await kept()).toEqual(['Friday']);
    await visitor.page.unroute('**/api/preset/**');
    await panel.getByRole('button', { name: 'Save now' }).click();
    await expect.poll(kept).toEqual(['Friday', 'Saturday']);
    await panel.getByText('Everything is saved').waitFor();

    await panel.getByText('Save to my account').click();
    await panel.getByText('Off: everything stays on this device.').waitFor();
    await expect.poll(() => sign.count()).toBe(0);
    operator.close();
  });
});
