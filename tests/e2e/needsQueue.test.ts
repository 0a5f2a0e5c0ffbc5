import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOUGHNUT, HOST, onDuel, startDuel, votesOf } from '#tests/support/duel.ts';
import { web } from '#tests/support/forms.ts';
import type { ToolPage } from '#tests/support/toolPage.ts';

/** Nobody's gift, 1 diamond. */
const GLOW_STICK = 6788;

beforeAll(() => web.start());
afterAll(() => web.stop());

const queue = ({ page }: ToolPage) => page.getByRole('region', { name: 'Next to assign' });
const cursor = (tool: ToolPage) => queue(tool).locator('[aria-current="true"]');
const unallocated = async (tool: ToolPage) => (await tool.totals()).Unallocated;

describe('queue', () => {
  it('assigns a gift by one key, undoes that, and suggests the anchor of the next gift', async () => {
    await onDuel(web, {}, async (show, tool) => {
      const { page } = tool;
      await startDuel(show);
      for (const viewer of ['Chie', 'Dan', 'Emi']) show.simulator.sendGift({ viewer, gift: GLOW_STICK });
      show.simulator.sendGift({ viewer: 'Ben', gift: DOUGHNUT, count: 2 });
      await cursor(tool).getByText('Ben').waitFor();
      await cursor(tool).getByText('can turn it').waitFor();
      await page.keyboard.press('2');
      await expect.poll(votesOf(tool, 'Defender')).toBe('60');
      await page.getByText('Doughnut ×2 from Ben → Rei').waitFor();
      await page.keyboard.press('u');
      await page.getByText('Undid: 2 gifts of Ben to Rei').waitFor();
      await cursor(tool).getByText('Ben').waitFor();

      // The viewer's next gift suggests the same anchor.
      await page.keyboard.press('2');
      await expect.poll(votesOf(tool, 'Defender')).toBe('60');
      show.simulator.sendGift({ viewer: 'Ben', gift: DOUGHNUT });
      await cursor(tool).getByText('→ Rei').waitFor();
      await cursor(tool).getByText('gave to them 1 time').waitFor();
      await page.keyboard.press('Delete');
      await expect.poll(() => unallocated(tool)).toBe(3);
    });
  });

  it('is emptied by arrow keys, by 0 and by one sweep, and an undo brings the small gifts back', async () => {
    await onDuel(web, {}, async (show, tool) => {
      const { page } = tool;
      show.simulator.sendGift({ viewer: 'Aoi', gift: DOUGHNUT, count: 3 });
      show.simulator.sendGift({ viewer: 'Ben', gift: DOUGHNUT, count: 2 });
      for (const viewer of ['Chie', 'Dan', 'Emi']) show.simulator.sendGift({ viewer, gift: GLOW_STICK });
      await cursor(tool).getByText('Aoi').waitFor();
      await page.keyboard.press('ArrowDown');
      await cursor(tool).getByText('Ben').waitFor();
      await page.keyboard.press('1');
      await expect.poll(async () => (await tool.anchorVotes()).Mika).toBe(60);
      await page.keyboard.press('Escape');
      await cursor(tool).getByText('Aoi').waitFor();
      await page.keyboard.press('0');
      await cursor(tool).getByText('Aoi').waitFor({ state: 'detached' });
      // Gifts left with nobody stay in the total.
      expect(await unallocated(tool)).toBe(93);
      await queue(tool).getByRole('button', { name: 'Sweep 3' }).click();
      await queue(tool).getByText('Nothing waits for you').waitFor();
      await page.getByText('3 small gifts left with nobody').waitFor();
      await expect.poll(() => page.getByText(/\d waits?$/).count()).toBe(0);
      await page.keyboard.press('u');
      await page.getByText('Undid: 3 gifts of 3 viewers to Unallocated').waitFor();
      await expect.poll(() => queue(tool).getByRole('listitem').count()).toBe(3);
      await tool.page.reload();
      await expect.poll(() => queue(tool).getByRole('listitem').count()).toBe(3);
    });
  });
});

describe('connection of a running show', () => {
  it('is a line in the bar that opens by click or key, and says when the live has ended', async () => {
    await onDuel(web, {}, async (show, tool) => {
      const { page } = tool;
      const line = page.locator('.bar').getByRole('button', { name: `@${HOST}` });
      await line.waitFor();
      await tool.button(/^Pause/).waitFor();
      expect(await tool.username.isVisible()).toBe(false);
      await line.click();
      await tool.username.waitFor();
      await line.click();
      await tool.username.waitFor({ state: 'hidden' });
      await page.keyboard.press('f');
      await expect.poll(() => tool.username.evaluate((field) => field === document.activeElement)).toBe(true);
      await page.keyboard.press('Escape');
      await line.click();
      await tool.username.waitFor({ state: 'hidden' });
      await tool.tab('Data Report');
      show.simulator.end();
      await page.locator('.bar').getByText('The live has ended.', { exact: false }).waitFor();
      await tool.tab('Homepage');
      await tool.username.waitFor();
    });
  });

  it('leaves the stage in its place from the start to the settlement', async () => {
    await onDuel(web, { round: { length: 60, delay: 60 } }, async (show, tool) => {
      const { page } = tool;
      await startDuel(show);
      const stage = page.getByRole('region', { name: 'Stage' });
      const places = async () => ({
        stage: await stage.boundingBox(),
        queue: await queue(tool).boundingBox(),
        total: (await page.getByRole('region', { name: 'Attacker' }).boundingBox())?.width,
      });
      await stage.getByText('Running').waitFor();
      const running = await places();
      show.simulator.sendGift({ viewer: 'Ben', gift: DOUGHNUT, count: 2 });
      await cursor(tool).getByText('Ben').waitFor();
      expect(await places()).toEqual(running);
      await show.call('round.act', { action: 'end' });
      await stage.getByText('Delay', { exact: true }).waitFor();
      expect(await places()).toEqual(running);
      await show.call('round.act', { action: 'cut' });
      await stage.getByText('Settled').waitFor();
      expect(await places()).toEqual(running);
    });
  });
});
