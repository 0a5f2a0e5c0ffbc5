import { describe, expect, it } from 'vitest';
import { DOUGHNUT, HOST, onDuel } from '#tests/support/duel.ts';
import { web } from '#tests/support/forms.ts';

describe('host at the first start', () => {
  it('connects, makes a preset, starts, and sees the first gift counted for its anchor', async () => {
    await onDuel(web, null, async (show, tool) => {
      await tool.connect(` @${HOST} `);
      await tool.page.getByText('Connected.', { exact: false }).waitFor();

      await tool.button(/New preset/).click();
      const editor = tool.page.getByRole('dialog');
      await editor.getByLabel('Configuration name').fill('Saturday');
      for (const [place, name] of ['Rin', 'Sora'].entries()) {
        await editor.getByRole('button', { name: 'Add an anchor' }).click();
        await editor.getByLabel('Streamer nickname').nth(place).fill(name);
      }
      await editor.getByRole('button', { name: 'Exclusive gift' }).first().click();
      const gifts = tool.page.getByRole('dialog', { name: 'Exclusive gift' });
      await gifts.getByPlaceholder('Name in any language, or id').fill('ドーナツ');
      await gifts.getByText('Doughnut').first().click();
      await editor.getByRole('button', { name: 'Save' }).click();
      await editor.waitFor({ state: 'detached' });

      await tool.button(/^Start/).click();
      await tool.button(/^Pause/).waitFor();
      show.simulator.sendGift({ viewer: 'Mika', gift: DOUGHNUT });
      await expect.poll(() => tool.anchorVotes()).toEqual({ Rin: 30, Sora: 0 });
      await expect
        .poll(() => tool.page.locator('[data-row]', { hasText: 'Mika' }).textContent())
        .toContain('Exclusive');
    });
  });

  it('can run a rehearsal without a live room', async () => {
    await onDuel(web, null, async (_show, tool) => {
      await tool.button(/^Rehearsal/).click();
      await tool.button(/^Start/).click();
      await expect.poll(async () => (await tool.totals()).Gifts, { timeout: 30_000 }).toBeGreaterThan(3);
      expect(await tool.page.locator('[data-row]').count()).toBeGreaterThan(0);
    });
  });
});
