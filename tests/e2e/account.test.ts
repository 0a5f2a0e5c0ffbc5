import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#shared/contract/api/index.ts';
import { ApiClient } from '#tests/integration/server/support/client.ts';
import { ADMIN, addHost, forMany, tokenOf } from '#tests/support/accounts.ts';
import { fieldProblems } from '#tests/support/controls.ts';
import type { RunningRingside } from '#tests/support/ringside.ts';
import { sharedBrowser } from '#tests/support/sharedBrowser.ts';
import { Visitor } from '#tests/support/visitor.ts';
import { visits } from '#tests/support/visits.ts';
import { startWarm } from '#tests/support/warmServer.ts';

let browser: Browser;
let server: RunningRingside;
/** The administrator's token. */
let desk: string;
let calls: ApiClient;
let accounts = 0;

beforeAll(async () => {
  browser = await sharedBrowser();
  server = await startWarm({ env: forMany });
  desk = await tokenOf(server.url, ADMIN);
  calls = new ApiClient(server.url.replace(/\/$/, ''));
});
afterAll(async () => {
  await server.stop();
});

const visit = visits((path) => Visitor.open(browser, server, path));

/** A new address for each test and each retry. */
function address(): string {
  accounts += 1;
  return `host@team${accounts}.jp`;
}

/** A text in full-width characters, as some input methods type it: １２３. */
function wide(text: string): string {
  return text.replaceAll(/[!-~]/g, (plain) => String.fromCharCode(plain.charCodeAt(0) + 0xfee0));
}

function account(): Promise<{ email: string; password: string }> {
  return addHost(server.url, address(), desk);
}

describe('account', () => {
  it('is created with a code after a wrong code and a leaked password are corrected', async () => {
    const email = address();
    const visitor = await visit('home?from=mail');
    await expect.poll(() => visitor.place).toBe('/login?redirect=%2Fhome%3Ffrom%3Dmail');
    await visitor.page.getByRole('link', { name: 'Sign up instead' }).click();

    await visitor.fill('signup', {
      Email: wide(email),
      Password: 'first_pass1',
      'Password again': 'first_pass1',
    });
    const code = await visitor.codeFor(email);
    await visitor.button(/^Again in \d+ s$/).waitFor();
    await visitor.page.locator('input[name="code"]:focus').waitFor();
    await visitor.page.keyboard.insertText(` ${code.slice(0, 3)} ${code.slice(3)} `);
    expect(await visitor.page.locator('input[name="code"]').inputValue()).toBe(code);
    const wrong = code === '000000' ? '000001' : '000000';
    await visitor.fill('signup', { 'Verification code': wrong }, 'Sign up');
    await fieldProblems(visitor.page, 'The code is wrong or has expired').waitFor();
    const leaked = { Password: 'password1', 'Password again': 'password1' };
    await visitor.fill('signup', { ...leaked, 'Verification code': code }, 'Sign up');
    await fieldProblems(visitor.page, 'known from data leaks').waitFor();
    await visitor.fill('signup', { Password: 'first_pass1', 'Password again': 'first_pass1' }, 'Sign up');
    await visitor.page.getByRole('heading', { name: 'Hello, host' }).waitFor();
    expect(visitor.place).toBe('/home?from=mail');
    expect(await visitor.page.evaluate(() => localStorage.getItem('TOKEN'))).toMatch(/^[\w-]{43}$/);
  });

  it('opens the requested page after the sign-in, stays signed in, and has no admin area', async () => {
    const { email, password } = await account();
    const visitor = await visit('home/info');
    await visitor.fill('signin', { Email: email, Password: 'wrong_pass1' });
    await visitor.page.keyboard.press('Enter');
    await visitor.toast('The email or the password is wrong').waitFor();
    await visitor.page.locator('input[name="password"]:focus').waitFor();
    expect(visitor.place).toBe('/login?redirect=%2Fhome%2Finfo');
    await visitor.signIn(email, password);
    await visitor.page.getByText('Member since').waitFor();
    expect(visitor.place).toBe('/home/info');
    await visitor.page.waitForLoadState('networkidle');
    expect(await visitor.page.getByRole('link', { name: 'User management' }).count()).toBe(0);
    for (const path of ['permission/user', 'system']) {
      await visitor.goTo(path);
      await visitor.page.getByRole('heading', { name: 'This page does not exist' }).waitFor();
    }
    await visitor.goTo('login');
    await expect.poll(() => visitor.place).toBe('/');
    await visitor.page.getByRole('link', { name: 'My home' }).waitFor();
  });

  it('gets a new password with a code, which ends all other sign-ins', async () => {
    const { email, password } = await account();
    const old = await visit('login?redirect=/home');
    await old.signIn(email, password);
    await old.page.getByRole('heading', { name: 'Hello, host' }).waitFor();

    const visitor = await visit('login?redirect=/home/info');
    await visitor.fill('signin', { Email: email });
    await visitor.page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect
      .poll(() => visitor.page.locator('form[name="forgot"] input').first().inputValue())
      .toBe(email);
    const code = await visitor.codeFor(email);
    const next = 'second_Pass2';
    await visitor.compose('forgot', 'Verification code', wide(code));
    await visitor.fill('forgot', { 'New password': next, 'Password again': next }, 'Set the new password');
    await visitor.toast('The password has been changed').waitFor();
    await expect.poll(() => visitor.place).toBe('/login?redirect=%2Fhome%2Finfo');
    await expect
      .poll(() => visitor.page.locator('form[name="signin"] input').first().inputValue())
      .toBe(email);
    // No link leads to another site after the sign-in.
    await visitor.goTo(`login?redirect=${encodeURIComponent('//evil.example/x')}`);
    await visitor.signIn(email, next);
    await visitor.page.getByRole('link', { name: 'My home' }).waitFor();
    await expect.poll(() => visitor.page.url()).toBe(server.url);

    await old.button('Refresh').click();
    await expect.poll(() => old.place).toBe('/login?redirect=%2Fhome');
    expect(await old.page.evaluate(() => localStorage.getItem('TOKEN'))).toBeNull();
  });

  it('can be changed, with a picture for this device, while the server answers', async () => {
    const { email, password } = await account();
    const visitor = await visit('login?redirect=/home/info');
    await visitor.signIn(email, password);
    await visitor.fill('profile', { 'Phone number': 'twelve' });
    await visitor.page.getByText('Please enter a phone number').waitFor();
    await visitor.fill('profile', { Name: 'The host', 'Phone number': '+81 90 1234 5678' }, 'Save');
    await visitor.toast('Saved').waitFor();
    await visitor.page.route('**/api/user/profile', (route) => route.abort());
    await visitor.fill('profile', { Name: 'Nobody hears this' }, 'Save');
    await visitor.toast('The server cannot be reached').waitFor();
    expect(visitor.place).toBe('/home/info');
    await visitor.page.unroute('**/api/user/profile');

    const worn = visitor.page.getByRole('banner').locator('a svg');
    await worn.waitFor();
    const looks = new Set<string>();
    for (const name of ['Man', 'Woman', 'Business', 'Simple']) {
      await visitor.page.getByRole('radio', { name, exact: true }).check({ force: true });
      looks.add(await worn.innerHTML());
    }
    expect(looks.size).toBe(4);
    const last = await worn.innerHTML();
    await visitor.page.reload();
    await expect.poll(() => worn.innerHTML()).toBe(last);
  });

  it('fills the screen, lists its devices, and can be exported and signed out', async () => {
    const { email, password } = await account();
    await tokenOf(server.url, { email, password });
    const visitor = await visit('login?redirect=/home/other');
    await visitor.signIn(email, password);
    await visitor.page.getByText('This device', { exact: true }).waitFor();
    const fills = () => visitor.page.evaluate(() => document.fullscreenElement !== null);
    await visitor.button('Fullscreen').click();
    await visitor.button('Leave fullscreen').waitFor();
    expect(await fills()).toBe(true);
    await visitor.button('Leave fullscreen').click();
    await visitor.button('Fullscreen').waitFor();
    expect(await fills()).toBe(false);

    const download = visitor.page.waitForEvent('download');
    const answer = Promise.withResolvers<void>();
    await visitor.page.route('**/api/user/export', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await visitor.button('Download my data').click();
    const focused = () => visitor.page.evaluate(() => document.activeElement?.tagName);
    await expect.poll(focused).toBe('BODY');
    answer.resolve();
    expect((await download).suggestedFilename()).toBe('ringside-account.json');
    await visitor.page.locator('button:focus', { hasText: 'Download my data' }).waitFor();
    await visitor.button('Sign out all others').click();
    await expect
      .poll(() => visitor.page.getByRole('button', { name: 'Sign out', exact: true }).count())
      .toBe(1);
    await visitor.button('Sign out').click();
    await expect.poll(() => visitor.place).toBe('/login');
    expect(await visitor.page.evaluate(() => localStorage.getItem('TOKEN'))).toBeNull();
  });

  it('is deleted completely after its password is entered', async () => {
    const { email, password } = await account();
    const visitor = await visit('login?redirect=/home/other');
    await visitor.signIn(email, password);
    await visitor.button('Delete my account').click();
    const sheet = visitor.page.locator('form[name="delete-account"]');
    await visitor.fill('delete-account', { Password: 'wrong_pass1' }, 'Delete my account');
    await sheet.getByText('The password is wrong').waitFor();
    await visitor.fill('delete-account', { Password: password }, 'Delete my account');
    await expect.poll(() => visitor.place).toBe('/');
    expect(await visitor.page.evaluate(() => localStorage.getItem('TOKEN'))).toBeNull();
    await visitor.goTo('login');
    await visitor.signIn(email, password);
    await visitor.toast('The email or the password is wrong').waitFor();
  });
});

describe('account screens', () => {
  it('lead to the sign-in and back when the sign-in has ended in another tab or on the server', async () => {
    const { email, password } = await account();
    const visitor = await visit('home');
    await visitor.signIn(email, password);
    const { page } = visitor;
    const side = page.locator('aside');
    const entry = page.getByRole('link', { name: 'User Info' }).first();
    await entry.getByText('User Info').waitFor();
    const wide = (await side.boundingBox())?.width ?? 0;

    const other = await page.context().newPage();
    await other.goto(new URL('home', server.url).href);
    await other.getByRole('button', { name: 'Sign out' }).click();
    await expect.poll(() => visitor.place).toBe('/login?redirect=%2Fhome');

    // The menu has the colour and icons chosen in the tool.
    await page.evaluate(() => {
      localStorage.setItem(
        'ringside.settings',
        JSON.stringify({ version: 1, simpleMenu: true, menuColour: '#14532D' }),
      );
    });
    await visitor.signIn(email, password);
    await expect.poll(() => visitor.place).toBe('/home');
    await page.clock.install();
    await page.reload();
    await entry.waitFor();
    expect((await side.boundingBox())?.width ?? 0).toBeLessThan(wide / 2);
    const ground = await side.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(ground).not.toBe('rgb(255, 255, 255)');

    const token = await page.evaluate(() => localStorage.getItem('TOKEN') ?? '');
    await calls.call(api.account.signout, { token });
    // The page loads the number of new messages once a minute.
    await page.clock.fastForward(61_000);
    await expect.poll(() => visitor.place).toBe('/login?redirect=%2Fhome');
  });

  it('are inside the tool too: messages of operators, and a question before the account is switched', async () => {
    const body = { title: 'Pause at noon', content: 'For ten minutes.', severity: 'warn' as const };
    const { data } = await calls.call(api.notice.add, { body, token: desk });
    await calls.call(api.notice.updateStatus, { params: { id: data.id }, token: desk });
    const { email, password } = await account();
    const visitor = await visit('tool/user');
    await visitor.signIn(email, password);
    await expect.poll(() => visitor.place).toBe('/tool/user');
    await visitor.button('Switch account').click();
    const dialog = visitor.page.getByRole('dialog');
    await dialog.getByText('Switch the account?').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(visitor.place).toBe('/tool/user');

    await visitor.page
      .getByRole('banner')
      .getByRole('link', { name: /message/i })
      .click();
    await visitor.page.getByText('Pause at noon').first().click();
    await visitor.page.getByText('For ten minutes.').first().waitFor();
    expect(visitor.place).toBe('/tool/messages');

    await visitor.page.getByRole('link', { name: 'User Info' }).click();
    await visitor.button('Switch account').click();
    await dialog.getByRole('button', { name: 'Switch account' }).click();
    await expect.poll(() => visitor.place).toBe('/login?redirect=%2Ftool%2Fuser');
  });
});
