import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemsInBothColours } from '#tests/support/accessibility/check.ts';
import { goOnAir, type OnAirWeb, presetOf } from '#tests/support/onAir.ts';
import { joinAsScreen } from '#tests/support/screenClient.ts';
import { sharedBrowser } from '#tests/support/sharedBrowser.ts';
import { ToolPage } from '#tests/support/toolPage.ts';

const HOST = 'host.of.the.show';
const DOUGHNUT = 5879;

let browser: Browser;
let show: OnAirWeb;

beforeAll(async () => {
  browser = await sharedBrowser();
  show = await goOnAir(browser, { username: HOST, script: 'empty' });
  const client = await joinAsScreen(show.ringside.url);
  const { preset } = await client.call('presets.save', { preset: presetOf(show.simulator) });
  await client.call('room.open', { username: HOST, lineId: 'line1' });
  await client.push((push) => push.push === 'connection' && push.connection.phase === 'live');
  await client.call('session.choosePreset', { presetId: preset.id });
  await client.call('session.act', { action: 'start' });
  client.close();
}, 60_000);
afterAll(async () => {
  await show.close();
});

describe('select list', () => {
  it('exposes to screen readers whether it is open and which option has the focus', async () => {
    const tool = await ToolPage.open(browser, show.ringside.url, { path: 'tool' });
    const field = tool.page.getByRole('combobox', { name: 'Language' });
    await field.focus();
    expect(await field.getAttribute('aria-expanded')).toBe('false');
    const spoken = () =>
      field.evaluate((input) => {
        const id = input.getAttribute('aria-activedescendant') ?? '';
        return document.getElementById(id)?.getAttribute('aria-label') ?? id;
      });
    await field.press('ArrowDown');
    await expect.poll(() => field.getAttribute('aria-expanded')).toBe('true');
    await expect.poll(spoken).toBe('English');
    await field.press('ArrowDown');
    await expect.poll(spoken).not.toBe('English');
    const next = await spoken();
    expect(await tool.page.getByRole('option').allInnerTexts()).toContain(next);
    const list = (await field.getAttribute('aria-controls')) ?? '';
    expect(await tool.page.getByRole('listbox').getAttribute('id')).toBe(list);
    await field.press('Escape');
    await expect.poll(() => field.getAttribute('aria-expanded')).toBe('false');
    await expect.poll(spoken).toBe('');
    const named = () =>
      [...document.querySelectorAll('[aria-activedescendant]')]
        .map((element) => element.getAttribute('aria-activedescendant') ?? '')
        .filter((id) => document.getElementById(id) === null);
    expect(await tool.page.evaluate(named)).toEqual([]);
    await tool.close();
  });
});

describe('calendar', () => {
  it('supports arrow keys for days, and has no accessibility problems while it is open', async () => {
    const tool = await ToolPage.open(browser, show.ringside.url, { path: 'tool/report' });
    const field = tool.page.getByRole('combobox', { name: 'From' });
    await field.fill('2026-02-01 21:04:10');
    await field.press('ArrowDown');
    const calendar = tool.page.getByRole('dialog', { name: 'From' });
    await calendar.getByRole('gridcell', { name: 'Sunday, February 1, 2026' }).waitFor();
    await tool.page.keyboard.press('ArrowDown');
    await tool.page.keyboard.press('Enter');
    await expect.poll(() => field.inputValue()).toBe('2026-02-08 21:04:10');
    await tool.page.keyboard.press('ArrowRight');
    await tool.page.keyboard.press('Enter');
    await expect.poll(() => field.inputValue()).toBe('2026-02-09 21:04:10');
    expect(await problemsInBothColours(tool)).toEqual({ dark: [], light: [] });
    await tool.close();
  });
});

describe('Gift Data in a busy room', () => {
  it('lists gifts to screen readers from newest to oldest, with the position of each row', async () => {
    const tool = await ToolPage.open(browser, show.ringside.url, { path: 'tool' });
    const viewers = Array.from({ length: 90 }, (_, number) => `Reader${number}.`).reverse();
    for (const viewer of viewers.toReversed()) show.simulator.sendGift({ viewer, gift: DOUGHNUT });
    const spoken = async () => (await spokenRows(tool.page)).map((name) => /Reader\d+\./.exec(name)?.[0]);
    await expect.poll(async () => (await spoken())[0]).toBe(viewers[0]);
    const rows = await spoken();
    expect(rows.length).toBeGreaterThan(10);
    expect(rows).toEqual(viewers.slice(0, rows.length));
    expect((await tool.rowsOf('Reader')).map((text) => /Reader\d+\./.exec(text)?.[0])).toEqual(rows);

    await tool.page.getByRole('tree', { name: 'Gift Data' }).focus();
    await tool.page.keyboard.press('ArrowDown');
    await tool.page.keyboard.press('ArrowDown');
    const second = tool.page.getByRole('treeitem').filter({ hasText: viewers[1] ?? '' });
    await expect.poll(() => second.getAttribute('aria-posinset')).toBe('2');
    expect(Number(await second.getAttribute('aria-setsize'))).toBeGreaterThanOrEqual(viewers.length);
    const active = tool.page.getByRole('tree', { name: 'Gift Data' });
    expect(await active.getAttribute('aria-activedescendant')).toBe(await second.getAttribute('id'));
    await tool.close();
  });
});

/** The rows of Gift Data in the order of the browser's accessibility tree. */
async function spokenRows(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const tree = nodes.find(({ role, name }) => role?.value === 'tree' && name?.value === 'Gift Data');
  const children = (tree?.childIds ?? []).map((id) => nodes.find(({ nodeId }) => nodeId === id));
  return children.map((node) => String(node?.name?.value ?? '')).filter((name) => name !== '');
}
