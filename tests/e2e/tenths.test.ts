import { describe, expect, it } from 'vitest';
import { onDuel, ROSE, startDuel, votesOf } from '#tests/support/duel.ts';
import { web } from '#tests/support/forms.ts';

const score = { by: 'diamonds', points: {}, multiplierTenths: 1 } as const;

describe('show with tenths of votes', () => {
  it('has one decimal on the stage, in the bar, the lists and the report', async () => {
    await onDuel(web, { score }, async (show, tool) => {
      const { page } = tool;
      await startDuel(show);
      show.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 3 });
      await expect.poll(votesOf(tool, 'Attacker')).toBe('0.3');
      expect(await votesOf(tool, 'Defender')()).toBe('0.0');
      await page.getByText('Attacker leads by 0.3').waitFor();
      await expect.poll(async () => (await tool.anchorVotes()).Mika).toBe(0.3);
      await page.getByRole('link', { name: /0.3 : 0.0/ }).waitFor();
      await page
        .getByRole('banner')
        .locator('span')
        .filter({ hasText: /^Votes\s*0\.3$/ })
        .waitFor();
      expect(await page.locator('[data-row] [data-cell="votes"]').allTextContents()).toEqual(['0.3']);
      await show.call('round.act', { action: 'end' });
      await page.getByText('gets 0.3').waitFor();
      await tool.tab('Data Report');
      await page.getByRole('radio', { name: 'Round data' }).click();
      await page.locator('tbody tr').getByText('Mika 0.3', { exact: false }).waitFor();
    });
  });
});
