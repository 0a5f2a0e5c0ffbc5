import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { overviewSchema } from '#shared/contract/api/status.ts';
import { accessibilityProblems } from '#tests/support/accessibility/check.ts';
import { addHost } from '#tests/support/accounts.ts';
import { AdminDesk, adminLists } from '#tests/support/adminDesk.ts';
import { chooseOption, fieldProblems } from '#tests/support/controls.ts';
import { joinAsScreen } from '#tests/support/screenClient.ts';
import type { Visitor } from '#tests/support/visitor.ts';

let desk: AdminDesk;
let admin: Visitor;
beforeAll(async () => {
  desk = await AdminDesk.open();
  admin = desk.admin;
});
afterAll(() => desk.close());
afterEach(async () => expect(await desk.leave()).toEqual([]));

const answerSchema = z.looseObject({ data: overviewSchema });

/** Leaves out what a machine that is busy with other tests reports about its own speed. */
async function withoutSlowness(page: Page): Promise<void> {
  await page.route('**/api/status/overview', async (route) => {
    const response = await route.fetch();
    const answer = answerSchema.parse(await response.json());
    const problems = answer.data.problems.filter(({ kind }) => kind !== 'lag' && kind !== 'slowDisk');
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, problems } } });
  });
}

/** Elements that scroll sideways. */
const sideways = (): string[] =>
  [...document.querySelectorAll('html, main, main *')]
    .filter((element) => element.scrollWidth > element.clientWidth + 1)
    .filter(
      (element) =>
        ['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || element.matches('html'),
    )
    .map((element) => `${element.tagName} ${element.className}: ${element.scrollWidth}`);

describe('system administration', () => {
  it('publishes notices for everybody', async () => {
    await desk.addUser('fay@example.jp');
    const fay = await desk.signInAs('fay@example.jp', 'home');
    await admin.goTo('system/notice');
    await admin.button('Write notice').click();
    await admin.fill(
      'notice',
      { Title: 'Maintenance at noon', Text: 'Ten minutes.\n<b>Shows go on.</b>' },
      'Save',
    );
    await admin.row('Maintenance').filter({ hasText: 'Draft' }).waitFor();
    await fay.goTo('home/messages');
    await fay.page.getByText('No messages').waitFor();
    await admin.row('Maintenance').getByRole('button', { name: 'Publish' }).click();
    await admin.row('Maintenance').filter({ hasText: 'Published' }).waitFor();
    await fay.goTo('home/messages');
    await fay.page.getByRole('link', { name: '1 unread message' }).waitFor();
    await fay.page.getByText('Maintenance at noon').click();
    await fay.page.getByText('<b>Shows go on.</b>').waitFor();
    await expect.poll(() => fay.page.getByRole('link', { name: '1 unread message' }).count()).toBe(0);
  });

  it('manages dictionaries with their data', async () => {
    await admin.goTo('system/dict');
    await admin.button('Add dictionary').click();
    await admin.fill('dict', { Title: 'Regions', Name: 'regions' }, 'Save');
    await admin.row('Regions').getByRole('button', { name: 'Entries of Regions' }).click();
    await admin.page.getByRole('heading', { name: 'Entries of Regions' }).waitFor();
    await admin.button('Add entry').click();
    await admin.fill('dict-data', { Value: 'jp', 'Label in Japanese': '日本' }, 'Save');
    await admin.row('日本').waitFor();
    await admin.row('日本').getByRole('button', { name: 'Disable' }).click();
    await admin.row('日本').filter({ hasText: 'Disabled' }).waitFor();
    await admin.page.getByRole('link', { name: 'All dictionaries' }).click();
    await admin.row('Regions').filter({ hasText: '1' }).waitFor();
  });

  it('manages menus as a tree with new entries', async () => {
    await admin.goTo('permission/menu');
    await admin.row('/system/log').waitFor();
    await admin.button('Fold all').click();
    await expect.poll(() => admin.row('/system/log').count()).toBe(0);
    await admin.button('Unfold all').click();
    await admin.row('/system/log').getByRole('button', { name: 'Add below' }).click();
    await admin.fill('menu', { Title: 'Extra', Name: 'extra', Path: 'no path' });
    await admin.page.getByText('A path begins with /').waitFor();
    await admin.fill('menu', { Path: '/system/extra' }, 'Save');
    await admin.row('/system/extra').getByRole('button', { name: 'Delete' }).click();
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => admin.row('/system/extra').count()).toBe(0);
  });

  it('publishes versions of the app and rejects invalid ones', async () => {
    await admin.goTo('system/version');
    await admin.button('Add version').click();
    await admin.fill('version', { Version: '1.2', 'Where to get it': 'ftp://example.jp/app' });
    await fieldProblems(admin.page, 'Like 1.2.3').waitFor();
    await fieldProblems(admin.page, 'an https address').waitFor();
    await admin.fill(
      'version',
      { Version: '1.2.3', 'Where to get it': '/download/ringside.exe', 'What is new': 'Calmer.' },
      'Save',
    );
    const row = admin.row('1.2.3');
    await row.filter({ hasText: 'Draft' }).waitFor();
    const latest = async () => (await admin.page.request.get(`${desk.server.url}api/version/latest`)).text();
    expect(await latest()).not.toContain('1.2.3');
    await row.getByRole('button', { name: 'Publish' }).click();
    await row.filter({ hasText: 'Published' }).waitFor();
    expect(await latest()).toContain('/download/ringside.exe');
    await row.getByRole('button', { name: 'Take back' }).click();
    await row.filter({ hasText: 'Draft' }).waitFor();
    expect(await latest()).not.toContain('1.2.3');
  });

  it('logs who did what, with a filter and an export', async () => {
    const data = { email: 'gina@example.jp', password: 'wrong_pass1' };
    await admin.page.request.post(`${desk.server.url}api/user/signin`, { data });
    await admin.goTo('system/log');
    await chooseOption(admin.page, 'Kind', 'Sign-in');
    await chooseOption(admin.page, 'Result', 'Failure');
    await admin.page.getByRole('searchbox').fill('gina@');
    const results = admin.page.locator('tbody tr');
    // The list may still show the rows of the previous filters, or none.
    const isNarrowed = async () => {
      const rows = await results.allInnerTexts();
      return (
        rows.length > 0 &&
        rows.every((row) => /gina@/.test(row) && /Sign-in/.test(row) && /Failure/.test(row))
      );
    };
    await expect.poll(isNarrowed).toBe(true);
    const download = admin.page.waitForEvent('download');
    await admin.button('Export CSV').click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('ringside-log.csv');
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split(/\r?\n/);
    expect(lines[0]).toContain('email');
    expect(lines.slice(1).every((line) => /signin/.test(line) && /gina@/.test(line))).toBe(true);
    expect(lines.length - 1).toBe(await results.count());
    await results.first().getByRole('button', { name: 'Details' }).click();
    await admin.page.getByRole('dialog').getByText('Browser').waitFor();
  });
});

describe('server status', () => {
  it('shows problems, shows and screens without a reload, and keeps the last figures if the server is silent', async () => {
    const { page } = admin;
    await admin.goTo('home');
    await withoutSlowness(page);
    await page.getByRole('link', { name: 'Server status' }).click();
    await page.waitForURL(({ pathname }) => pathname === '/system/status');
    await page.getByText('No problems').waitFor();
    const row = admin.row('This machine');
    await row.filter({ hasText: 'Idle' }).waitFor();
    const screen = await joinAsScreen(desk.server.url);
    await screen.call('rehearsal.open', { size: 'normal', locale: 'en' });
    await screen.push((push) => push.push === 'connection' && push.connection.phase === 'live');
    await screen.call('session.act', { action: 'start' });
    await row.filter({ hasText: 'On air · Rehearsal' }).waitFor();
    await row.getByRole('cell', { name: '1', exact: true }).first().waitFor();
    screen.close();

    await page.unroute('**/api/status/overview');
    await page.route('**/api/status/**', (route) => route.abort());
    await page.getByText('The server does not answer').waitFor();
    await page.getByText('No new figures since').waitFor();
    await row.waitFor();
    await page.unroute('**/api/status/**');
    await page.getByText('No new figures since').waitFor({ state: 'hidden' });
    await row.waitFor();
    // The page reports the calls that had no answer.
    await desk.leave();
  });
});

describe('admin area on an upright phone', () => {
  beforeAll(async () => {
    const token = await admin.page.evaluate(() => localStorage.getItem('TOKEN') ?? '');
    for (const name of ['ann', 'ben', 'cleo']) await addHost(desk.server.url, `${name}@example.net`, token);
    await admin.page.setViewportSize({ width: 390, height: 844 });
    await admin.goTo('home');
  });

  it.each(adminLists)(
    'shows the list of /%s without sideways scrolling or accessibility problems',
    async (path) => {
      const { page } = admin;
      // Follows a link, as from the menu.
      await page.evaluate((to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }, `/${path}`);
      await page.waitForURL(({ pathname }) => pathname === `/${path}`);
      await page.locator('main .panel__body').last().waitFor();
      await page.waitForLoadState('networkidle');
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      expect(await page.evaluate(sideways)).toEqual([]);
      expect(await page.getByRole('table').count()).toBe(0);
      expect(await accessibilityProblems(page)).toEqual([]);
    },
  );

  it('sorts, selects and deletes accounts as on a desktop', async () => {
    const { page } = admin;
    const addresses = () => page.locator('[data-title]').allInnerTexts();
    await admin.goTo('permission/user?search=example.net');
    await chooseOption(page, 'Sort by', 'Email ↓');
    await expect.poll(addresses).toEqual(['cleo@example.net', 'ben@example.net', 'ann@example.net']);
    await chooseOption(page, 'Sort by', 'Email ↑');
    await expect.poll(async () => (await addresses()).at(-1)).toBe('cleo@example.net');

    const card = page.getByRole('listitem').filter({ hasText: 'ben@example.net' });
    expect(await card.locator('dt', { hasText: 'Status' }).locator('+ dd').innerText()).toBe('Enabled');
    await card.getByRole('checkbox', { name: 'Select ben@example.net' }).check();
    await page.getByText('1 selected').waitFor();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByText('3 selected').waitFor();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).uncheck();
    await card.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await card.waitFor({ state: 'detached' });
    expect(await addresses()).toHaveLength(2);

    // A wide window shows the table again.
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByRole('table').waitFor();
    expect(await page.getByRole('listitem').filter({ hasText: 'cleo@example.net' }).count()).toBe(0);
  });
});
