import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { DOUGHNUT } from '#tests/support/duel.ts';
import {
  anchorVotes,
  click,
  expectVotes,
  lacks,
  openTab,
  openTool,
  rowOf,
  shows,
  startBattle,
  type Tool,
  totals,
  wholePage,
} from './tool.tsx';

/** Nobody's gift, 1 diamond. */
const GLOW_STICK = 6788;
/** The biggest gift of the rehearsal, 4,888 diamonds. No anchor's own. */
const KITTEN = 6646;

const QUEUE = 'Next to assign';
const cursor = () => document.querySelector<HTMLElement>('[aria-current="true"]');
const waiting = () => within(screen.getByRole('region', { name: QUEUE })).queryAllByRole('listitem');
const expectUnallocated = (votes: number) =>
  waitFor(() => expect(totals()).toMatchObject({ Unallocated: votes }));

/** Lets that many viewers send a small gift each, and waits until all are in the queue. */
async function crowd({ simulator }: Tool, size: number): Promise<void> {
  for (let viewer = 1; viewer <= size; viewer += 1)
    simulator.sendGift({ viewer: `Viewer ${viewer}`, gift: GLOW_STICK });
  await shows(QUEUE, `${size}`);
}

describe('queue on the Homepage', () => {
  it('assigns a gift by one key, undoes that, and suggests the anchor of the next gift', async () => {
    const tool = await openTool({ preset: {} });
    const { simulator, user } = tool;
    await startBattle(tool);
    simulator.sendGift({ viewer: 'Ben', gift: DOUGHNUT, count: 2 });
    await shows(cursor, 'Ben');
    await shows(cursor, 'can turn it');
    for (const viewer of ['Chie', 'Dan', 'Emi']) simulator.sendGift({ viewer, gift: GLOW_STICK });
    await shows(QUEUE, 'Emi');
    await user.keyboard('2');
    await expectVotes('0 : 60');
    await shows(wholePage, 'Doughnut ×2 from Ben → Rei');
    await user.keyboard('u');
    await shows(wholePage, 'Undid: 2 gifts of Ben to Rei');
    await shows(QUEUE, 'Ben');
    await user.keyboard('{Escape}');
    await shows(cursor, 'Ben');

    // The viewer's next gift suggests the same anchor.
    await user.keyboard('2');
    await expectVotes('0 : 60');
    simulator.sendGift({ viewer: 'Ben', gift: DOUGHNUT });
    await shows(QUEUE, '→ Rei');
    await user.keyboard('{Escape}');
    await shows(cursor, '→ Rei');
    await shows(cursor, 'gave to them 1 time');
    await user.keyboard('{Delete}');
    await expectUnallocated(3);
  });

  it('takes two keys at most from the arrival of a big gift in a crowd to its anchor', async () => {
    const tool = await openTool({ preset: {} });
    const { simulator, user } = tool;
    await startBattle(tool);
    await crowd(tool, 300);
    simulator.sendGift({ viewer: 'Big spender', gift: DOUGHNUT, count: 163 });
    await shows(QUEUE, 'Big spender');
    // The cursor moves there by itself after a moment. The host need not wait for it.
    await user.keyboard('{Escape}');
    await shows(cursor, 'Big spender');
    await user.keyboard('2');
    await expectVotes('0 : 4,890');
  });

  it('takes one key for each of two big gifts that come at once into the crowd', async () => {
    const tool = await openTool({ preset: {} });
    const { simulator, user } = tool;
    await startBattle(tool);
    await crowd(tool, 30);
    simulator.sendGift({ viewer: 'Ben', gift: KITTEN });
    simulator.sendGift({ viewer: 'Chie', gift: DOUGHNUT, count: 100 });
    await shows(QUEUE, '32');
    await user.keyboard('{Escape}2');
    await shows(cursor, 'Chie');
    await user.keyboard('1');
    await expectVotes('3,000 : 4,888');
  });

  it('takes one key for a gift whose suggestion is right, and for one whose suggestion is wrong', async () => {
    const tool = await openTool({ preset: {} });
    const { simulator, user } = tool;
    await startBattle(tool);
    simulator.sendGift({ viewer: 'Ben', gift: DOUGHNUT });
    await shows(cursor, 'Ben');
    await user.keyboard('2');
    await expectVotes('0 : 30');
    simulator.sendGift({ viewer: 'Ben', gift: KITTEN });
    await shows(cursor, '→ Rei');
    await user.keyboard('2');
    await expectVotes('0 : 4,918');
    simulator.sendGift({ viewer: 'Ben', gift: KITTEN });
    await shows(cursor, '→ Rei');
    await user.keyboard('1');
    await expectVotes('4,888 : 4,918');
  });

  it('takes two keys for a gift that comes too late for its round', async () => {
    const tool = await openTool({ preset: {} });
    const { simulator, user } = tool;
    await startBattle(tool);
    const begun = Date.now();
    // The platform's clock is known to some milliseconds only, so the gift is sent well after the start and before the end.
    await waitFor(() => expect(Date.now()).toBeGreaterThan(begun + 400));
    const sentAt = Date.now() - 200;
    await tool.call('round.act', { action: 'end' });
    await shows('Stage', 'Settled');
    simulator.sendGift({ viewer: 'Ben', gift: KITTEN, sentAt });
    await shows(cursor, 'Too late for round 1');
    await user.keyboard('h');
    await shows(cursor, 'can turn it');
    await user.keyboard('2');
    await shows('Stage', 'Votes have changed');
    await expectVotes('0 : 4,888');
  });

  it('takes two keys for a gift of a paused session, which waits in Gift Data alone', async () => {
    const tool = await openTool({ preset: {} });
    const { simulator, user } = tool;
    await startBattle(tool);
    await tool.call('session.act', { action: 'pause' });
    await screen.findByRole('button', { name: /^Resume/ });
    simulator.sendGift({ viewer: 'Ben', gift: KITTEN });
    await shows(rowOf('Ben'), 'Ben');
    await user.keyboard('g2');
    await waitFor(() => expect(anchorVotes()).toMatchObject({ Rei: 4888 }));
  });

  it('takes two keys from another tab', async () => {
    const tool = await openTool({ preset: {} });
    const { simulator, user } = tool;
    await startBattle(tool);
    await openTab(tool, 'Data Report');
    simulator.sendGift({ viewer: 'Ben', gift: KITTEN });
    await shows(() => screen.queryByRole('link', { name: /^Round 1/ }), '1 waiting');
    await user.keyboard('g');
    await shows(cursor, 'Ben');
    await user.keyboard('2');
    await expectVotes('0 : 4,888');
  });

  it('is emptied by arrow keys, by 0 and by one sweep, and an undo brings the small gifts back', async () => {
    const tool = await openTool({ preset: {} });
    const { simulator, user } = tool;
    simulator.sendGift({ viewer: 'Aoi', gift: DOUGHNUT, count: 3 });
    simulator.sendGift({ viewer: 'Ben', gift: DOUGHNUT, count: 2 });
    for (const viewer of ['Chie', 'Dan', 'Emi'])
      simulator.sendGift({ viewer, gift: GLOW_STICK, count: viewer === 'Emi' ? 2 : 1 });
    await shows(cursor, 'Aoi');
    await user.keyboard('{ArrowDown}');
    await shows(cursor, 'Ben');
    await user.keyboard('1');
    await waitFor(() => expect(anchorVotes()).toMatchObject({ Mika: 60 }));
    await user.keyboard('{Escape}');
    await shows(cursor, 'Aoi');
    await user.keyboard('0');
    await lacks(cursor, 'Aoi');
    await shows(wholePage, 'Doughnut ×3 from Aoi → Nobody');
    // Gifts left with nobody stay in the total.
    await expectUnallocated(94);
    await click(tool, 'Sweep 3', QUEUE);
    await shows(QUEUE, 'Nothing waits for you');
    await shows(wholePage, '4 small gifts left with nobody');
    await lacks(() => document.querySelector<HTMLElement>('header[data-key-badges]'), /\d waits?/);
    await user.keyboard('u');
    await shows(wholePage, 'Undid: 4 gifts of 3 viewers left with nobody');
    await waitFor(() => expect(waiting()).toHaveLength(3));
    await tool.reload();
    await waitFor(() => expect(waiting()).toHaveLength(3));
  });
});
