import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { web } from '#tests/support/forms.ts';
import { ledgerInSight } from '#tests/support/ledgerInSight.ts';
import type { OnAir } from '#tests/support/onAir.ts';
import type { ToolPage } from '#tests/support/toolPage.ts';

const HOST = 'host.of.the.show';
const ROSE = 5655;
const GIFTS = 230;

let show: OnAir;
let tool: ToolPage;
/** The number of gifts that were sent: the newest row is that of the viewer with this number. */
let sent = 0;

async function send(count: number): Promise<void> {
  for (const end = sent + count; sent < end; ) {
    sent += 1;
    show.simulator.sendGift({ viewer: `Viewer ${sent}`, gift: ROSE });
  }
  await expect.poll(async () => (await inSight())?.first).toBe(`Viewer ${sent}`);
}

const inSight = () => ledgerInSight(tool.page);

describe('a ledger of hundreds of rows', () => {
  /** One show for all tests. Each opens its window anew, at the newest gift. */
  beforeAll(async () => {
    show = await web.goOnAir({ username: HOST, script: 'empty' });
    await show.prepare(HOST);
    await show.call('session.act', { action: 'start' });
    sent = 0;
  });
  beforeEach(async () => {
    tool = await show.open();
    await tool.button(/^Pause/).waitFor();
    await send(Math.max(GIFTS - sent, 1));
  });
  afterEach(() => tool.close());
  afterAll(async () => {
    await show.close();
  });

  it('scrolls to its first gift by key and by scroll bar, and back to the newest gift', async () => {
    const end = { last: 'Viewer 1', below: 0 };
    await tool.page.getByRole('tree', { name: 'Gift Data' }).focus();
    await tool.page.keyboard.press('End');
    await expect.poll(inSight).toMatchObject(end);
    await tool.page.keyboard.press('Escape');
    await expect.poll(inSight).toMatchObject({ first: `Viewer ${sent}` });

    await tool.page.evaluate(() => {
      const list = document.querySelector('[data-ledger] [role="tree"]');
      list?.scrollTo({ top: list.scrollHeight });
    });
    await expect.poll(inSight).toMatchObject(end);
  });

  it('grows at the top without moving a row', async () => {
    await send(60);
    const rows = await tool.page.locator('[data-ledger] [role="treeitem"]').evaluateAll((all) =>
      all
        .map((row) => ({
          top: Math.round(row.getBoundingClientRect().top),
          number: Number(row.querySelector('[data-cell="viewer"]')?.textContent?.replace('Viewer ', '')),
        }))
        .sort((one, other) => one.top - other.top),
    );
    for (const [place, { top, number }] of rows.entries()) {
      expect(number).toBe(sent - place);
      expect(top - (rows[0]?.top ?? 0)).toBe(place * 30);
    }
  });
});
