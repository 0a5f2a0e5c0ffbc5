import { describe, expect, it } from 'vitest';
import { chooseOption } from '#tests/support/controls.ts';
import { DOUGHNUT, FINGER_HEART, HOST, onDuel, votesOf } from '#tests/support/duel.ts';
import { web } from '#tests/support/forms.ts';
import { endRound, stage, startBattle } from '#tests/support/stagePage.ts';

describe('host at the first start', () => {
  it('connects, makes a preset, sees the first gift counted, and leads a battle to its settlement with visible controls', async () => {
    await onDuel(web, null, async (show, tool) => {
      await tool.connect(` @${HOST} `);
      await tool.page.getByText('Connected.', { exact: false }).waitFor();

      await tool.button(/New preset/).click();
      const editor = tool.page.getByRole('dialog');
      await editor.getByLabel('Configuration name').fill('Saturday');
      await chooseOption(editor, 'Mode', 'Battle');
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

      await startBattle(tool, ['Rin', 'Sora']);
      show.simulator.sendGift({ viewer: 'Mika', gift: DOUGHNUT });
      show.simulator.sendGift({ viewer: 'Ben', gift: FINGER_HEART, count: 2 });
      await expect.poll(votesOf(tool, 'Attacker')).toBe('30');
      await tool.page.locator('main [aria-current="true"]', { hasText: 'Ben' }).waitFor();
      await tool.page.getByTitle('Give to Sora').click();
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
