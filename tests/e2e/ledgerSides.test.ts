import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseOption } from '#tests/support/controls.ts';
import { DOUGHNUT, onDuel, startDuel, votesOf } from '#tests/support/duel.ts';
import { web } from '#tests/support/forms.ts';

beforeAll(() => web.start());
afterAll(() => web.stop());

describe('gift in a battle', () => {
  it('is assigned to a side by the button, by the key and by the menu of its row', async () => {
    await onDuel(web, {}, async (show, tool) => {
      const { page } = tool;
      const queue = page.getByRole('region', { name: 'Next to assign' });
      await startDuel(show);

      show.simulator.sendGift({ viewer: 'Aoi', gift: DOUGHNUT });
      await queue.getByText('Aoi').waitFor();
      await queue.getByRole('button', { name: 'Attacker', exact: true }).click();
      await expect.poll(votesOf(tool, 'Attacker')).toBe('30');

      show.simulator.sendGift({ viewer: 'Ben', gift: DOUGHNUT });
      await queue.getByText('Ben').waitFor();
      await page.keyboard.press('Shift+D');
      await expect.poll(votesOf(tool, 'Defender')).toBe('30');

      await page.locator('.lrow', { hasText: 'Ben' }).click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Attacker' }).click();
      await expect.poll(votesOf(tool, 'Attacker')).toBe('60');
      await expect.poll(votesOf(tool, 'Defender')).toBe('0');
    });
  });

  it('is found by the filter for its side', async () => {
    await onDuel(web, {}, async (show, tool) => {
      const { page } = tool;
      await startDuel(show);
      show.simulator.sendGift({ viewer: 'Aoi', gift: DOUGHNUT });
      show.simulator.sendGift({ viewer: 'Ben', gift: DOUGHNUT });
      await page.locator('.lrow', { hasText: 'Aoi' }).click();
      await page.keyboard.press('Shift+D');
      await expect.poll(votesOf(tool, 'Defender')).toBe('30');
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await chooseOption(page, 'Where it counts', 'Defender');
      await page.locator('.lrow', { hasText: 'Ben' }).waitFor({ state: 'detached' });
      expect(await tool.rowsOf('Aoi')).toHaveLength(1);
    });
  });
});

describe('gift outside of a battle', () => {
  it('can be assigned to anchors only, and the key of a side says why', async () => {
    await onDuel(web, {}, async (show, tool) => {
      const { page } = tool;
      show.simulator.sendGift({ viewer: 'Aoi', gift: DOUGHNUT });
      const queue = page.getByRole('region', { name: 'Next to assign' });
      await queue.getByRole('button', { name: 'Mika', exact: true }).waitFor();
      expect(await queue.getByRole('button', { name: 'Attacker' }).count()).toBe(0);
      await page.locator('.lrow', { hasText: 'Aoi' }).click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Mika' }).waitFor();
      expect(await page.getByRole('menuitem', { name: 'Attacker' }).count()).toBe(0);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Shift+A');
      await page.getByText('Only gifts of a battle round can go to a side').waitFor();
    });
  });
});
