import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { web } from '#tests/support/forms.ts';
import { ledgerInSight } from '#tests/support/ledgerInSight.ts';
import type { OnAir } from '#tests/support/onAir.ts';
import type { ToolPage } from '#tests/support/toolPage.ts';

const HOST = 'host.of.the.show';
const ROSE = 5655;
/** More rows than the ledger reads at first. */
const WHILE_AWAY = 230;
const ROW_PX = 30;
/** How far the host scrolls down: beyond the rows that the ledger reads at first. */
const SCROLLED = 230;

let show: OnAir;
let tool: ToolPage;

const first = async () => (await ledgerInSight(tool.page))?.first;
const waiting = () => tool.page.locator('[data-ledger] button:has(.pi-arrow-up)');

let given = 0;
/** Lets further viewers, whose names are numbered, send one gift each. */
function give(gifts: number): void {
  for (const end = given + gifts; given < end; )
    show.simulator.sendGift({ viewer: `Viewer ${++given}`, gift: ROSE });
}

/** Goes to another tab, lets gifts arrive, and returns. */
async function leaveAndComeBack(): Promise<void> {
  await tool.tab('Help');
  await tool.page.getByRole('searchbox').waitFor();
  give(WHILE_AWAY);
  const rows = async () => (await show.call('ledger.page', { filter: {}, limit: 1 })).total;
  await expect.poll(rows).toBe(given);
  await tool.tab('Homepage');
}

beforeAll(async () => {
  show = await web.goOnAir({ username: HOST, script: 'empty' });
  await show.prepare(HOST);
  await show.call('session.act', { action: 'start' });
  tool = await show.open();
  give(20);
  await tool.page.locator('[data-row]', { hasText: `Viewer ${given}` }).waitFor();
});
afterAll(async () => {
  await show.close();
});

describe('host who returns to the Homepage', () => {
  it('sees the newest gifts if they were visible before', async () => {
    await leaveAndComeBack();
    await expect.poll(first).toBe(`Viewer ${given}`);
    expect(await waiting().count()).toBe(0);
    give(1);
    await expect.poll(first).toBe(`Viewer ${given}`);
  });

  it('sees the row that was visible before, and new gifts after one click', async () => {
    const row = `Viewer ${given - SCROLLED}`;
    // The list loads each part when it is scrolled into view.
    const scroll = () =>
      tool.page
        .locator('[data-ledger] [role="tree"]')
        .evaluate((list, top) => list.scrollTo({ top }), SCROLLED * ROW_PX);
    await expect.poll(() => scroll().then(first)).toBe(row);
    await leaveAndComeBack();
    await expect.poll(first).toBe(row);
    await expect.poll(() => waiting().innerText()).toContain(String(WHILE_AWAY));
    await waiting().click();
    await expect.poll(first).toBe(`Viewer ${given}`);
    expect(await waiting().count()).toBe(0);
  });
});
