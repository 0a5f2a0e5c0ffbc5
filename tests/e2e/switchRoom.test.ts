import { describe, expect, it } from 'vitest';
import { startSimulator } from '#tests/simulator/simulator.ts';
import { DOUGHNUT, onDuel, ROSE, startDuel, votesOf } from '#tests/support/duel.ts';
import { web } from '#tests/support/forms.ts';
import type { ToolPage } from '#tests/support/toolPage.ts';

const OTHER = 'another.room';

/** Notes the name of the room with the votes beside it in each painted frame, without repetitions. */
async function watchFrames({ page }: ToolPage): Promise<() => Promise<string[]>> {
  const seen = await page.evaluateHandle(() => {
    const frames: string[] = [];
    const note = () => {
      const room = document.querySelector('[data-room]')?.textContent ?? '';
      const votes = document.querySelector('[data-totals] dd')?.textContent ?? '';
      const stage = document.querySelector('main [data-votes]')?.textContent ?? '';
      const frame = `${room}: ${votes} in total, ${stage === '' ? 'no stage' : `${stage} on the stage`}`;
      if (frames.at(-1) !== frame) frames.push(frame);
    };
    // Sizes are observed after all other callbacks of a frame, right before it is painted.
    const probe = document.body.appendChild(document.createElement('div'));
    probe.style.cssText = 'position: fixed; inline-size: 1px';
    new ResizeObserver(note).observe(probe);
    const nextFrame = () => {
      probe.style.inlineSize = probe.style.inlineSize === '1px' ? '2px' : '1px';
      requestAnimationFrame(nextFrame);
    };
    nextFrame();
    return frames;
  });
  return () => seen.jsonValue();
}

describe('switch to another room', () => {
  it('never shows the votes of one room beside the name of the other, nor counts its gifts', async () => {
    const other = await startSimulator({ username: OTHER, script: 'empty', seed: 2 });
    await onDuel(web, {}, async (show, tool) => {
      await startDuel(show);
      show.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 30 });
      await expect.poll(votesOf(tool, 'Attacker')).toBe('30');
      const { lines } = await show.call('lines.list', {});
      const { webUrl, wsUrl } = other;
      await show.call('lines.save', {
        lines: lines.map((line) => (line.id === 'line1' ? { ...line, webUrl, wsUrl } : line)),
      });

      const frames = await watchFrames(tool);
      await tool.page.keyboard.press('f');
      await tool.connect(OTHER);
      await tool.page.getByRole('dialog', { name: 'Switch the room?' }).waitFor();
      show.simulator.sendGift({ viewer: 'Ben', gift: DOUGHNUT });
      await tool.page.locator('[data-row]', { hasText: 'Ben' }).waitFor();
      await tool.page.getByRole('dialog').getByRole('button', { name: 'Switch' }).click();
      await other.entered(1);
      await tool.page.getByText(`@${OTHER}`).waitFor();
      show.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 500 });
      await tool.page.getByRole('button', { name: /Use “Duel”/ }).click();
      await show.call('session.act', { action: 'start' });
      other.sendGift({ viewer: 'Chie', gift: ROSE, count: 7 });
      await tool.page.locator('[data-row]', { hasText: 'Chie' }).waitFor();
      await expect.poll(async () => (await tool.totals()).Counted).toBe(7);
      const ofOther = (await frames()).filter((frame) => frame.startsWith(`@${OTHER}`));
      expect(ofOther[0]).toContain(': 0 in total, no stage');
      expect(ofOther.join()).not.toMatch(/[36]0/);
      expect(await tool.rowsOf('Aoi')).toEqual([]);
      expect(await tool.rowsOf('Ben')).toEqual([]);
    });
    await other.close();
  });
});
