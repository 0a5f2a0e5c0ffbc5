import { waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ROSE } from '#tests/support/duel.ts';
import {
  anchorVotes,
  click,
  endRound,
  expectVotes,
  isGone,
  lacks,
  openTool,
  shows,
  startBattle,
  wholePage,
} from './tool.tsx';

const RECAP = 'The show is over';

describe('recap', () => {
  it('sums up an ended show, follows corrections, and leads to the report', async () => {
    const tool = await openTool({ preset: {} });
    await startBattle(tool);
    tool.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 12 });
    await expectVotes('12 : 0');
    await endRound(tool);
    await isGone(RECAP);
    await tool.call('session.act', { action: 'end' });
    await shows(RECAP, /Rounds1/);
    await shows(RECAP, /Number of gift givers1/);
    await shows(RECAP, /1MMika1 round won12/);
    // An anchor without votes has no place.
    await shows(RECAP, /–RRei0/);
    await shows(RECAP, 'Top supportersAoi12');

    const { rows } = await tool.call('ledger.page', { filter: {}, limit: 10 });
    await tool.call('ledger.reassign', { rowIds: rows.map(({ rowId }) => rowId), to: 'unallocated' });
    await shows(RECAP, '12 votes are still unallocated.');
    await click(tool, 'Open the report');
    await shows(wholePage, 'Data overview');
  });

  it('counts the last round while its delay runs', async () => {
    const tool = await openTool({ preset: { round: { delay: 600 } } });
    await startBattle(tool);
    tool.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 12 });
    await expectVotes('12 : 0');
    await tool.call('session.act', { action: 'end' });
    await shows(RECAP, /Rounds1/);
  });

  it('marks an anchor of an earlier preset, beside one of the same name', async () => {
    const tool = await openTool({ preset: {} });
    tool.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 12 });
    await waitFor(() => expect(anchorVotes()).toMatchObject({ Mika: 12 }));
    const second = { name: 'Second half', anchors: [{ id: 'new', nickname: 'Mika' }] };
    const { preset } = await tool.call('presets.save', { preset: second });
    await tool.call('session.choosePreset', { presetId: preset.id });
    await tool.call('session.act', { action: 'end' });
    await shows(RECAP, 'Mika (former)12');
  });

  it('is not shown for a show without gifts', async () => {
    const tool = await openTool({ preset: {} });
    await tool.call('session.act', { action: 'end' });
    await shows(wholePage, 'Ended');
    await lacks(wholePage, RECAP);
  });
});
