import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#shared/contract/api/index.ts';
import { ApiClient } from '#tests/integration/server/support/client.ts';
import { ADMIN, addHost, forMany, tokenOf } from '#tests/support/accounts.ts';
import { type RunningRingside, startRingside } from '#tests/support/ringside.ts';
import { sharedBrowser } from '#tests/support/sharedBrowser.ts';
import { Visitor } from '#tests/support/visitor.ts';
import { visits } from '#tests/support/visits.ts';

let browser: Browser;
let server: RunningRingside;
let desk: string;
let accounts = 0;

beforeAll(async () => {
  browser = await sharedBrowser();
  server = await startRingside({ env: forMany });
  desk = await tokenOf(server.url, ADMIN);
});
afterAll(async () => {
  await server.stop();
});

const visit = visits((path) => Visitor.open(browser, server, path));

/** A new account's visitor, signed in and on `path`. */
async function signedIn(path: string): Promise<Visitor> {
  accounts += 1;
  const { email, password } = await addHost(server.url, `screens${accounts}@team.jp`, desk);
  const visitor = await visit(path);
  await visitor.signIn(email, password);
  await expect.poll(() => visitor.place).toBe(`/${path}`);
  return visitor;
}

describe('account screen whose sign-in has ended', () => {
  it('leads to the sign-in and back when a background call is refused', async () => {
    const visitor = await signedIn('home/info');
    await visitor.page.getByText('Member since').waitFor();
    await visitor.page.clock.install();
    await visitor.page.reload();
    await visitor.page.getByText('Member since').waitFor();
    const token = await visitor.page.evaluate(() => localStorage.getItem('TOKEN') ?? '');
    await new ApiClient(server.url.replace(/\/$/, '')).call(api.account.signout, { token });
    // The page loads the number of new messages once a minute.
    await visitor.page.clock.fastForward(61_000);
    await expect.poll(() => visitor.place).toBe('/login?redirect=%2Fhome%2Finfo');
  });

  it('leads to the sign-in when another tab has signed out', async () => {
    const visitor = await signedIn('home/info');
    const other = await visitor.page.context().newPage();
    await other.goto(new URL('home', server.url).href);
    await other.getByRole('button', { name: 'Sign out' }).click();
    await expect.poll(() => visitor.place).toBe('/login?redirect=%2Fhome%2Finfo');
  });
});

describe('switching the account', () => {
  it('asks first, then leads to the sign-in and back to the tool', async () => {
    const visitor = await signedIn('tool/user');
    await visitor.button('Switch account').click();
    const dialog = visitor.page.getByRole('dialog');
    await dialog.getByText('Switch the account?').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(visitor.place).toBe('/tool/user');
    await visitor.button('Switch account').click();
    await dialog.getByRole('button', { name: 'Switch account' }).click();
    await expect.poll(() => visitor.place).toBe('/login?redirect=%2Ftool%2Fuser');
  });
});

describe('notices of operators', () => {
  it('can be read inside the tool', async () => {
    const client = new ApiClient(server.url.replace(/\/$/, ''));
    const body = { title: 'Pause at noon', content: 'For ten minutes.', severity: 'warn' as const };
    const { data } = await client.call(api.notice.add, { body, token: desk });
    await client.call(api.notice.updateStatus, { params: { id: data.id }, token: desk });
    const visitor = await signedIn('tool/user');
    await visitor.page
      .getByRole('banner')
      .getByRole('link', { name: /message/i })
      .click();
    await visitor.page.getByText('Pause at noon').click();
    await visitor.page.getByText('For ten minutes.').waitFor();
    expect(visitor.place).toBe('/tool/messages');
  });
});

describe('account menu', () => {
  it('has the colour and icons chosen in the tool', async () => {
    const visitor = await signedIn('home');
    const side = visitor.page.locator('aside');
    const entry = visitor.page.getByRole('link', { name: 'User Info' }).first();
    await entry.getByText('User Info').waitFor();
    const wide = (await side.boundingBox())?.width ?? 0;
    await visitor.page.evaluate(() => {
      localStorage.setItem(
        'ringside.settings',
        JSON.stringify({ version: 1, simpleMenu: true, menuColour: '#14532D' }),
      );
    });
    await visitor.page.reload();
    await entry.waitFor();
    expect((await side.boundingBox())?.width ?? 0).toBeLessThan(wide / 2);
    const ground = await side.evaluate((element) => getComputedStyle(element).backgroundColor);
    const chosen = await visitor.page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--menu-ground').trim(),
    );
    expect(chosen).not.toBe('');
    expect(ground).not.toBe('rgb(255, 255, 255)');
  });
});
