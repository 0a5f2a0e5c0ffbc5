import { readFile } from 'node:fs/promises';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { onDuel, ROSE, startDuel, votesOf } from '#tests/support/duel.ts';
import { web } from '#tests/support/forms.ts';

describe('recap', () => {
  it('saves a picture of the evening for each anchor', () =>
    onDuel(web, {}, async (show, tool) => {
      await startDuel(show);
      show.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 12 });
      await expect.poll(votesOf(tool, 'Attacker')).toBe('12');
      await show.call('round.act', { action: 'end' });
      await show.call('session.act', { action: 'end' });
      await tool.button('Pictures to share').click();
      const save = tool.page.getByRole('button', { name: 'Save the picture of Mika' });
      const [download] = await Promise.all([tool.page.waitForEvent('download'), save.click()]);
      expect(download.suggestedFilename()).toMatch(/_Mika\.png$/);
      const { width, height, data } = PNG.sync.read(await readFile(await download.path()));
      expect([width, height]).toEqual([1080, 1350]);
      // The number of votes is large and white in the middle.
      const row = 770 * width;
      const whites = Array.from({ length: width }, (_, x) => data.readUInt32BE(4 * (row + x))).filter(
        (pixel) => pixel === 0xffffffff,
      );
      expect(whites.length).toBeGreaterThan(20);
    }));
});
