import type { Page } from 'playwright';
import { fieldProblems } from '#tests/support/controls.ts';
import { type Screen, settle } from './screen.ts';

/** A public screen of the site. */
const open = (name: string, path: string): Screen => ({
  name,
  path,
  amounts: ['empty'],
  prepare: async (page) => {
    await page.getByRole('main').first().waitFor();
    await settle(page);
  },
});

/** A screen of an account, signed in as administrator. */
const own = (name: string, path: string, more?: (page: Page) => Promise<unknown>): Screen => ({
  name,
  path,
  amounts: ['full'],
  signedIn: true,
  prepare: async (page) => {
    await page.getByRole('main').first().waitFor();
    await settle(page);
    await more?.(page);
    await settle(page);
  },
});

/** Opens the form for a new record by the first button above the list. */
const openForm = async (page: Page) => {
  await page.locator('main .panel__head button').first().click();
  await page.getByRole('dialog').locator('form').waitFor();
};

/** The public site, the sign-in, the account's screens, and the admin area with hundreds of rows. */
export const accountScreens: readonly Screen[] = [
  open('site-home', ''),
  open('site-privacy', 'privacy'),
  open('site-policy', 'policy'),
  open('site-about', 'about'),
  open('site-404', '404'),
  open('entry-login', 'login?redirect=%2Ftool'),
  {
    ...open('entry-register', 'register'),
    prepare: async (page) => {
      await page.locator('form[name="signup"] button[type="submit"]').click();
      await fieldProblems(page).first().waitFor();
      await settle(page);
    },
  },
  open('entry-forgot', 'password/forget'),
  open('phone-scan', 'phone'),
  open('phone-pair', `phone#${'a'.repeat(43)}`),
  own('entry-change', 'password/change'),
  own('dashboard', 'home'),
  own('user-info', 'home/info'),
  own('other-info', 'home/other'),
  own('messages', 'home/messages'),
  own('admin-users', 'permission/user?size=50'),
  own('admin-user-form', 'permission/user', openForm),
  own('admin-roles', 'permission/role'),
  own('admin-role-menus', 'permission/role', async (page) => {
    await page.locator('[data-actions]').nth(1).locator('button').nth(1).click();
    await page.getByRole('dialog').locator('ul').first().waitFor();
  }),
  own('admin-role-form', 'permission/role', openForm),
  own('admin-menus', 'permission/menu'),
  own('admin-menu-form', 'permission/menu', openForm),
  own('admin-notices', 'system/notice'),
  own('admin-notice-form', 'system/notice', openForm),
  own('admin-dicts', 'system/dict'),
  own('admin-dict-data', 'system/dict_data?size=100'),
  own('admin-versions', 'system/version'),
  own('admin-version-form', 'system/version', openForm),
  own('admin-logs', 'system/log?size=100'),
  own('admin-status', 'system/status'),
  own('admin-log-details', 'system/log', async (page) => {
    await page.locator('[data-actions]').first().locator('button').first().click();
    await page.getByRole('dialog').locator('dl').waitFor();
  }),
  own('tool-user', 'tool/user'),
];
