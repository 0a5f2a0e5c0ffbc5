import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseOption } from '#tests/support/controls.ts';
import { ExtrasTab, openOverlay, rankingOn } from '#tests/support/extrasTab.ts';
import { forms, web } from '#tests/support/forms.ts';
import type { OnAir } from '#tests/support/onAir.ts';
import { sharedBrowser } from '#tests/support/sharedBrowser.ts';
import type { ToolPage } from '#tests/support/toolPage.ts';

const HOST = 'host.of.the.show';

/** The browser that opens widget links, also for the desktop app. */
let viewers: Browser;
beforeAll(async () => {
  viewers = await sharedBrowser();
});

/** Opens Extras in a window of the show, runs `test`, and deletes the widgets that it made. */
async function inExtras(show: OnAir, test: (extras: ExtrasTab) => Promise<void>): Promise<void> {
  const tool = await show.open({ calm: true });
  const extras = new ExtrasTab(tool);
  await extras.open();
  await test(extras);
  expect(tool.complaints).toEqual([]);
  await tool.close();
  for (const { id } of (await show.call('overlay.list', {})).links) await show.call('overlay.delete', { id });
}

/** Sends each performer's own gift `times` times, with the performer's place as its count. */
function sendOwnGifts({ simulator }: OnAir, times: number): void {
  simulator.anchors.forEach((anchor, place) => {
    for (let each = 0; each < times; each += 1) {
      simulator.sendGift({ viewer: `Fan ${place}`, gift: anchor.gift.id, count: place + 1 });
    }
  });
}

/** Expects all sent gifts to count for anchors, and the same votes in the ranking. */
async function expectSameNumbers({ simulator }: OnAir, tool: ToolPage, overlay: Page): Promise<void> {
  await simulator.allAcked();
  const { diamonds } = simulator.truth();
  const sum = async () => Object.values(await tool.anchorVotes()).reduce((all, votes) => all + votes, 0);
  await expect.poll(sum, { timeout: 10_000 }).toBe(diamonds);
  const votes = await tool.anchorVotes();
  expect(Math.min(...Object.values(votes))).toBeGreaterThan(0);
  await expect.poll(() => rankingOn(overlay), { timeout: 10_000 }).toEqual(votes);
}

describe.each(forms)('widget ($name)', (form) => {
  /** One app for all tests, with a counting show. */
  let show: OnAir;
  beforeAll(async () => {
    show = await form.goOnAir({ username: HOST, script: 'empty' });
    await show.prepare(HOST);
    await show.call('session.act', { action: 'start' });
  });
  afterAll(() => show.close());

  // In both forms, because each has its own clipboard and serves widgets itself.
  it('shows the tool’s numbers under its pasted link while its options change', async () => {
    await inExtras(show, async (extras) => {
      const { page, tool } = extras;
      const address = await extras.add('Ranking');
      await tool.button('Copy link').click();
      await extras.toast('Copied Successfully').waitFor();
      await chooseOption(page, 'Display range', 'Show');
      await extras.saved();

      const preview = page.locator('main section iframe').first().contentFrame();
      await preview.locator('.ranking').first().waitFor({ state: 'attached' });

      const overlay = await openOverlay(viewers, address);
      sendOwnGifts(show, 2);
      await preview.locator('.ranking__row').first().waitFor();
      const names = show.simulator.anchors.map(({ nickname }) => nickname).sort();
      await expect.poll(async () => Object.keys(await rankingOn(overlay.page)).sort()).toEqual(names);
      await extras.tab('Homepage');
      await page.locator('ol.anchors > li').first().waitFor();
      await expectSameNumbers(show, tool, overlay.page);
      sendOwnGifts(show, 3);
      await expectSameNumbers(show, tool, overlay.page);

      await extras.open();
      await page
        .getByRole('button', { name: /^Ranking/ })
        .first()
        .click();
      await extras.field('Ranking name').fill('Friday <b>battle</b>');
      await overlay.page.getByText('Friday <b>battle</b>').waitFor();
      await extras.field('Maximum rows').fill('2');
      await expect.poll(async () => Object.keys(await rankingOn(overlay.page)).length).toBe(2);
      await page.keyboard.press('Escape');
      await tool.button(/^Undo/).click();
      await expect.poll(async () => Object.keys(await rankingOn(overlay.page)).length).toBe(names.length);
      const shown = page.getByRole('listitem').filter({ hasText: 'Shown on' });
      await shown.waitFor();
      await overlay.context.close();
      // The preview beside the list is no page of the stream.
      await shown.waitFor({ state: 'detached' });
    });
  });

  // The desktop app does the rest by the same code.
  if (form !== web) return;

  it('rejects an indent of 50 and an empty selection of contents with a reason', async () => {
    await inExtras(show, async (extras) => {
      const { page } = extras;
      await extras.add('Ranking');
      const indent = page.getByRole('spinbutton', { name: 'Top indent' });
      await indent.fill('50');
      await page.getByText('Enter a whole number from 0 to 49').waitFor();
      await indent.fill('49');
      await page.getByText('Enter a whole number from 0 to 49').waitFor({ state: 'detached' });
      await extras.saved();
      for (const item of ['Rank', 'Avatar', 'Name', 'Votes']) {
        await page
          .getByRole('group', { name: 'Display content' })
          .getByLabel(item, { exact: true })
          .uncheck();
      }
      await page.getByText('Please select at least one display item', { exact: true }).waitFor();
      await page.getByText('Not saved', { exact: true }).waitFor();
      await page.reload();
      await page.locator('form[name="widget"]').waitFor();
      expect(await page.getByRole('spinbutton', { name: 'Top indent' }).inputValue()).toBe('49');
      const boxes = page
        .getByRole('group', { name: 'Display content' })
        .getByRole('checkbox', { checked: true });
      await expect.poll(() => boxes.count()).toBe(1);
    });
  });

  it('is empty on stream once its link is renewed, and says why when its old link is opened', async () => {
    await inExtras(show, async (extras) => {
      const { page, tool } = extras;
      const address = await extras.add('Total votes');
      await tool.button('QR code').click();
      expect(await extras.readQr()).toBe(address);
      await page.keyboard.press('Escape');
      const overlay = await openOverlay(viewers, address);
      sendOwnGifts(show, 1);
      await expect.poll(() => overlay.page.locator('.total__votes').textContent()).not.toBe('0');
      await tool.button('Make a new link').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Make a new link' }).click();
      await expect.poll(() => extras.address.inputValue()).not.toBe(address);
      await overlay.page.locator('.host').waitFor({ state: 'hidden' });
      const card = overlay.page.getByText('This link is no longer in use', { exact: false });
      expect(await card.count()).toBe(0);
      await overlay.page.reload();
      await card.waitFor();
      expect(await overlay.page.locator('.total__votes').count()).toBe(0);
      await overlay.page.goto(await extras.address.inputValue());
      await overlay.page.locator('.total__votes').waitFor();
      await overlay.context.close();
    });
  });

  it('is deleted and restored with its former link', async () => {
    await inExtras(show, async (extras) => {
      const { tool } = extras;
      const address = await extras.add('Countdown');
      await tool.button('Delete Countdown').click();
      await tool.page.getByText('This widget no longer exists').waitFor();
      await tool.page.getByText('“Undo” brings back one that you have just deleted').waitFor();
      const overlay = await openOverlay(viewers, address);
      await overlay.page.getByText('This link is no longer in use', { exact: false }).waitFor();
      await tool.button('Undo').click();
      await tool.page.getByRole('heading', { level: 2, name: 'Countdown' }).waitFor();
      expect(await extras.address.inputValue()).toBe(address);
      await overlay.page.reload();
      await overlay.page.getByText('This link is no longer in use').waitFor({ state: 'detached' });
      await overlay.context.close();
    });
  });
});
