import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems } from '#tests/support/accessibility/check.ts';
import { AdminDesk, adminLists } from '#tests/support/adminDesk.ts';
import { chooseOption } from '#tests/support/controls.ts';

let desk: AdminDesk;
let page: Page;
beforeAll(async () => {
  desk = await AdminDesk.open();
  page = desk.admin.page;
  for (const name of ['ann', 'ben', 'cleo']) await desk.addUser(`${name}@example.jp`);
  await page.setViewportSize({ width: 390, height: 844 });
});
afterAll(() => desk.close());
afterEach(async () => expect(await desk.leave()).toEqual([]));

/** Elements that scroll sideways. */
const sideways = (): string[] =>
  [...document.querySelectorAll('html, main, main *')]
    .filter((element) => element.scrollWidth > element.clientWidth + 1)
    .filter(
      (element) =>
        ['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || element.matches('html'),
    )
    .map((element) => `${element.tagName} ${element.className}: ${element.scrollWidth}`);

const addresses = () => page.locator('[data-title]').allInnerTexts();

describe('admin area on an upright phone', () => {
  it.each(adminLists)(
    'shows the list of /%s without sideways scrolling or accessibility problems',
    async (path) => {
      await desk.admin.goTo(path);
      await page.locator('main .panel__body').last().waitFor();
      await page.waitForLoadState('networkidle');
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      expect(await page.evaluate(sideways)).toEqual([]);
      expect(await page.getByRole('table').count()).toBe(0);
      expect(await accessibilityProblems(page)).toEqual([]);
    },
  );

  it('sorts, selects and deletes accounts as on a desktop', async () => {
    await desk.admin.goTo('permission/user');
    await chooseOption(page, 'Sort by', 'Email ↓');
    await expect
      .poll(addresses)
      .toEqual(['cleo@example.jp', 'ben@example.jp', 'ann@example.jp', expect.stringContaining('@')]);
    await chooseOption(page, 'Sort by', 'Email ↑');
    await expect.poll(async () => (await addresses()).at(-1)).toBe('cleo@example.jp');

    const card = page.getByRole('listitem').filter({ hasText: 'ben@example.jp' });
    expect(await card.locator('dt', { hasText: 'Status' }).locator('+ dd').innerText()).toBe('Enabled');
    await card.getByRole('checkbox', { name: 'Select ben@example.jp' }).check();
    await page.getByText('1 selected').waitFor();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByText('4 selected').waitFor();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).uncheck();
    await card.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await card.waitFor({ state: 'detached' });
    expect(await addresses()).toHaveLength(3);

    // A wide window shows the table again.
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByRole('table').waitFor();
    expect(await page.getByRole('listitem').filter({ hasText: 'cleo@example.jp' }).count()).toBe(0);
    await page.setViewportSize({ width: 390, height: 844 });
  });
});
