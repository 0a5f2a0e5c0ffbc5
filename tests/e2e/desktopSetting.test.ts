import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterEach, describe, expect, it } from 'vitest';
import type { CallArgs } from '#shared/contract/backstage.ts';
import { TOKEN_IN_APP } from '#shared/contract/desktop.ts';
import { desktopsOfTests, eventually } from '#tests/electron/desktops.ts';
import { needsStandIn } from '#tests/electron/findElectron.ts';
import type { Desktop } from '#tests/electron/launch.ts';
import { ask, prepareRoom } from '#tests/electron/toolWindow.ts';
import { type Simulator, startSimulator } from '#tests/simulator/simulator.ts';
import { type RunningRingside, startRingside, temporaryFolder } from '#tests/support/ringside.ts';
import { ToolPage } from '#tests/support/toolPage.ts';
import { openTab } from '../support/openTab.ts';

const launch = desktopsOfTests();
const EMAIL = 'host@ringside.test';
const PASSWORD = 'Secret_1';

let server: RunningRingside | null = null;
let simulator: Simulator | null = null;
afterEach(async () => {
  await server?.stop();
  await simulator?.close();
  server = null;
  simulator = null;
});

async function openSetting(desktop: Desktop): Promise<ToolPage> {
  const tool = await ToolPage.of(await desktop.page('/tool'));
  await openTab(tool.page, 'Setting');
  return tool;
}

describe('Setting in the desktop app', () => {
  it('changes the language of the system menu', needsStandIn(), async () => {
    const desktop = await launch();
    await desktop.note('menu', ({ labels }) => labels.includes('ファイル'));
    const { page } = await openSetting(desktop);
    await desktop.note('menu', ({ labels }) => labels.includes('File'));
    await page.getByRole('main').getByText('简体中文', { exact: true }).click();
    await desktop.note('menu', ({ labels }) => labels.includes('文件'));
  });

  it('clears the cache and shows how much it freed', async () => {
    const desktop = await launch();
    const tool = await openSetting(desktop);
    writeFileSync(join(desktop.userData, 'logs', 'ringside.1.log'), 'x'.repeat(3_000_000));
    await tool.button(/^Clear$/).click();
    const toast = tool.page.locator('.toast');
    await toast.getByText('Cache cleared successfully').waitFor();
    const freed = await toast.getByText(/[\d.]+ MB freed/).textContent();
    expect(Number.parseFloat(freed ?? '')).toBeGreaterThanOrEqual(3);
  });

  it('switches the start at sign-in on and off', needsStandIn(), async () => {
    const config = temporaryFolder();
    const entry = join(config, 'autostart', 'ringside.desktop');
    try {
      const programAt = (place: string) => ({ XDG_CONFIG_HOME: config, APPIMAGE: place });
      const desktop = await launch({ env: programAt('/opt/Ringside-1.AppImage') });
      const first = await openSetting(desktop);
      await first.page.getByLabel('Open Ringside when I sign in').click({ force: true });
      await eventually(() => existsSync(entry)).toBe(true);
      expect(readFileSync(entry, 'utf8')).toContain('"/opt/Ringside-1.AppImage"');
      await desktop.kill();

      // A new version has another file name.
      const env = programAt('/opt/Ringside-2.AppImage');
      const { page } = await openSetting(await launch({ env, userData: desktop.userData }));
      await eventually(() => readFileSync(entry, 'utf8')).toContain('"/opt/Ringside-2.AppImage"');
      await page.getByLabel('Open Ringside when I sign in').click({ force: true });
      await eventually(() => existsSync(entry)).toBe(false);
    } finally {
      rmSync(config, { recursive: true, force: true });
    }
  });

  it('runs an action by its global key while another program has the focus', needsStandIn(), async () => {
    const desktop = await launch();
    const tool = await openSetting(desktop);
    const { page } = tool;
    const rowOf = (action: string) => page.getByRole('listitem').filter({ hasText: action });
    const record = async (action: string, keys: string) => {
      await rowOf(action).getByRole('button', { name: 'global key' }).last().click();
      await page.keyboard.press(keys);
    };
    desktop.order({ order: 'takeKeys', accelerators: ['Ctrl+Alt+L'] });
    await record('Dark or light', 'Control+d');
    await rowOf('Dark or light').getByText('Other programs need this key').waitFor();
    await page.keyboard.press('Control+Alt+d');
    await desktop.note('globalKeys', ({ accelerators }) => accelerators.includes('Ctrl+Alt+D'));
    await record('Start the show', 'Control+Alt+d');
    await rowOf('Start the show').getByText('“Dark or light” uses this key').waitFor();
    await page.keyboard.press('Control+Alt+l');
    await rowOf('Start the show').getByText('Another program or the system uses this').waitFor();

    const isDark = () => page.evaluate(() => document.documentElement.classList.contains('dark-mode'));
    const before = await isDark();
    desktop.order({ order: 'pressGlobally', accelerator: 'Ctrl+Alt+D' });
    await eventually(isDark).not.toBe(before);
    await desktop.kill();

    const again = await launch({ userData: desktop.userData });
    await again.note('globalKeys', ({ accelerators }) => accelerators.includes('Ctrl+Alt+D'));
    const next = await openSetting(again);
    const remove = (action: string) =>
      next.page.getByRole('button', { name: `${action}: remove the global key` });
    await remove('Dark or light').click();
    await remove('Start the show').click();
    await again.note('globalKeys', ({ accelerators }) => accelerators.length === 0);
    await remove('Start the show').waitFor({ state: 'detached' });
    expect(await remove('Dark or light').count()).toBe(0);
  });

  it('opens the workbench window with the chosen layout, and closes it', needsStandIn(), async () => {
    const desktop = await launch();
    const tool = await openSetting(desktop);
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
    const desktop = await launch();
    const { page } = await openSetting(desktop);
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
    const room = await startSimulator({ username: 'host.live', script: 'empty' });
    simulator = room;
    const desktop = await launch({ env: { LIVE_WEB_URL: room.webUrl, LIVE_WS_URL: room.wsUrl } });
    const tool = await openSetting(desktop);
    await prepareRoom(tool.page, room, 'host.live');
    expect(await tool.page.locator('[data-other-line]').count()).toBe(0);
    await tool.page.getByLabel('Listen by both').click({ force: true });
    await room.entered(2);
    await eventually(() => tool.page.locator('[data-other-line]').getAttribute('title')).toBe('Line 2 Live');
    await openTab(tool.page, 'Homepage');
    await tool.button(/^Start/).click();
    await tool.button(/^Pause/).waitFor();
    room.sendGift({ viewer: 'Mika', gift: 5655, count: 3 });
    await eventually(async () => (await tool.totals()).Gifts).toBe(3);
    await openTab(tool.page, 'Setting');
    await tool.page.getByLabel('Listen by both').click({ force: true });
    await tool.page.locator('[data-other-line]').waitFor({ state: 'detached' });
    await openTab(tool.page, 'Homepage');
    room.sendGift({ viewer: 'Mika', gift: 5655, count: 2 });
    await eventually(async () => (await tool.totals()).Gifts).toBe(5);
  });
});

describe('account in the desktop app', () => {
  async function withAccount(): Promise<RunningRingside> {
    server = await startRingside({ env: { ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: PASSWORD } });
    return server;
  }

  async function setServer(tool: ToolPage, address: string): Promise<void> {
    const field = tool.page.getByRole('textbox', { name: 'Ringside server' });
    await field.fill(address);
    await field.press('Enter');
    await eventually(() => field.inputValue()).toBe(address);
    await tool.button('Save').waitFor({ state: 'detached' });
  }

  async function signIn({ page }: ToolPage): Promise<void> {
    await openTab(page, 'User Info');
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill(EMAIL);
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
    await page.locator('form').getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  /** The JSON of the answer to `room.open`. */
  const openRoom = async (page: Page, args: CallArgs<'room.open'>): Promise<string> => {
    const request = { id: 1, call: 'room.open', args };
    return JSON.stringify(await page.evaluate((wanted) => window.ringside?.request(wanted), request));
  };

  it('asks for a server and links to its setting', async () => {
    const desktop = await launch();
    const { page } = await openSetting(desktop);
    expect(await page.evaluate(async () => (await fetch('/api/user/info')).json())).toMatchObject({
      code: 404,
      msg: expect.stringContaining('No server is set'),
    });
    await openTab(page, 'User Info');
    await page.getByRole('link', { name: 'Set the server' }).click();
    await page.getByRole('textbox', { name: 'Ringside server' }).waitFor();
  });

  it('stays signed in across starts, and the page never gets the token', async () => {
    const { url } = await withAccount();
    const desktop = await launch();
    const tool = await openSetting(desktop);
    await setServer(tool, url);
    await signIn(tool);
    await tool.page.getByText(EMAIL).first().waitFor();
    expect(await tool.page.evaluate(() => localStorage.getItem('TOKEN'))).toBe(TOKEN_IN_APP);
    expect(await tool.page.evaluate(() => window.ringside?.getSignIn({}))).toEqual({
      ok: true,
      result: { signedIn: true, lasting: true },
    });

    await desktop.kill();
    const later = await launch({ userData: desktop.userData });
    const again = await ToolPage.of(await later.page('/tool'));
    await openTab(again.page, 'User Info');
    await again.page.getByText(EMAIL).first().waitFor();
    await again.button('Sign out').click();
    await again.page.getByRole('link', { name: 'Sign in', exact: true }).waitFor();
    expect(await again.page.evaluate(() => window.ringside?.getSignIn({}))).toMatchObject({
      result: { signedIn: false },
    });
  });

  it('saves presets and shows on the server, and Line 2 relays through it without another token', async () => {
    const room = await startSimulator({ username: 'host.live', script: 'empty' });
    simulator = room;
    const live = { LIVE_WEB_URL: room.webUrl, LIVE_WS_URL: room.wsUrl };
    server = await startRingside({ env: { ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: PASSWORD, ...live } });
    const desktop = await launch();
    const tool = await openSetting(desktop);
    const { page } = tool;
    await setServer(tool, server.url);
    const { lines } = await ask(page, 'lines.list', {});
    const relayUrl = server.url.replace(/^http/, 'ws');
    await ask(page, 'lines.save', {
      lines: lines.map((line) => (line.id === 'line2' ? { ...line, kind: 'relay', relayUrl } : line)),
    });
    const open = () => openRoom(page, { username: 'host.live', lineId: 'line2' });
    expect(await open()).toContain('room.relayRefused');

    await signIn(tool);
    await page.getByText(EMAIL).first().waitFor();
    expect(await open()).toContain('"ok":true');
    await room.entered(1);
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
    await eventually(() => kept('show')).toContain('host.live');
  });

  it('is signed out when the host sets another server', async () => {
    const { url } = await withAccount();
    const desktop = await launch();
    const tool = await openSetting(desktop);
    await setServer(tool, url);
    await signIn(tool);
    await tool.page.getByText(EMAIL).first().waitFor();
    await openTab(tool.page, 'Setting');
    await setServer(tool, 'https://another.ringside.invalid/');
    await openTab(tool.page, 'User Info');
    await tool.page.getByRole('link', { name: 'Sign in', exact: true }).waitFor();
    expect(await tool.page.evaluate(() => window.ringside?.getSignIn({}))).toMatchObject({
      result: { signedIn: false },
    });
  });
});
