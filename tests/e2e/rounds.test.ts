import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forms } from '#tests/support/forms.ts';
import {
  endRound,
  FINGER_HEART,
  HOST,
  onStage,
  pick,
  ROSE,
  stage,
  startBattle,
  votesOf,
} from '#tests/support/stagePage.ts';
import type { ToolPage } from '#tests/support/toolPage.ts';

function timeLeft(tool: ToolPage): Promise<string> {
  return stage(tool).getByRole('timer').innerText();
}

function seconds(shown: string): number {
  const [minutes = 0, rest = 0] = shown.split(':').map(Number);
  return minutes * 60 + rest;
}

describe.each(forms)('$name', (form) => {
  beforeAll(() => form.start());
  afterAll(() => form.stop());

  describe('battle', () => {
    it('goes from an empty preset to its settlement with visible controls only', async () => {
      await onStage(form, async (show, tool) => {
        const { page } = tool;
        await tool.tab('Group Live Setting');
        await tool.button('New preset').click();
        await page.getByLabel('Configuration name').fill('Friday duel');
        await pick(tool, 'Mode', 'Battle');
        for (const [place, name, gift] of [
          [0, 'Mika', 'Rose'],
          [1, 'Rei', 'Finger Heart'],
        ] as const) {
          await tool.button('Add an anchor').click();
          const row = page.locator('.draft').nth(place);
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
        await pick(tool, 'Choose a preset', 'Friday duel');
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

    it('gives a tie to the side with the preset’s advantage, and the winner defends the next round', async () => {
      await onStage(
        form,
        async (show, tool) => {
          await startBattle(tool);
          show.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 10 });
          show.simulator.sendGift({ viewer: 'Ben', gift: FINGER_HEART, count: 2 });
          await expect.poll(votesOf(tool, 'Attacker')).toBe('10');
          await expect.poll(votesOf(tool, 'Defender')).toBe('10');
          await stage(tool).getByText('Tied', { exact: true }).waitFor();
          await endRound(tool);
          await stage(tool).getByText('Attacker wins').waitFor();
          await stage(tool).getByText('A tie, decided by the advantage').waitFor();
          await tool.page.keyboard.press('t');
          await tool.button(/^Start round/).waitFor();
          await tool.page.getByRole('region', { name: 'Defender' }).getByText('Mika').waitFor();
          await tool.page.getByRole('region', { name: 'Attacker' }).getByText('Rei').waitFor();
          await stage(tool).getByText('Round 2').waitFor();
        },
        { battle: { advantage: 'offensive' } },
      );
    });
  });

  describe('round', () => {
    it('keeps its remaining time during a pause of any length', async () => {
      await onStage(
        form,
        async (show, tool) => {
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
        },
        { round: { length: 60 } },
      );
    });

    it('counts gifts during its delay, and asks the host about later ones', async () => {
      await onStage(
        form,
        async (show, tool) => {
          const { simulator } = show;
          await startBattle(tool);
          simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 5 });
          await expect.poll(votesOf(tool, 'Attacker')).toBe('5');
          const inRound = Date.now();
          await endRound(tool);
          await stage(tool)
            .getByText(/Votes still count for \d s/)
            .waitFor();
          expect(await timeLeft(tool)).toMatch(/^00:0[1-4]$/);
          simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 2 });
          await expect.poll(votesOf(tool, 'Attacker')).toBe('7');
          await stage(tool).getByText('Attacker wins').waitFor();

          simulator.sendGift({ viewer: 'Ben', gift: FINGER_HEART, count: 3, sentAt: inRound });
          const queue = tool.page.getByRole('region', { name: 'Next to assign' });
          await queue.getByText('Too late for round 1').waitFor();
          expect(await votesOf(tool, 'Defender')()).toBe('0');
          await tool.page.keyboard.press('h');
          await expect.poll(votesOf(tool, 'Defender')).toBe('15');
          await tool.page.keyboard.press('y');
          await stage(tool).getByText('Defender wins').waitFor();

          await tool.page.keyboard.press('u');
          await tool.page.getByText('Undid: 3 late gifts of Ben, round 1').waitFor();
          await expect.poll(votesOf(tool, 'Defender')).toBe('0');
          await tool.page.keyboard.press('y');
          await stage(tool).getByText('Attacker wins').waitFor();
        },
        { round: { length: 60, delay: 4 } },
      );
    });
  });
});
