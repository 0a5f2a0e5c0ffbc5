import { describe, expect, it } from 'vitest';
import { HOST, onDuel, ROSE, startDuel } from '#tests/support/duel.ts';
import { web } from '#tests/support/forms.ts';
import { speak } from '#tests/support/speak.ts';

const languages = [
  { language: 'en', silent: /^Nothing is coming in/ },
  { language: 'ja', silent: /^集計対象が届いていません/ },
  { language: 'zh_CN', silent: /^没有收到可计票的数据/ },
] as const;

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
    await onDuel(
      web,
      { round: { length: 600 } },
      async (show, { page }) => {
        const bar = page.getByRole('banner');
        await startDuel(show);
        show.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 12_345 });
        const placeOfRound = async () => {
          const round = bar.getByRole('link', { name: '12,345' });
          await round.waitFor();
          const box = await round.boundingBox();
          return { x: box?.x, width: box?.width };
        };
        /** Expects the whole sentence in the bar, in the chosen language. */
        const reads = async (words: RegExp) => {
          const sentence = bar.getByText(words);
          await sentence.waitFor();
          const { width, cut } = await sentence.evaluate((text) => ({
            width: text.clientWidth,
            cut: text.scrollHeight - text.clientHeight,
          }));
          expect(width).toBeGreaterThan(100);
          expect(cut).toBeLessThanOrEqual(1);
        };
        const before = new Map<string, unknown>();
        for (const { language } of languages) {
          await speak(page, language);
          before.set(language, await placeOfRound());
        }
        // The platform sends nothing else.
        for (const { language, silent } of languages) {
          await speak(page, language);
          await reads(silent);
          expect(await placeOfRound(), language).toEqual(before.get(language));
        }
      },
      { path: 'tool/report' },
    );
  });
});
