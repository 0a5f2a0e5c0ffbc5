import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallArgs } from '#shared/contract/backstage.ts';
import { TOKEN_IN_APP } from '#shared/contract/desktop.ts';
import { eventually } from '#tests/electron/desktops.ts';
import { findElectron, needsStandIn } from '#tests/electron/findElectron.ts';
import { Desktop } from '#tests/electron/launch.ts';
import { ask, prepareRoom } from '#tests/electron/toolWindow.ts';
import { type Simulator, startSimulator } from '#tests/simulator/simulator.ts';
import { type RunningRingside, startRingside, temporaryFolder } from '#tests/support/ringside.ts';
import { ToolPage } from '#tests/support/toolPage.ts';
import { until } from '#tests/support/until.ts';
import { openTab } from '../support/openTab.ts';

const HOST = 'host.live';
const EMAIL = 'host@ringside.test';
const PASSWORD = 'Secret_1';

/** The system's settings, with the entry of the start at sign-in. */
const config = temporaryFolder();
const entry = join(config, 'autostart', 'ringside.desktop');

/** One app for all tests, whose page stays open, with a server and a room. The last tests start it again. */
let desktop: Desktop;
let tool: ToolPage;
let server: RunningRingside;
let room: Simulator;

async function launch(program: string, userData?: string): Promise<void> {
  const env = {
    LIVE_WEB_URL: room.webUrl,
    LIVE_WS_URL: room.wsUrl,
    XDG_CONFIG_HOME: config,
    APPIMAGE: program,
  };
  desktop = await Desktop.launch({ env, ...(userData !== undefined && { userData }) });
  tool = await ToolPage.of(await desktop.page('/tool'));
}

beforeAll(async () => {
  room = await startSimulator({ username: HOST, script: 'empty' });
  const live = { LIVE_WEB_URL: room.webUrl, LIVE_WS_URL: room.wsUrl };
  const started = startRingside({ env: { ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: PASSWORD, ...live } });
  await launch('/opt/Ringside-1.AppImage');
  server = await started;
});
afterAll(async () => {
  await desktop.dispose();
  await server.stop();
  await room.close();
  rmSync(config, { recursive: true, force: true });
});

const openSetting = () => openTab(tool.page, 'Setting');

const rowOf = (action: string) => tool.page.getByRole('listitem').filter({ hasText: action });

async function recordGlobalKey(action: string, keys: string): Promise<void> {
  await rowOf(action).getByRole('button', { name: 'global key' }).last().click();
  await tool.page.keyboard.press(keys);
}

const removeGlobalKey = (action: string) =>
  tool.page.getByRole('button', { name: `${action}: remove the global key` });

const isDark = () => tool.page.evaluate(() => document.documentElement.classList.contains('dark-mode'));

describe('Setting in the desktop app', () => {
  it('changes the language of the system menu', needsStandIn(), async () => {
    await desktop.note('menu', ({ labels }) => labels.includes('ファイル'));
    await desktop.note('menu', ({ labels }) => labels.includes('File'));
    await openSetting();
    await tool.page.getByRole('main').getByText('简体中文', { exact: true }).click();
    await desktop.note('menu', ({ labels }) => labels.includes('文件'));
    await tool.page.getByRole('main').getByText('English', { exact: true }).click();
    await tool.page.getByRole('link', { name: 'Setting', exact: true }).waitFor();
  });

  it('clears the cache and shows how much it freed', async () => {
    await openSetting();
    writeFileSync(join(desktop.userData, 'logs', 'ringside.1.log'), 'x'.repeat(3_000_000));
    await tool.button(/^Clear$/).click();
    const toast = tool.page.locator('.toast');
    await toast.getByText('Cache cleared successfully').waitFor();
    const freed = await toast.getByText(/[\d.]+ MB freed/).textContent();
    expect(Number.parseFloat(freed ?? '')).toBeGreaterThanOrEqual(3);
  });

  it('runs an action by its global key while another program has the focus', needsStandIn(), async () => {
    await openSetting();
    desktop.order({ order: 'takeKeys', accelerators: ['Ctrl+Alt+L'] });
    await recordGlobalKey('Dark or light', 'Control+d');
    await rowOf('Dark or light').getByText('Other programs need this key').waitFor();
    await tool.page.keyboard.press('Control+Alt+d');
    await desktop.note('globalKeys', ({ accelerators }) => accelerators.includes('Ctrl+Alt+D'));
    await recordGlobalKey('Start the show', 'Control+Alt+d');
    await rowOf('Start the show').getByText('“Dark or light” uses this key').waitFor();
    await tool.page.keyboard.press('Control+Alt+l');
    await rowOf('Start the show').getByText('Another program or the system uses this').waitFor();

    const before = await isDark();
    desktop.order({ order: 'pressGlobally', accelerator: 'Ctrl+Alt+D' });
    await eventually(isDark).not.toBe(before);
  });

  it('opens the workbench window with the chosen layout, and closes it', needsStandIn(), async () => {
    await openSetting();
    await tool.button('Open the window').click();
    await desktop.page('/workbench');
    await tool.page.getByText('Vertical', { exact: true }).click();
    await desktop.note('window', ({ title, height }) => title.includes('Workbench') && height === 960);
    await tool.page.getByLabel('Keep it on top').click({ force: true });
    await desktop.note('window', ({ title, alwaysOnTop }) => title.includes('Workbench') && alwaysOnTop);
    await tool.button('Close the window').click();
    await tool.button('Open the window').waitFor();
  });

  it('accepts only https as the update address, and shows that this copy does not update itself', async () => {
    await openSetting();
    const { page } = tool;
    await page.getByText('This copy of Ringside does not update itself.').waitFor();
    await page.getByText('Advanced: update server', { exact: true }).click();
    const field = page.getByRole('textbox', { name: 'Update address' });
    await field.fill('http://updates.test/releases');
    await page.getByText('Enter an address that begins with https://.', { exact: true }).waitFor();
    await field.fill('updates.test/releases');
    await field.press('Enter');
    await eventually(() => field.inputValue()).toBe('https://updates.test/releases');
  });
});

describe('both lines in the desktop app', () => {
  it('count each gift once, and the bar shows the state of each', async () => {
    const { page } = tool;
    await openSetting();
    await prepareRoom(page, room, HOST);
    expect(await page.locator('[data-other-line]').count()).toBe(0);
    await page.getByLabel('Listen by both').click({ force: true });
    await room.entered(2);
    await eventually(() => page.locator('[data-other-line]').getAttribute('title')).toBe('Line 2 Live');
    await openTab(page, 'Homepage');
    await tool.button(/^Start/).click();
    await tool.button(/^Pause/).waitFor();
    room.sendGift({ viewer: 'Mika', gift: 5655, count: 3 });
    await eventually(async () => (await tool.totals()).Gifts).toBe(3);
    await openSetting();
    await page.getByLabel('Listen by both').click({ force: true });
    await page.locator('[data-other-line]').waitFor({ state: 'detached' });
    await openTab(page, 'Homepage');
    room.sendGift({ viewer: 'Mika', gift: 5655, count: 2 });
    await eventually(async () => (await tool.totals()).Gifts).toBe(5);
    await ask(page, 'session.act', { action: 'end' });
    await ask(page, 'room.close', {});
  });
});

describe('account in the desktop app', () => {
  async function setServer(address: string): Promise<void> {
    await openSetting();
    const field = tool.page.getByRole('textbox', { name: 'Ringside server' });
    await field.fill(address);
    await field.press('Enter');
    await eventually(() => field.inputValue()).toBe(address);
    await tool.button('Save').waitFor({ state: 'detached' });
  }

  async function signIn(): Promise<void> {
    const { page } = tool;
    await openTab(page, 'User Info');
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill(EMAIL);
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
    await page.locator('form').getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText(EMAIL).first().waitFor();
  }

  const signInState = () => tool.page.evaluate(() => window.ringside?.getSignIn({}));

  /** The JSON of the answer to `room.open`. */
  const openRoom = async (page: Page, args: CallArgs<'room.open'>): Promise<string> => {
    const request = { id: 1, call: 'room.open', args };
    return JSON.stringify(await page.evaluate((wanted) => window.ringside?.request(wanted), request));
  };

  it('asks for a server and links to its setting', async () => {
    const { page } = tool;
    expect(await page.evaluate(async () => (await fetch('/api/user/info')).json())).toMatchObject({
      code: 404,
      msg: expect.stringContaining('No server is set'),
    });
    await openTab(page, 'User Info');
    await page.getByRole('link', { name: 'Set the server' }).click();
    await page.getByRole('textbox', { name: 'Ringside server' }).waitFor();
  });

  it('saves presets and shows on the server, and Line 2 relays through it without another token', async () => {
    const { page } = tool;
    await setServer(server.url);
    const { lines } = await ask(page, 'lines.list', {});
    const relayUrl = server.url.replace(/^http/, 'ws');
    const relayed = lines.map((line) =>
      line.id === 'line2' ? { ...line, kind: 'relay' as const, relayUrl } : line,
    );
    await ask(page, 'lines.save', { lines: relayed });
    const open = () => openRoom(page, { username: HOST, lineId: 'line2' });
    expect(await open()).toContain('room.relayRefused');

    await signIn();
    expect(await open()).toContain('"ok":true');
    await page.getByRole('banner').getByText('Live', { exact: true }).waitFor();
    const { preset } = await ask(page, 'presets.save', { preset: { name: 'Saturday', anchors: [] } });
    await ask(page, 'session.choosePreset', { presetId: preset.id });
    await ask(page, 'session.act', { action: 'start' });
    room.sendGift({ viewer: 'Mika', gift: 5655, count: 4 });
    await openTab(page, 'Homepage');
    await eventually(async () => (await tool.totals()).Gifts).toBe(4);
    const kept = (what: string) =>
      page.evaluate(async (each) => (await fetch(`/api/${each}/list/1/20`)).text(), what);
    await eventually(() => kept('preset')).toContain('Saturday');
    await ask(page, 'session.act', { action: 'end' });
    await eventually(() => kept('show')).toContain(HOST);
    await ask(page, 'room.close', {});
    await ask(page, 'lines.save', { lines });
  });

  it('is signed out when the host sets another server', async () => {
    await setServer('https://another.ringside.invalid/');
    await openTab(tool.page, 'User Info');
    await tool.page.getByRole('link', { name: 'Sign in', exact: true }).waitFor();
    expect(await signInState()).toMatchObject({ result: { signedIn: false } });
  });

  it('does not give its token to the page', async () => {
    await setServer(server.url);
    await signIn();
    expect(await tool.page.evaluate(() => localStorage.getItem('TOKEN'))).toBe(TOKEN_IN_APP);
    expect(await signInState()).toEqual({ ok: true, result: { signedIn: true, lasting: true } });
  });
});

describe('next start of the desktop app', () => {
  /** Needs the stand-in, see the tests. */
  const isStandIn = findElectron() === null;

  beforeAll(async () => {
    await openSetting();
    if (isStandIn) {
      await tool.page.getByLabel('Open Ringside when I sign in').click({ force: true });
      await until(() => existsSync(entry), 'the entry of the start at sign-in');
      expect(readFileSync(entry, 'utf8')).toContain('"/opt/Ringside-1.AppImage"');
    }
    await desktop.kill();
    // A new version has another file name.
    await launch('/opt/Ringside-2.AppImage', desktop.userData);
  });

  it('keeps the start at sign-in for the new version, and can switch it off', needsStandIn(), async () => {
    await openSetting();
    await eventually(() => readFileSync(entry, 'utf8')).toContain('"/opt/Ringside-2.AppImage"');
    await tool.page.getByLabel('Open Ringside when I sign in').click({ force: true });
    await eventually(() => existsSync(entry)).toBe(false);
  });

  it('keeps global keys, and can remove them', needsStandIn(), async () => {
    await desktop.note('globalKeys', ({ accelerators }) => accelerators.includes('Ctrl+Alt+D'));
    await openSetting();
    await removeGlobalKey('Dark or light').click();
    await removeGlobalKey('Start the show').click();
    await desktop.note('globalKeys', ({ accelerators }) => accelerators.length === 0);
    await removeGlobalKey('Start the show').waitFor({ state: 'detached' });
    expect(await removeGlobalKey('Dark or light').count()).toBe(0);
  });

  it('keeps the host signed in until the host signs out', async () => {
    const { page } = tool;
    await openTab(page, 'User Info');
    await page.getByText(EMAIL).first().waitFor();
    await tool.button('Sign out').click();
    await page.getByRole('link', { name: 'Sign in', exact: true }).waitFor();
    expect(await page.evaluate(() => window.ringside?.getSignIn({}))).toMatchObject({
      result: { signedIn: false },
    });
  });
});
