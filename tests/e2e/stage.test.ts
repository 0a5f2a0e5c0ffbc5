import type { Locator } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forms } from '#tests/support/forms.ts';
import {
  endRound,
  FINGER_HEART,
  onStage,
  ROSE,
  stage,
  startBattle,
  votesOf,
} from '#tests/support/stagePage.ts';
import type { ToolPage } from '#tests/support/toolPage.ts';

const GLOW_STICK = 6788;
const BRACELET = 9139;

/** Opens the team dialog by its key. */
async function openTeam(tool: ToolPage): Promise<Locator> {
  // Keys work only once the page is loaded.
  await tool.button(/^Team/).waitFor();
  await tool.page.keyboard.press('i');
  const dialog = tool.page.getByRole('dialog', { name: 'Team' });
  await dialog.waitFor();
  return dialog;
}

async function closeTeam(tool: ToolPage, dialog: Locator): Promise<void> {
  await tool.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

const memberOf = (dialog: Locator, name: string) => dialog.getByRole('listitem').filter({ hasText: name });

describe.each(forms)('$name', (form) => {
  beforeAll(() => form.start());
  afterAll(() => form.stop());

  describe('team dialog', () => {
    it('knocks an anchor out for the next round, and undoes that', async () => {
      await onStage(
        form,
        async (_show, tool) => {
          const team = await openTeam(tool);
          await team.getByRole('button', { name: 'Knock out: Rei' }).click();
          await memberOf(team, 'Rei').getByText('Knocked out', { exact: true }).waitFor();
          await memberOf(team, 'Mika').getByText('In the game').waitFor();
          await closeTeam(tool, team);
          await tool.page.keyboard.press('x');
          const sides = tool.page.getByRole('dialog', { name: 'Who attacks, who defends?' });
          await memberOf(sides, 'Rei').getByText('Knocked out', { exact: true }).waitFor();
          expect(await sides.getByRole('radiogroup').count()).toBe(1);
          await closeTeam(tool, sides);

          const again = await openTeam(tool);
          await again.getByRole('button', { name: 'Undo knock-out: Rei' }).click();
          await memberOf(again, 'Rei').getByText('In the game').waitFor();
          await closeTeam(tool, again);
          await startBattle(tool);
          await tool.page.getByRole('region', { name: 'Defender' }).getByText('Rei').waitFor();
        },
        {},
      );
    });

    it('starts a resurrection, which counts arrived votes but not promised ones', async () => {
      await onStage(
        form,
        async ({ simulator }, tool) => {
          await startBattle(tool);
          simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 30 });
          simulator.sendGift({ viewer: 'Ben', gift: FINGER_HEART, count: 2 });
          await expect.poll(votesOf(tool, 'Attacker')).toBe('30');
          await expect.poll(votesOf(tool, 'Defender')).toBe('10');
          await endRound(tool);
          await stage(tool).getByText('Attacker wins').waitFor();

          const team = await openTeam(tool);
          await memberOf(team, 'Rei').getByText('Knocked out', { exact: true }).waitFor();
          await team.getByRole('button', { name: 'Start resurrection: Rei' }).click();
          await team.waitFor({ state: 'detached' });
          const attempt = tool.page.getByRole('region', { name: 'Trying to come back' });
          await attempt.getByText('Rei').waitFor();
          await attempt.getByText('0 of 20 arrived').waitFor();
          await tool.page.keyboard.press('t');
          await stage(tool).getByText('Running').waitFor();

          await tool.page.getByLabel('Promised votes').last().fill('500');
          await stage(tool).locator('.goal__waiting').waitFor({ state: 'attached' });
          await attempt.getByText('0 of 20 arrived').waitFor();
          simulator.sendGift({ viewer: 'Ben', gift: FINGER_HEART, count: 3 });
          await attempt.getByText('15 of 20 arrived').waitFor();
          simulator.sendGift({ viewer: 'Ben', gift: FINGER_HEART });
          await stage(tool).getByText('Back in the game').waitFor();
          const restored = await openTeam(tool);
          await memberOf(restored, 'Rei').getByText('In the game').waitFor();
        },
        { battle: { knockOut: 'side' }, resurrection: { length: 20 } },
      );
    });

    it('offers no second resurrection after a failed one', async () => {
      await onStage(
        form,
        async (_show, tool) => {
          const team = await openTeam(tool);
          await team.getByRole('button', { name: 'Knock out: Rei' }).click();
          await team.getByRole('button', { name: 'Start resurrection: Rei' }).click();
          await team.waitFor({ state: 'detached' });
          await stage(tool).getByText('Prepared').waitFor();
          await tool.page.keyboard.press('t');
          await stage(tool).getByText('Running').waitFor();
          const during = await openTeam(tool);
          await memberOf(during, 'Rei').getByText('Reviving').waitFor();
          expect(await memberOf(during, 'Rei').getByRole('button').count()).toBe(0);
          await closeTeam(tool, during);
          await endRound(tool);
          await stage(tool).getByText('Resurrection failed').waitFor();
          const after = await openTeam(tool);
          await memberOf(after, 'Rei').getByText('Out for good').waitFor();
          expect(await memberOf(after, 'Rei').getByRole('button').count()).toBe(0);
        },
        { resurrection: { length: 0, floor: 50 } },
      );
    });
  });

  describe('freestyle', () => {
    it('gives each anchor a turn with a clearance score, in order or by choice', async () => {
      await onStage(
        form,
        async ({ simulator }, tool) => {
          await tool.button("Prepare Mika's turn").click();
          const onStageNow = tool.page.getByRole('region', { name: 'On stage' });
          const next = tool.page.getByRole('region', { name: 'Coming next' });
          await onStageNow.getByText('Mika').waitFor();
          await next.getByText('Rei').waitFor();
          await tool.page.keyboard.press('t');
          await stage(tool).getByText('Running').waitFor();
          simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 12 });
          await onStageNow.getByText('12 of 20 to clear').waitFor();
          // Gifts of other anchors do not count in this turn.
          simulator.sendGift({ viewer: 'Ben', gift: FINGER_HEART, count: 9 });
          await expect.poll(async () => (await tool.anchorVotes()).Rei).toBe(45);
          await onStageNow.getByText('12 of 20 to clear').waitFor();
          simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 11 });
          await onStageNow.getByText('23 of 20 to clear').waitFor();
          await endRound(tool);
          await stage(tool).getByText('Cleared', { exact: true }).waitFor();

          await tool.button("Prepare Rei's turn").click();
          await onStageNow.getByText('Rei').waitFor();
          await next.getByText('Mika').waitFor();
          await tool.page.keyboard.press('t');
          await stage(tool).getByText('Running').waitFor();
          await endRound(tool);
          await stage(tool).getByText('Not cleared').waitFor();

          // The host chooses Rei again.
          await tool.page.keyboard.press('x');
          const turns = tool.page.getByRole('dialog', { name: 'Whose turn is next?' });
          await turns.getByRole('radiogroup', { name: 'Rei' }).getByRole('radio').check();
          await turns.getByRole('button', { name: 'Prepare round' }).click();
          await turns.waitFor({ state: 'detached' });
          await stage(tool).getByText('Prepared').waitFor();
          await onStageNow.getByText('Rei').waitFor();
        },
        { mode: 'freestyle', freestyle: { length: 0, clearance: 20 } },
      );
    });
  });

  describe('sticker dance', () => {
    const gameplay = [
      { id: 'spin', name: 'Spin', gift: { ids: [GLOW_STICK] } },
      { id: 'wave', name: 'Wave', gift: { ids: [BRACELET] } },
    ];

    it('queues dances, which the host starts in any order or removes', async () => {
      await onStage(
        form,
        async ({ simulator }, tool) => {
          const dances = tool.page.getByRole('region', { name: 'Dances' });
          const queue = dances.getByRole('list');
          simulator.sendGift({ viewer: 'Aoi', gift: GLOW_STICK, count: 2 });
          await dances.getByText('Waiting: 1').waitFor();
          await queue.getByText('×2').waitFor();
          simulator.sendGift({ viewer: 'Ben', gift: BRACELET });
          await dances.getByText('Waiting: 2').waitFor();
          simulator.sendGift({ viewer: 'Chie', gift: BRACELET });
          await dances.getByText('Waiting: 3').waitFor();

          // The host starts the first dance by key, then the last one by its button.
          await dances.getByRole('button', { name: 'Start next dance' }).waitFor();
          await tool.page.keyboard.press('j');
          const now = dances.locator('.dance__now');
          await now.getByText('Spin').waitFor();
          await now.getByText('Aoi').waitFor();
          await dances.getByText('Waiting: 2').waitFor();
          await queue
            .getByRole('listitem')
            .filter({ hasText: 'Chie' })
            .getByTitle('Start this one now')
            .click();
          await now.getByText('Chie').waitFor();
          await dances.getByText('Waiting: 1').waitFor();

          await dances.getByRole('button', { name: 'Take Wave for Ben out of the queue' }).click();
          await dances.getByText('Waiting: 0').waitFor();
          await dances.getByRole('button', { name: 'End this dance' }).click();
          await dances.getByText('Nobody has asked for a dance yet', { exact: false }).waitFor();
        },
        { mode: 'sticker', sticker: { next: 'byHand' }, gameplay },
      );
    });

    it('starts dances automatically if the preset says so', async () => {
      await onStage(
        form,
        async ({ simulator }, tool) => {
          const dances = tool.page.getByRole('region', { name: 'Dances' });
          const now = dances.locator('.dance__now');
          simulator.sendGift({ viewer: 'Aoi', gift: GLOW_STICK });
          await now.getByText('Spin').waitFor();
          simulator.sendGift({ viewer: 'Ben', gift: BRACELET });
          await dances.getByText('Waiting: 1').waitFor();
          await now.getByText('Spin').waitFor();
          await tool.page.keyboard.press('j');
          await now.getByText('Wave').waitFor();
          await dances.getByText('Waiting: 0').waitFor();
        },
        {
          mode: 'sticker',
          sticker: { next: 'auto' },
          gameplay: gameplay.map((entry) => ({ ...entry, duration: 600 })),
        },
      );
    });
  });

  describe('battle with waiting gifts that can turn it', () => {
    it('shows their votes on the stage and their number in the bar, also after the settlement', async () => {
      await onStage(
        form,
        async ({ simulator }, tool) => {
          await startBattle(tool);
          simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 3 });
          await expect.poll(votesOf(tool, 'Attacker')).toBe('3');
          expect(await stage(tool).getByText('can turn it').count()).toBe(0);
          simulator.sendGift({ viewer: 'Kei', gift: GLOW_STICK, count: 1 });
          simulator.sendGift({ viewer: 'Nao', gift: BRACELET, count: 1 });
          await stage(tool).getByText('3 can turn it').waitFor();

          await tool.tab('Data Report');
          const round = tool.page.getByRole('link', { name: /^Round 1 \d+:\d\d 3 : 0 2 wait$/ });
          await round.waitFor();
          await round.click();
          await tool.button(/^End round/).waitFor();
          await endRound(tool);
          await stage(tool).getByText('Attacker wins').waitFor();
          await stage(tool).getByText('3 can turn it').waitFor();
          await tool.page.getByRole('link', { name: 'Round 1 Settled 3 : 0 2 wait' }).waitFor();

          await tool.page.locator('.lrow', { hasText: 'Nao' }).click();
          await tool.page.keyboard.press('1');
          await stage(tool).getByText('can turn it').waitFor({ state: 'detached' });
          await tool.page.getByRole('link', { name: / 5 : 0 1 waits$/ }).waitFor();
        },
        {},
      );
    });
  });

  describe('settled round with changed votes', () => {
    it('is settled again by its button, with another winner', async () => {
      await onStage(
        form,
        async ({ simulator }, tool) => {
          await startBattle(tool);
          simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 30 });
          simulator.sendGift({ viewer: 'Ben', gift: FINGER_HEART, count: 2 });
          await expect.poll(votesOf(tool, 'Attacker')).toBe('30');
          await expect.poll(votesOf(tool, 'Defender')).toBe('10');
          await endRound(tool);
          await stage(tool).getByText('Attacker wins').waitFor();
          expect(await tool.page.getByRole('button', { name: 'Settle again' }).count()).toBe(0);

          // The host moves the roses to Rei: 0 to 40.
          const roses = tool.page.locator('.lrow', { hasText: 'Aoi' });
          await roses.click();
          await tool.page.keyboard.press('2');
          await stage(tool).getByText('Votes have changed since. Settle again?').waitFor();
          await stage(tool).getByText('Attacker wins').waitFor();
          await tool.button(/^Settle again/).click();
          await stage(tool).getByText('Defender wins').waitFor();
          await stage(tool).getByText('gets 40').waitFor();
          expect(await tool.page.getByRole('button', { name: 'Settle again' }).count()).toBe(0);
        },
        {},
      );
    });
  });
});
