import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOUGHNUT, onDuel, startDuel, votesOf } from '#tests/support/duel.ts';
import { web } from '#tests/support/forms.ts';

beforeAll(() => web.start());
afterAll(() => web.stop());

describe('a gift from outside the round', () => {
  it('is counted in it by the menu of its row, taken out again, and brought back by undo', async () => {
    await onDuel(web, {}, async (show, tool) => {
      const { page } = tool;
      show.simulator.sendGift({ viewer: 'Aoi', gift: DOUGHNUT });
      const row = page.locator('.lrow', { hasText: 'Aoi' });
      await row.click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Mika' }).waitFor();
      expect(await page.getByRole('menuitem', { name: /round/ }).count()).toBe(0);
      await page.getByRole('menuitem', { name: 'Mika' }).click();
      await startDuel(show);
      await expect.poll(votesOf(tool, 'Attacker')).toBe('0');

      await row.click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Count in round 1' }).click();
      await expect.poll(votesOf(tool, 'Attacker')).toBe('30');
      await page.getByText('→ Round 1').waitFor();
      await row.getByRole('img', { name: /by hand/ }).waitFor();

      await row.click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Take out of round 1' }).click();
      await expect.poll(votesOf(tool, 'Attacker')).toBe('0');
      await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
      await expect.poll(votesOf(tool, 'Attacker')).toBe('30');
    });
  });
});
