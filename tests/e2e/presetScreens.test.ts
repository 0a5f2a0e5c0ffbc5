import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOUGHNUT, onDuel } from '#tests/support/duel.ts';
import { web } from '#tests/support/forms.ts';

beforeAll(() => web.start());
afterAll(() => web.stop());

describe('preset editor', () => {
  it('takes the exclusive gift from the next gift that arrives', async () => {
    await onDuel(web, {}, async (show, tool) => {
      await tool.tab('Group Live Setting');
      await tool.page.getByRole('button', { name: /^Duel/ }).first().click();
      const row = tool.page.locator('.draft').first();
      await row.getByRole('button', { name: 'Remove the gift' }).click();
      await row.getByRole('button', { name: 'Learn from the next gift' }).click();
      await row.getByRole('button', { name: /^Waiting for the next gift/ }).waitFor();
      show.simulator.sendGift({ viewer: 'Aoi', gift: DOUGHNUT });
      await row.getByRole('button', { name: 'Exclusive gift: Doughnut' }).waitFor();
    });
  });

  it('marks required fields with an asterisk', async () => {
    await onDuel(web, {}, async (_show, tool) => {
      await tool.tab('Group Live Setting');
      await tool.page.getByRole('button', { name: /^Duel/ }).first().click();
      const labelOf = (text: string) => tool.page.locator('label', { hasText: text }).first();
      await expect.poll(() => labelOf('Configuration name').textContent()).toBe('*Configuration name');
      expect(await labelOf('Platform username').textContent()).not.toContain('*');
    });
  });

  it('lists the rules that freestyle does not use, below those that it uses', async () => {
    await onDuel(web, { mode: 'freestyle' }, async (_show, tool) => {
      await tool.tab('Group Live Setting');
      await tool.page.getByRole('button', { name: /^Duel/ }).first().click();
      await tool.page.getByText('Not used in the mode Freestyle').first().waitFor();
      const order = await tool.page
        .locator('.rule, p.muted')
        .evaluateAll((all) => all.map(({ textContent }) => textContent ?? ''));
      const note = order.findIndex((text) => text.startsWith('Not used in the mode Freestyle'));
      expect(order.findIndex((text) => text.includes('Breakthrough'))).toBeLessThan(note);
    });
  });
});
