import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Language } from '#shared/contract/language.ts';
import { fillAccounts } from '#tests/screenshots/fillAccounts.ts';
import type { Screen } from '#tests/screenshots/screen.ts';
import { screens } from '#tests/screenshots/screens.ts';
import { type Simulator, startSimulator } from '#tests/simulator/simulator.ts';
import { axeViolations } from '#tests/support/accessibility/axe.ts';
import { accessibilityProblems, problemsInBothColours } from '#tests/support/accessibility/check.ts';
import { forMany } from '#tests/support/accounts.ts';
import { presetOf } from '#tests/support/onAir.ts';
import type { RunningRingside } from '#tests/support/ringside.ts';
import { joinAsScreen, type ScreenClient } from '#tests/support/screenClient.ts';
import { sharedBrowser } from '#tests/support/sharedBrowser.ts';
import { speak } from '#tests/support/speak.ts';
import { ToolPage } from '#tests/support/toolPage.ts';
import { startWarm } from '#tests/support/warmServer.ts';

/** The languages of screens that are not checked in English. */
const languages: Readonly<Record<string, Language>> = {
  'stage-team': 'ja',
  'add-gift': 'zh_CN',
  'stage-votes': 'ja',
  'stage-dances': 'zh_CN',
};

/**
 * The screens on which our own checks run in dark and light colours. On other screens of a show they do not run, on the
 * other screens without a show only in dark colours.
 */
const inBothColours = ['stage-battle', 'live', 'report', 'replay', 'help', 'setting', 'user'];

/** The number of ledger rows with which the screens of a show are checked. */
const ROWS = 60;
const PHONE = { width: 390, height: 844 };
/** The limit of each wait (ms): axe keeps a busy machine busier. */
const timeout = 90_000;

let browser: Browser;
let simulator: Simulator;
let server: RunningRingside;
let client: ScreenClient;
/** The one open page of each kind. Opening a page and loading axe takes longer than the check. */
const pages: Partial<Record<'visitor' | 'account', ToolPage>> = {};

beforeAll(async () => {
  browser = await sharedBrowser();
  simulator = await startSimulator({ script: 'rush' });
  const env = { ...forMany, TOOL: 'auto', LIVE_WEB_URL: simulator.webUrl, LIVE_WS_URL: simulator.wsUrl };
  server = await startWarm({ env });
  client = await joinAsScreen(server.url);
  pages.visitor = await ToolPage.open(browser, server.url, { path: '404', timeout });
});
afterAll(async () => {
  client.close();
  await server.stop();
  await simulator.close();
});

/** Moves an open page to a screen as a link does. Leaves the last screen first, with its dialogs and lists. */
async function go({ page }: ToolPage, path: string, language: Language = 'en'): Promise<void> {
  const move = (to: string) => {
    history.pushState(null, '', `/${to}`);
    window.dispatchEvent(new PopStateEvent('popstate'));
  };
  await speak(page, language);
  // A dialog may be open in a store, and open again with the screen.
  const dialog = page.getByRole('dialog');
  if ((await dialog.count()) > 0) await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.evaluate(move, '404');
  const left = page.locator('main.empty > h1');
  await left.waitFor();
  await page.evaluate(move, path);
  if (path !== '404') await left.waitFor({ state: 'detached' });
}

/** Shows a screen on its open page. */
async function show({ name, path, signedIn, prepare }: Screen): Promise<ToolPage> {
  const tool = signedIn === true ? pages.account : pages.visitor;
  if (tool === undefined) throw new Error('The page is not open.');
  // A long list takes longer, and its further rows are alike.
  await go(tool, path.replace(/\?size=\d+$/, ''), languages[name]);
  await prepare(tool.page);
  return tool;
}

/** What axe finds in all looks, and what our own checks find, such as controls that do not show the focus. */
async function problemsOn(screen: Screen): Promise<string[]> {
  const tool = await show(screen);
  const found = await axeViolations(tool.page);
  if (!inBothColours.includes(screen.name)) return [...found, ...(await accessibilityProblems(tool.page))];
  const { dark, light } = await problemsInBothColours(tool);
  return [...found, ...dark, ...light.map((problem) => `${problem} (light)`)];
}

const NOTHING = 'finds nothing on $name, in three themes, dark and light';
/** Includes the time in which a busy machine does something else. */
const patience = { timeout: 300_000 };

describe('axe and our checks on empty screens', () => {
  it.each(screens.filter(({ amounts }) => amounts.includes('empty')))(NOTHING, patience, async (screen) => {
    await screen.setup?.(client);
    expect(await problemsOn(screen)).toEqual([]);
  });
});

describe('axe and our checks on screens of an account', () => {
  beforeAll(async () => {
    const token = await fillAccounts(server.url);
    pages.account = await ToolPage.open(browser, server.url, { path: '404', token, timeout });
  });

  it.each(screens.filter(({ signedIn }) => signedIn === true))(NOTHING, patience, async (screen) => {
    expect(await problemsOn(screen)).toEqual([]);
  });
});

describe('axe on screens of a show', () => {
  beforeAll(async () => {
    const { preset } = await client.call('presets.save', { preset: presetOf(simulator) });
    await client.call('room.open', { username: simulator.username, lineId: 'line1' });
    await client.push((push) => push.push === 'connection' && push.connection.phase === 'live');
    await client.call('session.choosePreset', { presetId: preset.id });
    await client.call('session.act', { action: 'start' });
    for (let rows = 0; rows < ROWS; ) {
      rows = (await client.call('ledger.page', { filter: {}, limit: 1 })).total;
    }
    simulator.pause();
  });

  /** Lets gifts arrive while the screen is set up. They would slow down the check. */
  async function setUp({ setup }: Screen): Promise<void> {
    simulator.resume();
    await setup?.(client);
    simulator.pause();
  }

  const shown = screens.filter(({ amounts, signedIn }) => amounts.includes('full') && signedIn !== true);
  it.each(shown)(NOTHING, patience, async (screen) => {
    await setUp(screen);
    const problems = inBothColours.includes(screen.name)
      ? await problemsOn(screen)
      : await axeViolations((await show(screen)).page);
    expect(problems).toEqual([]);
    if (screen.name !== 'stage-battle') return;
    const phone = await ToolPage.open(browser, server.url, { language: 'ja', timeout, ...PHONE });
    await phone.page.locator('[data-remote] [aria-current="true"]').waitFor();
    expect(await axeViolations(phone.page)).toEqual([]);
    await phone.close();
  });
});
