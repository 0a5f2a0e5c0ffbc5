import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOUGHNUT, type Draft, onDuel, ROSE, startDuel, votesOf } from '#tests/support/duel.ts';
import { web } from '#tests/support/forms.ts';
import type { OnAir } from '#tests/support/onAir.ts';
import { endRound, stage } from '#tests/support/stagePage.ts';
import type { ToolPage } from '#tests/support/toolPage.ts';

beforeAll(() => web.start());
afterAll(() => web.stop());

const dialogOf = ({ page }: ToolPage) => page.getByRole('dialog');
const side = ({ page }: ToolPage, name: 'Attacker' | 'Defender') => page.getByRole('region', { name });
const tie = ({ page }: ToolPage) => page.getByRole('region', { name: 'Tie of lowest scores' });

/** Mika alone against Rei and Yuki, who tie at 0 votes. */
const knockOutLowest: Partial<Draft> = {
  battle: { knockOut: 'lowest' },
  anchors: [
    { id: 'mika', nickname: 'Mika', gift: { ids: [ROSE] } },
    { id: 'rei', nickname: 'Rei' },
    { id: 'yuki', nickname: 'Yuki' },
  ],
};

/** Plays a round that Mika wins with 12 votes. */
async function mikaWins(show: OnAir, tool: ToolPage, defender: string[]): Promise<void> {
  await show.call('round.prepare', { attacker: ['mika'], defender });
  await show.call('round.act', { action: 'start' });
  show.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 12 });
  await expect.poll(votesOf(tool, 'Attacker')).toBe('12');
  await endRound(tool);
  await stage(tool).getByText('Attacker wins').waitFor();
}

describe('tie of the lowest scores', () => {
  it('lets the host choose by keyboard who is knocked out', async () => {
    await onDuel(web, knockOutLowest, async (show, tool) => {
      const { page } = tool;
      await mikaWins(show, tool, ['rei', 'yuki']);
      await tie(tool).getByText('Equal lowest scores. Who is knocked out?').waitFor();
      await page.keyboard.press('Shift+T');
      await page.keyboard.press('Tab');
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Yuki');
      await page.keyboard.press('Enter');
      await tie(tool).waitFor({ state: 'detached' });
      await page.keyboard.press('i');
      const yuki = dialogOf(tool).getByRole('listitem').filter({ hasText: 'Yuki' });
      await yuki.getByText('Knocked out', { exact: true }).waitFor();
    });
  });

  it('knocks out nobody if the host says so, and does not ask again', async () => {
    await onDuel(web, knockOutLowest, async (show, tool) => {
      await mikaWins(show, tool, ['rei', 'yuki']);
      await tie(tool).getByRole('button', { name: 'Nobody' }).click();
      await tie(tool).waitFor({ state: 'detached' });
      await tool.page.keyboard.press('t');
      await stage(tool).getByText('Round 2').waitFor();
      await side(tool, 'Attacker').getByText('Rei').waitFor();
      await side(tool, 'Attacker').getByText('Yuki').waitFor();
      expect(await tie(tool).count()).toBe(0);
    });
  });
});

describe('correction after the settlement', () => {
  /** Moves the votes of the winner Mika to Rei. */
  async function moveToRei({ page }: ToolPage): Promise<void> {
    await page.locator('.lrow', { hasText: 'Aoi' }).click();
    await page.keyboard.press('2');
    await page.locator('.lrow', { hasText: 'Aoi' }).getByText('Corrected').waitFor();
    await page.keyboard.press('Escape');
  }

  it('settles the round again if the host agrees, which swaps the sides of the prepared round', async () => {
    await onDuel(web, {}, async (show, tool) => {
      await mikaWins(show, tool, ['rei']);
      await tool.page.keyboard.press('t');
      await stage(tool).getByText('Round 2').waitFor();
      await side(tool, 'Defender').getByText('Mika').waitFor();
      await moveToRei(tool);
      await stage(tool).getByText('Votes of round 1 have changed').waitFor();

      await tool.page.keyboard.press('y');
      await dialogOf(tool).getByText('Settle round 1 again?').waitFor();
      await dialogOf(tool).getByText('The result changes from “Attacker wins” to “Defender wins”.').waitFor();
      await dialogOf(tool).getByRole('button', { name: 'Settle again' }).click();
      await side(tool, 'Defender').getByText('Rei').waitFor();
      await side(tool, 'Attacker').getByText('Mika').waitFor();
      await stage(tool).getByText('Votes of round 1 have changed').waitFor({ state: 'detached' });
      expect(await tool.page.getByRole('button', { name: /^Settle/ }).count()).toBe(0);
    });
  });

  it('changes nothing if the host declines, and never changes the sides of a running round', async () => {
    await onDuel(web, {}, async (show, tool) => {
      await mikaWins(show, tool, ['rei']);
      await tool.page.keyboard.press('t');
      await tool.button(/^Start round/).click();
      await stage(tool).getByText('Running').waitFor();
      await moveToRei(tool);
      const again = tool.button('Settle round 1 again');
      await again.click();
      await dialogOf(tool).getByText('The current round keeps its sides and goes on.').waitFor();
      await dialogOf(tool).getByRole('button', { name: 'Cancel' }).click();
      await dialogOf(tool).waitFor({ state: 'detached' });
      await again.click();
      await dialogOf(tool).getByRole('button', { name: 'Settle again' }).click();
      await again.waitFor({ state: 'detached' });
      await stage(tool).getByText('Running').waitFor();
      await side(tool, 'Defender').getByText('Mika').waitFor();
    });
  });
});

describe('preset saved during a round', () => {
  it('applies its rules after the round, and says so on the Homepage', async () => {
    await onDuel(web, {}, async (show, tool) => {
      const { page } = tool;
      await startDuel(show);
      await stage(tool).getByText('Running').waitFor();
      await page.keyboard.press('m');
      await page.getByLabel('Clearance score').first().fill('500');
      await tool.button('Save').click();
      await page.getByText('Saved. The new rules apply after this round.').waitFor();
      const waits = page.locator('.home__preset').getByText('The new rules apply after this round.');
      await waits.waitFor();
      expect(await page.getByText(/Clearance score 500/).count()).toBe(0);
      await endRound(tool);
      await waits.waitFor({ state: 'detached' });
      await page.keyboard.press('t');
      await stage(tool).getByText('Clearance score 500').waitFor();
    });
  });
});

describe('team list', () => {
  it('shows the target of each resurrection and how it is calculated', async () => {
    const anchors: Draft['anchors'] = [
      { id: 'mika', nickname: 'Mika', gift: { ids: [ROSE] } },
      { id: 'rei', nickname: 'Rei', gift: { ids: [DOUGHNUT] } },
      { id: 'yuki', nickname: 'Yuki' },
    ];
    const rules: Partial<Draft> = { battle: { knockOut: 'side' }, resurrection: { floor: 100 } };
    await onDuel(web, { anchors, ...rules }, async (show, tool) => {
      await startDuel(show);
      show.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 70 });
      show.simulator.sendGift({ viewer: 'Ben', gift: DOUGHNUT, count: 3 });
      await expect.poll(votesOf(tool, 'Attacker')).toBe('70');
      await expect.poll(votesOf(tool, 'Defender')).toBe('90');
      await endRound(tool);
      await stage(tool).getByText('Defender wins').waitFor();
      await tool.button(/^Team/).click();
      const one = (name: string) => dialogOf(tool).getByRole('listitem').filter({ hasText: name });
      await one('Mika').getByText('Target 140. Score when knocked out: 70.').waitFor();
      await tool.page.getByRole('button', { name: 'Knock out: Yuki' }).click();
      await one('Yuki')
        .getByText('Target 100, the minimum, because the knock-out was outside a round.')
        .waitFor();
      await tool.page.getByRole('button', { name: 'Start resurrection: Mika' }).click();
      await dialogOf(tool).waitFor({ state: 'detached' });
      await stage(tool).getByText(/140/).first().waitFor();
    });
  });
});

describe('delay of a round', () => {
  const delay: Partial<Draft> = { round: { length: 60, delay: 60 } };

  it('ends early by button and by key', async () => {
    await onDuel(web, delay, async (show, tool) => {
      for (const round of [1, 2]) {
        await startDuel(show);
        show.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 5 });
        await expect.poll(votesOf(tool, 'Attacker')).toBe('5');
        await endRound(tool);
        await stage(tool)
          .getByText(/Votes still count for \d+ s/)
          .waitFor();
        const cut = tool.button('End the delay now');
        if (round === 1) await cut.click();
        else await tool.page.keyboard.press('Shift+E');
        await stage(tool).getByText('Attacker wins').waitFor();
        await cut.waitFor({ state: 'detached' });
      }
    });
  });

  it('pauses with the session and continues after the end of the session', async () => {
    await onDuel(web, delay, async (show, tool) => {
      const { page } = tool;
      await startDuel(show);
      await stage(tool).getByText('Running').waitFor();
      await endRound(tool);
      await page.keyboard.press('p');
      await stage(tool)
        .getByText(/Delay paused, \d+ s left/)
        .waitFor();
      await page.keyboard.press('p');
      await stage(tool)
        .getByText(/Votes still count for \d+ s/)
        .waitFor();
      await page.keyboard.press('e');
      await dialogOf(tool).getByRole('button', { name: 'End', exact: true }).click();
      await stage(tool)
        .getByText(/Votes still count for \d+ s/)
        .waitFor();
      await tool.button('End the delay now').click();
      await stage(tool).getByText('Draw').waitFor();
    });
  });
});
