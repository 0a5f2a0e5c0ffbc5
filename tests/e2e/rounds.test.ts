import { describe, expect, it } from 'vitest';
import { chooseOption } from '#tests/support/controls.ts';
import { FINGER_HEART, HOST, onDuel, ROSE, votesOf } from '#tests/support/duel.ts';
import { web } from '#tests/support/forms.ts';
import { endRound, stage, startBattle } from '#tests/support/stagePage.ts';
import type { ToolPage } from '#tests/support/toolPage.ts';

function timeLeft(tool: ToolPage): Promise<string> {
  return stage(tool).getByRole('timer').innerText();
}

function seconds(shown: string): number {
  const [minutes = 0, rest = 0] = shown.split(':').map(Number);
  return minutes * 60 + rest;
}

describe('battle', () => {
  it('goes from an empty preset to its settlement with visible controls only', async () => {
    await onDuel(web, null, async (show, tool) => {
      const { page } = tool;
      await tool.tab('Group Live Setting');
      await tool.button('New preset').click();
      await page.getByLabel('Configuration name').fill('Friday duel');
      await chooseOption(page, 'Mode', 'Battle');
      for (const [place, name, gift] of [
        [0, 'Mika', 'Rose'],
        [1, 'Rei', 'Finger Heart'],
      ] as const) {
        await tool.button('Add an anchor').click();
        const row = page.locator('[data-draft]').nth(place);
        await row.getByLabel('Streamer nickname').fill(name);
        await row.getByRole('button', { name: 'Exclusive gift' }).click();
        await page.getByRole('combobox', { name: 'Name in any language, or id' }).fill(gift);
        await page.keyboard.press('Enter');
        await row.getByRole('button', { name: `Exclusive gift: ${gift}` }).waitFor();
      }
      await tool.button('Save').click();
      await page.getByText('Saved').waitFor();

      await tool.tab('Homepage');
      await tool.connect(HOST);
      await show.simulator.entered(1);
      await chooseOption(page, 'Choose a preset', 'Friday duel');
      await tool.button(/^Start/).click();
      await startBattle(tool);
      show.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 30 });
      show.simulator.sendGift({ viewer: 'Ben', gift: FINGER_HEART, count: 2 });
      await expect.poll(votesOf(tool, 'Attacker')).toBe('30');
      await expect.poll(votesOf(tool, 'Defender')).toBe('10');
      await stage(tool).getByText('Attacker leads by 20').waitFor();
      await stage(tool).getByText('75 %', { exact: true }).waitFor();
      await endRound(tool);
      await stage(tool).getByText('Attacker wins').waitFor();
      await stage(tool).getByText('gets 30').waitFor();
      await stage(tool).getByText('gets 10').waitFor();
    });
  });
});

describe('round', () => {
  it('keeps its remaining time during a pause of any length', async () => {
    await onDuel(web, { round: { length: 60 } }, async (show, tool) => {
      await startBattle(tool);
      await expect.poll(async () => seconds(await timeLeft(tool))).toBeLessThan(60);
      await tool.page.keyboard.press('o');
      await stage(tool).getByText('Paused').waitFor();
      const left = await timeLeft(tool);
      show.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 3 });
      await expect.poll(async () => (await tool.totals()).Gifts).toBe(3);
      // The seconds in the bar prove that time passes.
      await tool.page.getByText(/Last event [3-9] s ago/).waitFor();
      expect(await timeLeft(tool)).toBe(left);
      expect(await votesOf(tool, 'Attacker')()).toBe('0');
      await tool.page.keyboard.press('o');
      await stage(tool).getByText('Running').waitFor();
      // The countdown does not include the pause of three seconds.
      expect(seconds(left) - seconds(await timeLeft(tool))).toBeLessThan(3);
      await expect.poll(async () => seconds(await timeLeft(tool))).toBeLessThan(seconds(left) - 1);
    });
  });
});
