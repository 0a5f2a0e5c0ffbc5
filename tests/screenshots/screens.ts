import type { Page } from 'playwright';

export interface Screen {
  name: string;
  path: string;
  /** With which amounts of data the screen is worth a look. */
  amounts: readonly ('empty' | 'full')[];
  /** Brings the screen into the state to be shown and waits until it stands. */
  prepare(page: Page): Promise<void>;
}

export const screens: readonly Screen[] = [
  {
    name: 'homepage',
    path: 'tool',
    amounts: ['empty', 'full'],
    prepare: async (page) => {
      await page.locator('dl.totals').waitFor({ state: 'attached' });
      await settle(page);
    },
  },
  {
    name: 'report',
    path: 'tool/report',
    amounts: ['empty', 'full'],
    prepare: async (page) => {
      await page.locator('.report').waitFor({ state: 'attached' });
      await settle(page);
    },
  },
  {
    name: 'report-users',
    path: 'tool/report',
    amounts: ['full'],
    prepare: async (page) => {
      await page.locator('.report .segments__one').nth(3).click();
      await page.locator('.rtable__line').first().waitFor();
      await settle(page);
    },
  },
  {
    name: 'setting',
    path: 'tool/setting',
    amounts: ['empty'],
    prepare: async (page) => {
      await page.getByRole('main').getByRole('radio').first().waitFor({ state: 'attached' });
      await settle(page);
    },
  },
  {
    name: 'help',
    path: 'tool/help',
    amounts: ['empty'],
    prepare: async (page) => {
      await page.locator('.help__terms').waitFor();
      await settle(page);
    },
  },
  {
    name: 'user',
    path: 'tool/user',
    amounts: ['empty'],
    prepare: async (page) => {
      await page.getByRole('main').locator('.panel').first().waitFor();
      await settle(page);
    },
  },
];

/** Until fonts and lazily loaded parts are there. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
}
