import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '#tests/support/browser.ts';
import { type RunningRingside, startRingside } from '#tests/support/ringside.ts';
import { collectScripts } from '#tests/support/scripts.ts';
import { Visitor } from '#tests/support/visitor.ts';

const KILOBYTE = 1000;
const HOST = 'host@example.jp';
const PASSWORD = 'first_pass1';
const DESK = 'desk@example.jp';

let browser: Browser;
let server: RunningRingside;
const visitors: Visitor[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  const env = { SHOW_DAYS: '90', LOG_DAYS: '30', ADMIN_EMAIL: DESK, ADMIN_PASSWORD: PASSWORD };
  server = await startRingside({ env });
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});
afterEach(async () => {
  const complaints = visitors.flatMap((visitor) => visitor.complaints);
  await Promise.all(visitors.splice(0).map((visitor) => visitor.close()));
  expect(complaints).toEqual([]);
});

async function visit(path = ''): Promise<Visitor> {
  const visitor = await Visitor.open(browser, server, path);
  visitors.push(visitor);
  return visitor;
}

describe('the public pages', () => {
  it('open with their titles, and lead to the tool with one click', async () => {
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
      ['privacy', 'Privacy'],
      ['policy', 'Terms of use'],
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
    await visitor.page.locator('dl.totals').waitFor({ state: 'attached' });
    expect(visitor.place).toBe('/tool');
  });

  it('load little: 180 kB of scripts in all, and nothing of the tool or the admin area', async () => {
    const visitor = await visit('api/health');
    const scripts = collectScripts(visitor.page);
    await visitor.goTo('');
    await visitor.page.locator('.figures dd', { hasText: '0' }).first().waitFor();
    const sizes = await scripts.settled();
    const names = [...sizes.keys()];
    expect(names).toContain('HomePage');
    expect(names.filter((name) => /^(?:tool|parts)|Homepage|Shell|Screen|chart/.test(name))).toEqual([]);
    // The client of /api, which comes with the first call when the page stands, is counted as well.
    expect(names).toContain('axios');
    const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    expect(all).toBeLessThanOrEqual(180 * KILOBYTE);
  });

  it('speak the chosen language, dark or light, also after a reload', async () => {
    const visitor = await visit();
    await visitor.field('Language').selectOption('ja');
    await expect.poll(() => visitor.page.title()).toBe('リングサイド · ホーム');
    await visitor.button('ライトに切り替え').or(visitor.page.locator('.page-tools__dark')).first().click();
    await visitor.page.reload();
    await expect.poll(() => visitor.page.title()).toBe('リングサイド · ホーム');
    expect(await visitor.page.locator('html').getAttribute('class')).not.toContain('dark-mode');
    expect(await visitor.page.evaluate(() => localStorage.getItem('lang'))).toBe('ja');
  });

  it('say how long this very server keeps shows and logs', async () => {
    const visitor = await visit('privacy');
    await visitor.page.locator('#shows', { hasText: 'deleted 90 days after the show ended' }).waitFor();
    await visitor.page.locator('#logs', { hasText: 'are kept for 30 days' }).waitFor();
  });

  it('say that a page is not there', async () => {
    const visitor = await visit('no/such/page');
    await visitor.page.getByRole('heading', { name: 'This page does not exist' }).waitFor();
    expect(visitor.place).toBe('/404');
    await expect.poll(() => visitor.page.title()).toBe('Ringside · This page does not exist');
  });

  it('go back to where one had read', async () => {
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

  it('show a thin bar while the next one is on its way, and leave what is read in place until then', async () => {
    const visitor = await visit();
    const toNext = visitor.page.getByRole('link', { name: 'About us' });
    await toNext.waitFor();
    const come = Promise.withResolvers<void>();
    await visitor.page.route('**/*.js', async (route) => {
      await come.promise;
      await route.continue();
    });
    await toNext.click();
    const bar = visitor.page.locator('.progress');
    await bar.waitFor({ state: 'attached' });
    expect(await bar.evaluate((element) => element.getBoundingClientRect().top)).toBe(0);
    await visitor.page.getByRole('heading', { name: 'Download' }).waitFor();
    come.resolve();
    await visitor.page.getByRole('heading', { level: 1, name: 'About us' }).waitFor();
    await bar.waitFor({ state: 'detached' });
  });
});

describe('an account', () => {
  it('is made with a code, after what was wrong in the form was said', async () => {
    const visitor = await visit('home?from=mail');
    await expect.poll(() => visitor.place).toBe('/login?redirect=%2Fhome%3Ffrom%3Dmail');
    await visitor.page.getByRole('link', { name: 'Sign up instead' }).click();

    await visitor.fill('signup', { Email: 'not an address' });
    await visitor.page.getByText('Please enter an email address').waitFor();
    await visitor.fill('signup', { Email: HOST });
    await visitor.fill('signup', { Password: 'abcdef1' });
    await visitor.page.locator('.meter', { hasText: 'Weak' }).waitFor();
    await visitor.fill('signup', { Password: PASSWORD, 'Password again': 'other_pass1' });
    await visitor.page.locator('.meter', { hasText: 'Medium' }).waitFor();
    await visitor.page.getByText('Password again inputs differ').waitFor();
    await visitor.fill('signup', { 'Password again': PASSWORD });

    const code = await visitor.codeFor(HOST);
    await visitor.button(/^Again in \d+ s$/).waitFor();
    const wrong = code === '000000' ? '000001' : '000000';
    await visitor.fill('signup', { 'Verification code': wrong }, 'Sign up');
    await visitor.page.locator('.form__hint', { hasText: 'The code is wrong or has expired' }).waitFor();
    await visitor.fill('signup', { 'Verification code': code }, 'Sign up');
    await visitor.page.getByRole('heading', { name: 'Hello, host' }).waitFor();
    expect(visitor.place).toBe('/home?from=mail');
    expect(await visitor.page.evaluate(() => localStorage.getItem('TOKEN'))).toMatch(/^[\w-]{43}$/);
  });

  it('is signed in to, led back to the wanted page, and not asked again', async () => {
    const visitor = await visit('home/info');
    await visitor.signIn(HOST, 'wrong_pass1');
    await visitor.toast('The email or the password is wrong').waitFor();
    expect(visitor.place).toBe('/login?redirect=%2Fhome%2Finfo');
    await visitor.signIn(HOST, PASSWORD);
    await visitor.page.getByText('Member since').waitFor();
    expect(visitor.place).toBe('/home/info');
    await visitor.goTo('login');
    await expect.poll(() => visitor.place).toBe('/');
    await visitor.page.getByRole('link', { name: 'My home' }).waitFor();
  });

  it('is never led to another site', async () => {
    const visitor = await visit(`login?redirect=${encodeURIComponent('//evil.example/x')}`);
    await visitor.signIn(HOST, PASSWORD);
    await visitor.page.getByRole('link', { name: 'My home' }).waitFor();
    await expect.poll(() => visitor.page.url()).toBe(server.url);
  });

  it('gets a new password when the old one is forgotten, which ends the other sign-ins', async () => {
    const old = await visit('login?redirect=/home');
    await old.signIn(DESK, PASSWORD);
    await old.page.getByRole('heading', { name: 'Hello, Administrator' }).waitFor();

    const visitor = await visit('login');
    await visitor.page.getByRole('link', { name: 'Forgot your password?' }).click();
    await visitor.fill('forgot', { Email: DESK });
    const code = await visitor.codeFor(DESK);
    const password = 'second_Pass2';
    const values = { 'Verification code': code, 'New password': password, 'Password again': password };
    await visitor.fill('forgot', values, 'Set the new password');
    await visitor.toast('The password has been changed').waitFor();
    await expect.poll(() => visitor.place).toBe('/login');
    await visitor.signIn(DESK, password);
    await visitor.page.getByRole('link', { name: 'My home' }).waitFor();

    await old.button('Refresh').click();
    await expect.poll(() => old.place).toBe('/login?redirect=%2Fhome');
    expect(await old.page.evaluate(() => localStorage.getItem('TOKEN'))).toBeNull();
  });

  it('is changed, shows its devices, and can be taken along and signed out of', async () => {
    const visitor = await visit('login?redirect=/home/info');
    await visitor.signIn(HOST, PASSWORD);
    await visitor.fill('profile', { 'Phone number': 'twelve' });
    await visitor.page.getByText('Please enter a phone number').waitFor();
    await visitor.fill('profile', { Name: 'The host', 'Phone number': '+81 90 1234 5678' }, 'Save');
    await visitor.toast('Saved').waitFor();
    await visitor.page.getByRole('link', { name: 'Other info' }).click();
    await visitor.page.getByText('This device', { exact: true }).waitFor();
    const download = visitor.page.waitForEvent('download');
    await visitor.button('Download my data').click();
    expect((await download).suggestedFilename()).toBe('ringside-account.json');
    await visitor.button('Sign out all others').click();
    await expect
      .poll(() => visitor.page.getByRole('button', { name: 'Sign out', exact: true }).count())
      .toBe(1);
    await visitor.button('Sign out').click();
    await expect.poll(() => visitor.place).toBe('/login');
    expect(await visitor.page.evaluate(() => localStorage.getItem('TOKEN'))).toBeNull();
  });

  it('wears the picture that was chosen for it on this device, and fills the screen', async () => {
    const visitor = await visit('login?redirect=/home/info');
    await visitor.signIn(HOST, PASSWORD);
    const worn = visitor.page.locator('.shell__who svg');
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

    const fills = () => visitor.page.evaluate(() => document.fullscreenElement !== null);
    await visitor.button('Fullscreen').click();
    await visitor.button('Leave fullscreen').waitFor();
    expect(await fills()).toBe(true);
    await visitor.button('Leave fullscreen').click();
    await visitor.button('Fullscreen').waitFor();
    expect(await fills()).toBe(false);
  });

  it('without permissions finds no admin area', async () => {
    const visitor = await visit('login?redirect=/home');
    await visitor.signIn(HOST, PASSWORD);
    await visitor.page.getByRole('heading', { name: 'Hello, The host' }).waitFor();
    // The menu is asked for by the page itself.
    await visitor.page.waitForLoadState('networkidle');
    expect(await visitor.page.getByRole('link', { name: 'Users' }).count()).toBe(0);
    for (const path of ['permission/user', 'permission', 'system/log', 'system']) {
      await visitor.goTo(path);
      await visitor.page.getByRole('heading', { name: 'This page does not exist' }).waitFor();
    }
  });

  it('is told when the server cannot be reached, and stays signed in', async () => {
    const visitor = await visit('login?redirect=/home/info');
    await visitor.signIn(HOST, PASSWORD);
    await visitor.page.getByText('Member since').waitFor();
    await visitor.page.route('**/api/user/profile', (route) => route.abort());
    await visitor.fill('profile', { Name: 'Nobody hears this' }, 'Save');
    await visitor.toast('The server cannot be reached').waitFor();
    expect(visitor.place).toBe('/home/info');
  });

  it('is deleted with everything by who knows its password, and is no account any more', async () => {
    const visitor = await visit('login?redirect=/home/other');
    await visitor.signIn(HOST, PASSWORD);
    await visitor.button('Delete my account').click();
    const sheet = visitor.page.locator('form[name="delete-account"]');
    await visitor.fill('delete-account', { Password: 'wrong_pass1' }, 'Delete my account');
    await sheet.getByText('The password is wrong').waitFor();
    await visitor.fill('delete-account', { Password: PASSWORD }, 'Delete my account');
    await expect.poll(() => visitor.place).toBe('/');
    expect(await visitor.page.evaluate(() => localStorage.getItem('TOKEN'))).toBeNull();
    await visitor.goTo('login');
    await visitor.signIn(HOST, PASSWORD);
    await visitor.toast('The email or the password is wrong').waitFor();
  });
});
