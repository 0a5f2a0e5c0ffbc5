import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOUGHNUT, onDuel } from '#tests/support/duel.ts';
import { web } from '#tests/support/forms.ts';

beforeAll(() => web.start());
afterAll(() => web.stop());

const gameplay = [
  { id: 'wheel', name: 'Wheel', effects: 'Loser sings', gift: { ids: [DOUGHNUT] }, duration: 60 },
];

describe('effects of a gameplay entry', () => {
  it.each(['normal', 'sticker'] as const)(
    'are shown on the stage while it runs, in the mode %s',
    async (mode) => {
      await onDuel(web, { mode, gameplay }, async (show, tool) => {
        show.simulator.sendGift({ viewer: 'Aoi', gift: DOUGHNUT });
        const stage = tool.page.getByRole('region', { name: 'Stage' });
        await stage.getByText(/Wheel/).first().waitFor();
        await stage.getByText(/Loser sings/).waitFor();
      });
    },
  );

  it('are shown in the report beside the gift that starts it', async () => {
    await onDuel(web, { mode: 'normal', gameplay }, async (show, tool) => {
      show.simulator.sendGift({ viewer: 'Aoi', gift: DOUGHNUT });
      await tool.page.locator('.lrow', { hasText: 'Aoi' }).waitFor();
      await tool.tab('Data Report');
      await tool.page.getByRole('radio', { name: 'Gifts' }).click();
      const row = tool.page.locator('.rtable__line', { hasText: 'Doughnut' });
      await row.getByText('Wheel · Loser sings').waitFor();
      expect(await tool.page.getByRole('columnheader', { name: 'Starts' }).count()).toBe(1);
    });
  });
});
