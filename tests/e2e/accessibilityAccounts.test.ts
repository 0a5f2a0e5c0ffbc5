import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemsInBothColours } from '#tests/support/accessibility/check.ts';
import { ADMIN, addHost, forMany, tokenOf } from '#tests/support/accounts.ts';
import { adminLists } from '#tests/support/adminDesk.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { type RunningRingside, startRingside } from '#tests/support/ringside.ts';
import { ToolPage } from '#tests/support/toolPage.ts';

let browser: Browser;
let server: RunningRingside;
let token: string;

beforeAll(async () => {
  browser = await launchBrowser();
  server = await startRingside({ env: forMany });
  await addHost(server.url, 'host@example.jp');
  token = await tokenOf(server.url, ADMIN);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const visitors = ['', 'privacy', 'policy', 'about', 'register', 'login', 'password/forget', '404'];
const account = ['password/change', 'home', 'home/info', 'home/other', 'home/messages', 'tool/user'];

/** The forms of the admin area: screen, and button that opens the form. */
const forms = [
  ['permission/user', 'Add user'],
  ['permission/role', 'Add role'],
  ['permission/menu', 'Add entry'],
  ['system/notice', 'Write notice'],
  ['system/version', 'Add version'],
] as const;

async function open(path: string, signIn = ''): Promise<ToolPage> {
  const tool = await ToolPage.open(browser, server.url, { path, token: signIn });
  await tool.page.getByRole('main').first().waitFor();
  return tool;
}

/** Waits until the page has loaded all its data. */
async function stands({ page }: ToolPage): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
}

describe('accessibility of accounts in dark and light colours', () => {
  it.each(visitors)('has no problems on the page /%s', async (path) => {
    const tool = await open(path);
    await stands(tool);
    expect(await problemsInBothColours(tool)).toEqual({ dark: [], light: [] });
    await tool.close();
  });

  it.each([...account, ...adminLists])('has no problems on the page /%s of an account', async (path) => {
    const tool = await open(path, token);
    await stands(tool);
    expect(await problemsInBothColours(tool)).toEqual({ dark: [], light: [] });
    await tool.close();
  });

  it.each(forms)('has no problems in the form of /%s behind “%s”', async (path, button) => {
    const tool = await open(path, token);
    await tool.button(button).click();
    await tool.page.getByRole('dialog').locator('form').waitFor();
    expect(await problemsInBothColours(tool)).toEqual({ dark: [], light: [] });
    await tool.close();
  });
});
