import { extrasScreens } from './extrasScreens.ts';
import { type Screen, settle } from './screen.ts';
import { liveScreens, stageScreens } from './stageScreens.ts';

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
  ...extrasScreens,
  ...liveScreens,
  ...stageScreens,
];
