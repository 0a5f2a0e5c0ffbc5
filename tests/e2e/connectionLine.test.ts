import { describe, expect, it } from 'vitest';
import { DOUGHNUT, HOST, onDuel, ROSE, startDuel } from '#tests/support/duel.ts';
import { web } from '#tests/support/forms.ts';
import type { ToolPage } from '#tests/support/toolPage.ts';

const queue = ({ page }: ToolPage) => page.getByRole('region', { name: 'Next to assign' });
const cursor = (tool: ToolPage) => queue(tool).locator('[aria-current="true"]');

describe('connection of a running show', () => {
  it('is a line in the bar that opens by click or key, and shows when the live has ended', async () => {
    await onDuel(web, {}, async (show, tool) => {
      const { page } = tool;
      const line = page.getByRole('banner').getByRole('button', { name: `@${HOST}` });
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
      const words = page.getByRole('banner').getByText('The live has ended.', { exact: false });
      await words.waitFor();
      expect(await words.evaluate((text) => text.scrollHeight <= text.clientHeight + 1)).toBe(true);
      expect(await page.getByRole('banner').getByText('Votes', { exact: true }).isVisible()).toBe(true);
      await tool.tab('Homepage');
      await tool.username.waitFor();
    });
  });

  it('says beside a round on every tab that nothing arrives, and moves nothing, in each language', async () => {
    const path = 'tool/report';
    await onDuel(
      web,
      { round: { length: 600 } },
      async (show, english) => {
        const looks = [
          { page: english.page, words: /^Nothing is coming in/ },
          { page: (await show.open({ language: 'ja', path })).page, words: /^集計対象が届いていません/ },
          { page: (await show.open({ language: 'zh_CN', path })).page, words: /^没有收到可计票的数据/ },
        ];
        await startDuel(show);
        show.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 12_345 });
        const placesOfRound = () =>
          Promise.all(
            looks.map(async ({ page }) => {
              const round = page.getByRole('banner').getByRole('link');
              await round.getByText('12,345').waitFor();
              const box = await round.boundingBox();
              return { x: box?.x, width: box?.width };
            }),
          );
        const before = await placesOfRound();
        // The platform sends nothing else.
        for (const { page, words } of looks) {
          const sentence = page.getByRole('banner').getByText(words);
          await sentence.waitFor({ timeout: 30_000 });
          const { width, cut } = await sentence.evaluate((text) => ({
            width: text.clientWidth,
            cut: text.scrollHeight - text.clientHeight,
          }));
          expect(width).toBeGreaterThan(100);
          expect(cut).toBeLessThanOrEqual(1);
        }
        expect(await placesOfRound()).toEqual(before);
      },
      { path },
    );
  });

  it('does not move the stage between start and settlement', async () => {
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
