import { describe, it } from 'vitest';
import { ROSE } from '#tests/support/duel.ts';
import {
  click,
  dialog,
  endRound,
  expectVotes,
  isGone,
  openTool,
  selectRow,
  shows,
  startBattle,
  type Tool,
  wholePage,
} from './tool.tsx';

const NO_WIDGET = 'No thank-you card is open in OBS. Add one under Extras.';

/** A round that Mika won against Rei by 12 roses of Aoi. */
async function settledRound(): Promise<Tool> {
  const tool = await openTool({ preset: {} });
  await startBattle(tool);
  tool.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 12 });
  await expectVotes('12 : 0');
  await endRound(tool);
  return tool;
}

describe('thank-you card', () => {
  it('names the top supporters of each side and the biggest gift, and is sent to the stream', async () => {
    const tool = await settledRound();
    await click(tool, /^Thank-you card/);
    await shows(dialog, 'Attacker wins');
    await shows(dialog, 'Biggest gift: Aoi to Mika, Rose ×12 (12 diamonds)');
    await shows(dialog, 'Nobody gave votes to this side.');
    await click(tool, 'Show on stream', dialog);
    await shows(wholePage, NO_WIDGET);
    await tool.user.keyboard('{Escape}');
    await isGone(dialog);
  });

  it('warns the host if votes have changed since the settlement', async () => {
    const tool = await settledRound();
    await selectRow(tool, 'Aoi');
    await tool.user.keyboard('2');
    await shows('Stage', 'Settle again?');
    await tool.user.keyboard('{Escape}');
    await click(tool, /^Thank-you card/);
    await shows(dialog, 'Votes have changed since the settlement.');
  });

  it('is sent by one key, also after the next round is prepared', async () => {
    const tool = await settledRound();
    await tool.user.keyboard('t');
    await shows('Stage', 'Round 2');
    await tool.user.keyboard('{Shift>}Y{/Shift}');
    await shows(wholePage, NO_WIDGET);
  });
});
