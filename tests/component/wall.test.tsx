import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FINGER_HEART, ROSE } from '#tests/support/duel.ts';
import { openTool, startBattle, type Tool } from './tool.tsx';

/** Nobody's exclusive gift. */
const GLOW_STICK = 6788;

const alerts = () => screen.queryByRole('list', { name: 'What needs you' })?.textContent ?? '';

async function battleOnWall(): Promise<Tool> {
  const tool = await openTool({ preset: {}, at: 'tool/wall' });
  await tool.call('round.prepare', { attacker: ['mika'], defender: ['rei'] });
  await tool.call('round.act', { action: 'start' });
  await screen.findByText('Running');
  return tool;
}

describe('stage view', () => {
  it('opens with its key from the Homepage, shows the battle, and closes with Escape', async () => {
    const tool = await openTool({ preset: {} });
    await startBattle(tool);
    await tool.user.keyboard('{Shift>}s{/Shift}');
    await screen.findByRole('button', { name: 'Back to the tool' });
    expect(screen.getByRole('timer').textContent).toMatch(/^\d+:\d\d$/);
    const attacker = screen.getByRole('region', { name: 'Attacker' });
    expect(within(attacker).getByText('Mika')).not.toBeNull();
    await tool.user.keyboard('{Escape}');
    await screen.findByRole('region', { name: 'Stage' });
  });

  it('says what waits for the host and what can turn the battle, also after the settlement', async () => {
    const tool = await battleOnWall();
    tool.simulator.sendGift({ viewer: 'Aoi', gift: GLOW_STICK, count: 3 });
    await waitFor(() => expect(alerts()).toMatch(/\d+ can turn it/));
    expect(alerts()).toContain('1 waiting');
    await tool.call('round.act', { action: 'end' });
    await screen.findByText('Draw');
    // The result takes the place of the clock.
    expect(screen.queryByRole('timer')).toBeNull();
    expect(alerts()).toMatch(/\d+ can turn it/);
  });

  it('marks an anchor that is knocked out', async () => {
    const tool = await battleOnWall();
    await tool.call('round.act', { action: 'end' });
    await tool.call('anchors.knockOut', { anchorId: 'rei', out: true });
    const side = within(screen.getByRole('region', { name: 'Defender' }));
    await side.findByText('Knocked out');
    expect(within(screen.getByRole('region', { name: 'Attacker' })).queryByText('Knocked out')).toBeNull();
  });

  it('warns of a line that reconnects in the colour of the status bar, not in that of danger', async () => {
    const tool = await battleOnWall();
    tool.simulator.cutNow();
    const state = await screen.findByText(/Reconnecting/);
    expect(state.className).toMatch(/needed/);
    expect(state.className).not.toMatch(/danger/);
  });

  it('shows the moments of the stage', async () => {
    const tool = await battleOnWall();
    const moment = () => screen.getByRole('status', { name: 'Moment of the round' }).textContent;
    expect(moment()).toBe('');
    tool.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 3 });
    await within(screen.getByRole('region', { name: 'Attacker' })).findAllByText('3');
    tool.simulator.sendGift({ viewer: 'Ben', gift: FINGER_HEART });
    await waitFor(() => expect(moment()).toBe('The defender takes the lead'));
    await tool.call('round.act', { action: 'end' });
    await waitFor(() => expect(moment()).toBe('Defender won by 2 votes'));
  });

  it('lets the keys of the round work', async () => {
    const tool = await battleOnWall();
    await tool.user.keyboard('o');
    await screen.findByText('Paused');
    await tool.user.keyboard('o');
    await screen.findByText('Running');
  });

  it('says that no show is open', async () => {
    await openTool({ at: 'tool/wall' });
    await screen.findByText('No show is open');
  });
});
