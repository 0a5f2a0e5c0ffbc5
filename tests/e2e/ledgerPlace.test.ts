import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { web } from '#tests/support/forms.ts';
import { ledgerInSight } from '#tests/support/ledgerInSight.ts';
import type { OnAir } from '#tests/support/onAir.ts';
import type { ToolPage } from '#tests/support/toolPage.ts';

const HOST = 'host.of.the.show';
const ROSE = 5655;
const GIFTS = 450;
/** More rows than the ledger reads at first. */
const WHILE_AWAY = 230;
const ROW_PX = 30;

let show: OnAir;
let tool: ToolPage;

const first = async () => (await ledgerInSight(tool.page))?.first;
const waiting = () => tool.page.locator('[data-ledger] button:has(.pi-arrow-up)');

function give(from: number, to: number): void {
  for (let number = from; number <= to; number++) {
    show.simulator.sendGift({ viewer: `Viewer ${number}`, gift: ROSE });
  }
}

/** Goes to another tab, lets gifts arrive, and returns. */
async function leaveAndComeBack(): Promise<void> {
  await tool.tab('Help');
  await tool.page.getByRole('searchbox').waitFor();
  give(GIFTS + 1, GIFTS + WHILE_AWAY);
  const rows = async () => (await show.call('ledger.page', { filter: {}, limit: 1 })).total;
  await expect.poll(rows).toBe(GIFTS + WHILE_AWAY);
  await tool.tab('Homepage');
}

beforeEach(async () => {
  show = await web.goOnAir({ username: HOST, script: 'empty' });
  await show.prepare(HOST);
  await show.call('session.act', { action: 'start' });
  tool = await show.open();
  give(1, GIFTS);
  await expect.poll(first).toBe(`Viewer ${GIFTS}`);
});
afterEach(() => show.close());

describe('host who returns to the Homepage', () => {
  it('sees the newest gifts if they were visible before', async () => {
    await leaveAndComeBack();
    await expect.poll(first).toBe(`Viewer ${GIFTS + WHILE_AWAY}`);
    expect(await waiting().count()).toBe(0);
    give(GIFTS + WHILE_AWAY + 1, GIFTS + WHILE_AWAY + 1);
    await expect.poll(first).toBe(`Viewer ${GIFTS + WHILE_AWAY + 1}`);
  });

  it('sees the row that was visible before, and new gifts after one click', async () => {
    // The list loads each part when it is scrolled into view.
    const scroll = () =>
      tool.page
        .locator('[data-ledger] [role="tree"]')
        .evaluate((list, top) => list.scrollTo({ top }), 400 * ROW_PX);
    await expect.poll(() => scroll().then(first)).toBe(`Viewer ${GIFTS - 400}`);
    await leaveAndComeBack();
    await expect.poll(first).toBe(`Viewer ${GIFTS - 400}`);
    await expect.poll(() => waiting().innerText()).toContain(String(WHILE_AWAY));
    await waiting().click();
    await expect.poll(first).toBe(`Viewer ${GIFTS + WHILE_AWAY}`);
    expect(await waiting().count()).toBe(0);
  });
});
