import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOUGHNUT, FINGER_HEART, onDuel, ROSE, startDuel, votesOf } from '#tests/support/duel.ts';
import { web } from '#tests/support/forms.ts';
import { endRound, stage } from '#tests/support/stagePage.ts';

/** Nobody's gifts, 1 and 2 diamonds. */
const GLOW_STICK = 6788;
const BRACELET = 9139;

const dances = [
  { id: 'spin', name: 'Spin around with everybody', gift: { ids: [GLOW_STICK] }, duration: 600 },
  { id: 'wave', name: 'Wave', gift: { ids: [BRACELET] } },
];

beforeAll(() => web.start());
afterAll(() => web.stop());

describe('anchor that is knocked out by mistake', () => {
  it('is back after one click, and comes back by a resurrection if it was no mistake', async () => {
    await onDuel(web, { resurrection: { floor: 40 }, round: { length: 0 } }, async (show, tool) => {
      const { page } = tool;
      const dialog = page.getByRole('dialog', { name: 'Team member list' });
      await stage(tool).getByText('No round yet').waitFor();
      await page.keyboard.press('i');
      await dialog.getByRole('button', { name: 'Knock out: Rei' }).click();
      await dialog.getByText('Knocked out').waitFor();
      await dialog.getByRole('button', { name: 'Undo knock-out: Rei' }).click();
      await dialog.getByText('Knocked out').waitFor({ state: 'detached' });
      await dialog.getByRole('button', { name: 'Knock out: Rei' }).click();
      await dialog.getByRole('button', { name: 'Start resurrection: Rei' }).click();
      await dialog.waitFor({ state: 'detached' });
      await tool.button(/^Start round/).click();
      await stage(tool).getByText('0 of 40 arrived').waitFor();

      // Promised votes are a note: the target is reached by gifts alone.
      await stage(tool).getByRole('spinbutton').fill('100');
      await page.keyboard.press('Enter');
      await stage(tool).locator('[data-waiting]').waitFor();
      await stage(tool).getByText('0 of 40 arrived').waitFor();
      show.simulator.sendGift({ viewer: 'Ben', gift: FINGER_HEART, count: 9 });
      await stage(tool).getByText('Back in play').waitFor();
      await page.keyboard.press('i');
      await dialog.waitFor();
      expect(await dialog.getByText('Knocked out').count()).toBe(0);
    });
  });
});

describe('correction after a settlement', () => {
  it('turns the result by one key', async () => {
    await onDuel(web, { round: { length: 0 } }, async (show, tool) => {
      const { page } = tool;
      await startDuel(show);
      show.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 10 });
      show.simulator.sendGift({ viewer: 'Ben', gift: DOUGHNUT });
      await expect.poll(votesOf(tool, 'Attacker')).toBe('10');
      await page.locator('main [aria-current="true"]', { hasText: 'Ben' }).waitFor();
      await stage(tool).getByText('30 can turn it').waitFor();
      await endRound(tool);
      await stage(tool).getByText('Attacker wins').waitFor();
      await stage(tool).getByText('30 can turn it').waitFor();
      await page.keyboard.press('2');
      await stage(tool).getByText('Votes have changed', { exact: false }).waitFor();
      await page.keyboard.press('y');
      await stage(tool).getByText('Defender wins', { exact: true }).waitFor();
    });
  });
});

describe('freestyle', () => {
  it('gives each anchor a turn by one button, or the host chooses whose turn it is', async () => {
    await onDuel(web, { mode: 'freestyle', freestyle: { length: 0, clearance: 20 } }, async (show, tool) => {
      const { page } = tool;
      await tool.button(/^Prepare Mika's turn/).click();
      await tool.button(/^Start round/).click();
      show.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 23 });
      await stage(tool).getByText('23 of 20 to clear').waitFor();
      await endRound(tool);
      await stage(tool).getByText('Cleared', { exact: true }).waitFor();
      await tool.button(/^Prepare Rei's turn/).waitFor();
      await page.keyboard.press('x');
      const dialog = page.getByRole('dialog', { name: 'Whose turn is next?' });
      await dialog.waitFor();
      await page.keyboard.press('1');
      await dialog.getByRole('button', { name: 'Prepare round' }).click();
      await dialog.waitFor({ state: 'detached' });
      await stage(tool).getByRole('region', { name: 'On stage' }).getByText('Mika').waitFor();
    });
  });
});

describe('sticker dance', () => {
  it('shows the current dance beside its button, on a phone too', async () => {
    await onDuel(
      web,
      { mode: 'sticker', sticker: { next: 'byHand' }, gameplay: dances },
      async (show, tool) => {
        const phone = await show.open({ width: 390, height: 844 });
        show.simulator.sendGift({ viewer: 'Aoi', gift: GLOW_STICK, count: 3 });
        await tool.page.getByText('Waiting: 1').waitFor();
        show.simulator.sendGift({ viewer: 'Ben', gift: BRACELET });
        await tool.page.getByText('Waiting: 2').waitFor();
        await tool.page.keyboard.press('j');
        for (const { page } of [tool, phone]) {
          const now = page.locator('[data-now]');
          const name = now.getByText('Spin around with everybody');
          await name.waitFor();
          const words = await now.locator('p').first().boundingBox();
          const button = await now.getByRole('button').boundingBox();
          expect((await name.boundingBox())?.width).toBeGreaterThan(60);
          const apart =
            (words?.x ?? 0) + (words?.width ?? 0) <= (button?.x ?? 0) ||
            (words?.y ?? 0) + (words?.height ?? 0) <= (button?.y ?? 0);
          expect(apart, 'words and button').toBe(true);
        }
        await phone.page.getByRole('button', { name: 'End this dance' }).click();
        await tool.page.getByText('The next dance is ready to start').waitFor();
      },
    );
  });
});
