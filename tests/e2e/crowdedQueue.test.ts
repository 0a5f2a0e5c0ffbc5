import { describe, expect, it } from 'vitest';
import { unseenFocus } from '#tests/support/accessibility/focus.ts';
import { DOUGHNUT, onDuel, startBattleOfTwelve, twelveAnchors } from '#tests/support/duel.ts';
import { web } from '#tests/support/forms.ts';
import type { OnAir } from '#tests/support/onAir.ts';
import type { ToolPage } from '#tests/support/toolPage.ts';

describe('queue beside a battle of twelve anchors', () => {
  it.each([
    { width: 1280, height: 720 },
    { width: 1024, height: 768 },
  ])(
    'shows five viewers and every decision at $width x $height, and moves none until settled',
    async (size) => {
      const play = async (show: OnAir, tool: ToolPage) => {
        await startBattleOfTwelve(show);
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
        const preset = await tool.page.locator('.p-dropdown', { hasText: 'Duel' }).boundingBox();
        expect(preset === null ? size.height : preset.y + preset.height).toBeLessThan(size.height);
        const gifts = tool.page.getByRole('region', { name: 'Gift Data' });
        const [panel, filters] = [
          await gifts.boundingBox(),
          await gifts.getByRole('button', { name: 'Filter', exact: true }).boundingBox(),
        ];
        expect((filters?.x ?? 0) + (filters?.width ?? 0)).toBeLessThanOrEqual(
          (panel?.x ?? 0) + (panel?.width ?? 0),
        );
        await show.call('round.act', { action: 'end' });
        await stage.getByText('Delay', { exact: true }).waitFor();
        expect(await inSight()).toEqual(running);
        await show.call('round.act', { action: 'cut' });
        await stage.getByText('Settled').waitFor();
        expect(await inSight()).toEqual(running);
        expect(await unseenFocus(tool.page, 80)).toEqual([]);
      };
      await onDuel(web, { anchors: twelveAnchors, round: { length: 60, delay: 60 } }, play, size);
    },
  );
});
