import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillAccounts } from '#tests/screenshots/fillAccounts.ts';
import { screens } from '#tests/screenshots/screens.ts';
import { axeViolations } from '#tests/support/accessibility/axe.ts';
import { forMany } from '#tests/support/accounts.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { type RunningRingside, startRingside } from '#tests/support/ringside.ts';
import { joinAsScreen, type ScreenClient } from '#tests/support/screenClient.ts';
import { ToolPage } from '#tests/support/toolPage.ts';

/** The screens of `npm run screenshots` that are checked, by their amount of data. */
const checked: Readonly<Record<'empty' | 'full', readonly string[]>> = {
  empty: [
    'homepage',
    'report',
    'setting',
    'pair-phone',
    'help',
    'user',
    'live',
    'workbench',
    'widget',
    'site-home',
    'site-privacy',
    'site-policy',
    'site-about',
    'site-404',
    'entry-login',
    'entry-register',
    'entry-forgot',
  ],
  full: [
    'homepage',
    'report',
    'report-users',
    'replay',
    'extras-add',
    'entry-change',
    'dashboard',
    'admin-user-form',
    'admin-role-menus',
    'admin-notice-form',
    'admin-version-form',
    'admin-log-details',
    'stage-team',
    'add-gift',
    'stage-turn',
    'stage-votes',
    'stage-dances',
    'stage-battle',
    'stage-sides',
    'wall',
    'recap',
  ],
};

/** The languages of screens that are not checked in English. */
const languages: Readonly<Record<string, 'ja' | 'zh_CN'>> = {
  'stage-team': 'ja',
  'add-gift': 'zh_CN',
  'stage-votes': 'ja',
  'stage-dances': 'zh_CN',
};

/** The number of ledger rows with which the screens of a show are checked. */
const ROWS = 60;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe.each(['empty', 'full'] as const)('axe on %s screens', (amount) => {
  let server: RunningRingside;
  let client: ScreenClient;
  let token = '';

  beforeAll(async () => {
    server = await startRingside({ env: { ...forMany, TOOL: 'auto' } });
    client = await joinAsScreen(server.url);
    if (amount === 'empty') return;
    token = await fillAccounts(server.url);
    await rehearse();
  }, 300_000);
  afterAll(async () => {
    client.close();
    await server.stop();
  });

  /** Starts a show and waits for its rows. */
  async function rehearse(): Promise<void> {
    await client.call('rehearsal.open', { size: 'busy', locale: 'en' });
    await client.push((push) => push.push === 'connection' && push.connection.phase === 'live');
    await client.call('session.act', { action: 'start' });
    for (let rows = 0; rows < ROWS; ) {
      rows = (await client.call('ledger.page', { filter: {}, limit: 1 })).total;
    }
  }

  const those = screens.filter(
    ({ name, amounts }) => amounts.includes(amount) && checked[amount].includes(name),
  );
  it.each(those)(
    'finds nothing on $name, in three themes, dark and light',
    { timeout: 300_000 },
    async (screen) => {
      await screen.setup?.(client);
      const tool = await ToolPage.open(browser, server.url, {
        path: screen.path,
        language: languages[screen.name] ?? 'en',
        ...(screen.signedIn === true ? { token } : {}),
      });
      try {
        await screen.prepare(tool.page);
        expect(await axeViolations(tool.page)).toEqual([]);
      } finally {
        await tool.close();
      }
    },
  );

  it.runIf(amount === 'full')(
    'finds nothing on the remote of a phone in a battle, in three themes, dark and light',
    { timeout: 300_000 },
    async () => {
      // The last screen has ended the show.
      await rehearse();
      await screens.find(({ name }) => name === 'stage-battle')?.setup?.(client);
      const phone = await ToolPage.open(browser, server.url, { language: 'ja', width: 390, height: 844 });
      try {
        await phone.page.locator('[data-remote] [aria-current="true"]').waitFor();
        expect(await axeViolations(phone.page)).toEqual([]);
      } finally {
        await phone.close();
      }
    },
  );
});
