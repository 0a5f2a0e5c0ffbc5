import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOUGHNUT, onDuel } from '#tests/support/duel.ts';
import { web } from '#tests/support/forms.ts';

beforeAll(() => web.start());
afterAll(() => web.stop());

describe('queue beside a battle of twelve anchors', () => {
  it('shows five viewers and every decision at 1280x720, and moves none between start and settlement', async () => {
    const anchors = Array.from({ length: 12 }, (_, place) => ({
      id: `a${place}`,
      nickname: `Anchor ${place + 1}`,
      gift: { ids: [6000 + place] },
    }));
    await onDuel(web, { anchors, round: { length: 60, delay: 60 } }, async (show, tool) => {
      const ids = anchors.map(({ id }) => id);
      await show.call('round.prepare', { attacker: ids.slice(0, 6), defender: ids.slice(6) });
      await show.call('round.act', { action: 'start' });
      for (let count = 1; count <= 6; count += 1)
        show.simulator.sendGift({ viewer: `Viewer ${count}`, gift: DOUGHNUT, count });
      const queue = tool.page.getByRole('region', { name: 'Next to assign' });
      await queue.getByText('Viewer 1', { exact: true }).waitFor();
      const stage = tool.page.getByRole('region', { name: 'Stage' });
      await stage.getByText('Running').waitFor();
      const inSight = () =>
        queue.evaluate((panel) => {
          const places = (selector: string) =>
            [...panel.querySelectorAll(selector)]
              .map((each) => ({ each, box: each.getBoundingClientRect() }))
              .filter(({ each, box }) => {
                const bounds = (each.closest('ul') ?? panel).getBoundingClientRect();
                return box.top >= bounds.top && box.bottom <= Math.min(bounds.bottom, innerHeight);
              })
              .map(({ box }) => `${box.left},${box.top}`);
          return { viewers: places('li > button').length, decisions: places('button.at-cursor') };
        });
      const running = await inSight();
      expect(running.viewers).toBeGreaterThanOrEqual(5);
      expect(running.decisions).toHaveLength(16);
      await show.call('round.act', { action: 'end' });
      await stage.getByText('Delay', { exact: true }).waitFor();
      expect(await inSight()).toEqual(running);
      await show.call('round.act', { action: 'cut' });
      await stage.getByText('Settled').waitFor();
      expect(await inSight()).toEqual(running);
    });
  });
});
