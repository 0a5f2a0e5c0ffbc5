import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOUGHNUT, onDuel, ROSE, startDuel, votesOf } from '#tests/support/duel.ts';
import { web } from '#tests/support/forms.ts';

beforeAll(() => web.start());
afterAll(() => web.stop());

describe('gift from outside of the round', () => {
  it('is moved into the round by the menu of its row, moved out, and restored by undo', async () => {
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

  it('is moved out by the report’s corrections, which name both rounds', async () => {
    await onDuel(web, {}, async (show, tool) => {
      const { page } = tool;
      show.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 5 });
      const row = page.locator('.lrow', { hasText: 'Aoi' });
      await row.waitFor();
      await startDuel(show);
      await row.click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Count in round 1' }).click();
      await expect.poll(votesOf(tool, 'Attacker')).toBe('5');

      await tool.tab('Data Report');
      await page.getByRole('radio', { name: 'Corrections' }).click();
      const placed = page.locator('.rtable__line', { hasText: 'Set round' });
      await placed.waitFor();
      const cells = await placed.getByRole('cell').allInnerTexts();
      expect(cells.slice(2, 9)).toEqual(['Set round', 'Aoi', 'Mika', 'No round', 'Round 1', '1', '5']);
      await placed.getByRole('button', { name: 'Undo' }).click();
      await placed.getByText('Undone').waitFor();
      await tool.tab('Homepage');
      await expect.poll(votesOf(tool, 'Attacker')).toBe('0');
    });
  });

  it('leaves the round by the menu of its row, which reverts only that row', async () => {
    await onDuel(web, {}, async (show, tool) => {
      const { page } = tool;
      await startDuel(show);
      for (const viewer of ['Aoi', 'Ben']) {
        show.simulator.sendGift({ viewer, gift: ROSE, count: 5 });
        const row = page.locator('.lrow', { hasText: viewer });
        await row.click({ button: 'right' });
        await page.getByRole('menuitem', { name: 'Take out of round 1' }).click();
        await row.getByRole('img', { name: /by hand/ }).waitFor();
      }
      await expect.poll(votesOf(tool, 'Attacker')).toBe('0');
      await page.locator('.lrow', { hasText: 'Aoi' }).click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Undo this row’s correction' }).click();
      await expect.poll(votesOf(tool, 'Attacker')).toBe('5');
      expect(
        await page
          .locator('.lrow', { hasText: 'Aoi' })
          .getByRole('img', { name: /by hand/ })
          .count(),
      ).toBe(0);
    });
  });
});
