import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { DOUGHNUT, type Draft, ROSE } from '#tests/support/duel.ts';
import {
  click,
  dialog,
  endRound,
  expectVotes,
  isGone,
  lacks,
  openTool,
  rowOf,
  selectRow,
  shows,
  startBattle,
  type Tool,
  wholePage,
} from './tool.tsx';

const TIE = 'Tie of lowest scores';

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
async function mikaWins(tool: Tool, defender: string[]): Promise<void> {
  await startBattle(tool, defender);
  tool.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 12 });
  await expectVotes('12 : 0');
  await endRound(tool);
  await shows('Stage', 'Attacker wins');
}

/** Moves the votes of the winner Mika to Rei. */
async function moveToRei(tool: Tool): Promise<void> {
  await selectRow(tool, 'Aoi');
  await tool.user.keyboard('2');
  await shows(rowOf('Aoi'), 'Corrected');
  await tool.user.keyboard('{Escape}');
}

const button = (name: RegExp) => screen.queryByRole('button', { name });

describe('tie of the lowest scores', () => {
  it('lets the host choose by keyboard who is knocked out', async () => {
    const tool = await openTool({ preset: knockOutLowest });
    await mikaWins(tool, ['rei', 'yuki']);
    await shows(TIE, 'Equal lowest scores. Who is knocked out?');
    await tool.user.keyboard('{Shift>}T{/Shift}');
    await tool.user.tab();
    expect(document.activeElement?.textContent).toBe('Yuki');
    await tool.user.keyboard('{Enter}');
    await isGone(TIE);
    await tool.user.keyboard('i');
    await shows('Team member list', /Yuki.*Knocked out/);
  });

  it('is marked as old after a correction, until the round is settled again', async () => {
    const tool = await openTool({ preset: knockOutLowest });
    await mikaWins(tool, ['rei', 'yuki']);
    await moveToRei(tool);
    await shows(TIE, 'Votes have changed since this tie. Settle again first.');
    const tie = screen.getByRole('region', { name: TIE });
    expect(within(tie).getByRole('button', { name: 'Yuki' })).toHaveProperty('disabled', true);
    await lacks('Stage', 'tie for last');
    await click(tool, /^Settle again/);
    await isGone(TIE);
  });

  it('knocks out nobody if the host says so, and does not ask again', async () => {
    const tool = await openTool({ preset: knockOutLowest });
    await mikaWins(tool, ['rei', 'yuki']);
    await click(tool, 'Nobody', TIE);
    await isGone(TIE);
    await tool.user.keyboard('t');
    await shows('Stage', 'Round 2');
    await shows('Attacker', /Rei.*Yuki/);
    await isGone(TIE);
  });
});

describe('correction after the settlement', () => {
  it('settles the round again by a button, with another winner', async () => {
    const tool = await openTool({ preset: {} });
    await mikaWins(tool, ['rei']);
    expect(button(/^Settle again/)).toBeNull();
    await moveToRei(tool);
    await shows('Stage', 'Votes have changed: now “Defender wins”. Settle again?');
    await shows('Stage', 'Attacker wins');
    // The next round would start with the sides of a wrong result.
    expect(button(/^Settle again/)?.className).not.toContain('outlined');
    expect(button(/^Prepare round/)?.className).toContain('outlined');
    await click(tool, /^Settle again/);
    await shows('Stage', 'Defender wins');
    await shows('Stage', 'gets 12');
    expect(button(/^Prepare round/)?.className).not.toContain('outlined');
    expect(button(/^Settle again/)).toBeNull();
  });

  it('turns the result by the key of a gift that waited at the end, and one key settles again', async () => {
    const tool = await openTool({ preset: {} });
    await startBattle(tool);
    tool.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 10 });
    tool.simulator.sendGift({ viewer: 'Ben', gift: DOUGHNUT });
    await expectVotes('10 : 0');
    await shows('Next to assign', 'Ben');
    await endRound(tool);
    await shows('Stage', 'Attacker wins');
    await shows('Stage', '30 can turn it');
    await tool.user.keyboard('2');
    await shows('Stage', 'Votes have changed');
    await tool.user.keyboard('y');
    await shows('Stage', 'Defender wins');
  });

  it('says that the result stays, or that the knock-out changes, before the host settles again', async () => {
    const tool = await openTool({ preset: knockOutLowest });
    const { simulator, user } = tool;
    await startBattle(tool, ['rei', 'yuki']);
    simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 50 });
    simulator.sendGift({ viewer: 'Ben', gift: ROSE, count: 5 });
    await expectVotes('55 : 0');
    await selectRow(tool, 'Ben');
    await user.keyboard('2');
    await shows(rowOf('Ben'), 'Corrected');
    await user.keyboard('{Escape}');
    simulator.sendGift({ viewer: 'Chie', gift: DOUGHNUT });
    await shows('Next to assign', 'Chie');
    await endRound(tool);
    await shows('Stage', 'Attacker wins');

    await user.keyboard('1');
    await shows('Stage', 'Votes have changed, the result stays. Settle again?');
    expect(button(/^Prepare round/)?.className).not.toContain('outlined');
    await user.keyboard('{Control>}z{/Control}');
    await shows('Next to assign', 'Chie');
    await lacks('Stage', 'Votes have changed');
    await user.keyboard('3');
    await shows('Stage', 'Votes have changed, and so does the knock-out. Settle again?');
    expect(button(/^Prepare round/)?.className).toContain('outlined');
    await user.keyboard('yi');
    await shows('Team member list', /Rei.*Knocked out/);
  });

  it('swaps the sides of the prepared round if the host agrees', async () => {
    const tool = await openTool({ preset: {} });
    await mikaWins(tool, ['rei']);
    await tool.user.keyboard('t');
    await shows('Stage', 'Round 2');
    await shows('Defender', 'Mika');
    await moveToRei(tool);
    await shows('Stage', 'Votes of round 1 have changed');

    await tool.user.keyboard('y');
    await shows(dialog, 'Settle round 1 again?');
    await shows(dialog, 'The result changes from “Attacker wins” to “Defender wins”.');
    await click(tool, 'Settle again', dialog);
    await shows('Defender', 'Rei');
    await shows('Attacker', 'Mika');
    await lacks('Stage', 'Votes of round 1 have changed');
    expect(button(/^Settle/)).toBeNull();
  });

  it('changes nothing if the host declines, and never changes the sides of a running round', async () => {
    const tool = await openTool({ preset: {} });
    await mikaWins(tool, ['rei']);
    await tool.user.keyboard('t');
    await click(tool, /^Start round/);
    await shows('Stage', 'Running');
    await moveToRei(tool);
    await click(tool, /^Settle round 1 again/);
    await shows(dialog, 'The current round keeps its sides and goes on.');
    await click(tool, 'Cancel', dialog);
    await isGone(dialog);
    await click(tool, /^Settle round 1 again/);
    await click(tool, 'Settle again', dialog);
    await waitFor(() => expect(button(/^Settle round 1 again/)).toBeNull());
    await shows('Stage', 'Running');
    await shows('Defender', 'Mika');
  });
});

describe('preset saved during a round', () => {
  it('applies its rules after the round, and says so on the Homepage', async () => {
    const tool = await openTool({ preset: {} });
    const waits = () => screen.queryByRole('region', { name: 'Preset' });
    await startBattle(tool);
    await tool.user.keyboard('m');
    await click(tool, /^Rounds/);
    const [score] = await screen.findAllByLabelText(/Clearance score/);
    if (score === undefined) throw new Error('no field');
    await tool.user.clear(score);
    await tool.user.type(score, '500');
    await click(tool, 'Save');
    await shows(wholePage, 'Saved. The new rules apply after this round.');
    await shows(waits, 'The new rules apply after this round.');
    await lacks(wholePage, 'Clearance score 500');
    await endRound(tool);
    await lacks(waits, 'The new rules apply after this round.');
    await tool.user.keyboard('t');
    await shows('Stage', 'Clearance score 500');
  });
});

describe('question whether to end the round', () => {
  it('closes when the round ends by itself', async () => {
    const tool = await openTool({ preset: {} });
    await startBattle(tool);
    await click(tool, /^End round/);
    await shows(dialog, 'End the round now?');
    await tool.call('round.act', { action: 'end' });
    await isGone(dialog);
    await shows('Stage', 'Draw');
  });
});
