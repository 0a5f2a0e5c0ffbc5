import type { Simulator } from '#tests/simulator/simulator.ts';
import type { ToolPage } from '#tests/support/toolPage.ts';
import { until } from '#tests/support/until.ts';
import type { Operator } from './operator.ts';

/** A gift that is not exclusive to any anchor. */
const FINGER_HEART = 5487;
const NEWEST = 12;

/** Moves the newest gifts to another anchor or to uncounted. */
export async function correct(operator: Operator, to: 'anchor:a1' | 'uncounted'): Promise<void> {
  const { rows } = await operator.call('ledger.page', { filter: {}, limit: NEWEST });
  const rowIds = rows.filter(({ target }) => target !== to).map(({ rowId }) => rowId);
  if (rowIds.length > 0) await operator.call('ledger.reassign', { rowIds, to });
}

/**
 * Sends a gift in a quiet moment. The operator assigns it by mouse and keys, undoes that, and assigns it to another
 * anchor.
 */
export async function assignByHand({ page }: ToolPage, simulator: Simulator, viewer: string): Promise<void> {
  simulator.pause();
  await simulator.allAcked();
  simulator.sendGift({ viewer, gift: FINGER_HEART });
  const line = page.locator('[data-row]', { hasText: viewer });
  const says = (what: string, is: boolean) =>
    until(async () => ((await line.textContent()) ?? '').includes(what) === is, `"${what}" in the line`);
  await line.click();
  await page.keyboard.press('1');
  await says('Corrected', true);
  await page.keyboard.press('Control+z');
  await says('Corrected', false);
  await page.keyboard.press('2');
  await says('Corrected', true);
  simulator.resume();
}

/** Changes the theme during the show, which reloads the page. */
export async function changeTheme(host: ToolPage, theme: string): Promise<void> {
  const { page } = host;
  await host.tab('Setting');
  await page.evaluate(() => document.documentElement.setAttribute('data-before', ''));
  // Parts above the control may move in a busy show, so a click may miss: retry.
  const isReloaded = async () => (await page.locator('html:not([data-before])').count()) > 0;
  const choose = page.getByRole('main').getByText(theme, { exact: true });
  await until(async () => {
    if (!(await isReloaded())) await choose.click({ timeout: 2000 }).catch(() => undefined);
    return isReloaded();
  }, 'the page in another theme');
  await page.getByRole('radio', { name: theme, checked: true }).waitFor({ state: 'attached' });
  await host.tab('Homepage');
  await page.locator('[data-totals]').waitFor({ state: 'attached' });
}
