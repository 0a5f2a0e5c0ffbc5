import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forms, web } from '#tests/support/forms.ts';
import type { OnAir } from '#tests/support/onAir.ts';
import { readWorkbook } from '#tests/support/tables.ts';
import type { ToolPage } from '#tests/support/toolPage.ts';
import { until } from '#tests/support/until.ts';

const HOST = 'host.of.the.show';
const ROSE = 5655;

let show: OnAir;

/** Starts a show in which Mika gave five gifts and a viewer with a hostile name two. */
async function shownGifts(): Promise<void> {
  await show.prepare(HOST);
  await show.call('session.act', { action: 'start' });
  show.simulator.sendGift({ viewer: 'Mika', gift: ROSE, count: 5 });
  show.simulator.sendGift({ viewer: '=cmd()', gift: ROSE, count: 2 });
  const gifts = async () => (await show.call('report.read', { filter: {} })).report.overview.counted.count;
  await until(async () => (await gifts()) === 7, 'seven gifts');
}

async function openReport(): Promise<ToolPage> {
  const tool = await show.open();
  await tool.tab('Data Report');
  return tool;
}

const figure = (tool: ToolPage, label: string) =>
  tool.page.locator('[data-sums] > div', { hasText: label }).locator('dd').textContent();

async function openSection(tool: ToolPage, name: string): Promise<void> {
  await tool.page.locator('main [role="radiogroup"] label', { hasText: name }).click();
}

async function saved(tool: ToolPage, button: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([tool.page.waitForEvent('download'), tool.button(button).click()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** Saves the payouts of the week, an A4 page for each anchor. */
async function expectPayoutPdf(tool: ToolPage): Promise<void> {
  await tool.page.getByText('Period', { exact: true }).click();
  await openSection(tool, 'Payouts');
  const { name, bytes } = await saved(tool, 'Save as PDF');
  expect(name).toMatch(/^\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d_.+\.pdf$/);
  const text = bytes.toString('latin1');
  expect(text.startsWith('%PDF-')).toBe(true);
  expect(text.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(show.simulator.anchors.length);
  // A4 in points.
  expect(text).toMatch(/\/MediaBox\s*\[0 0 59[45][.\d]* 84[12][.\d]*\]/);
}

describe.each(forms)('data report ($name)', (form) => {
  beforeAll(async () => {
    show = await form.goOnAir({ username: HOST, script: 'empty' });
    await shownGifts();
  });
  afterAll(async () => {
    await show.close();
  });

  // In both forms, because each saves files in its own way.
  it('shows totals and givers of a running show, and saves them as CSV and Excel', async () => {
    const tool = await openReport();
    await expect.poll(() => figure(tool, 'Gifts')).toBe('7');
    expect(await figure(tool, 'Number of gift givers')).toBe('2');
    await openSection(tool, 'Users');
    await expect.poll(() => tool.page.locator('tbody tr').allInnerTexts()).toHaveLength(2);
    expect(await tool.page.locator('tbody tr').first().innerText()).toContain('Mika');

    const csv = await saved(tool, 'Save CSV');
    expect(csv.name).toMatch(/host\.of\.the\.show.*User-ranking\.csv$/);
    const lines = csv.bytes.toString('utf8').split('\r\n');
    expect(lines[1]).toMatch(/^1,Mika,.*,5,5,5,/);
    expect(lines[2]).toMatch(/^2,'=cmd\(\),/);
    const sheets = await readWorkbook((await saved(tool, 'Save Excel')).bytes);
    expect([...sheets.keys()].slice(0, 3)).toEqual(['Show', 'Data overview', 'Rounds']);
    expect(sheets.get('Show')?.[0]).toEqual(['Room', `@${HOST}`]);
    const [titles = [], ...gifts] = sheets.get('Every gift') ?? [];
    const givers = gifts.map((row) => [row[titles.indexOf('User')], row[titles.indexOf('Gifts')]]);
    expect(givers).toEqual([
      ['=cmd()', '2'],
      ['Mika', '5'],
    ]);
    // A browser prints to a PDF by itself.
    if (form !== web) await expectPayoutPdf(tool);
    expect(tool.complaints).toEqual([]);
    await tool.close();
  });
});
