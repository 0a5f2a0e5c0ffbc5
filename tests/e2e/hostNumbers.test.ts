import { describe, expect, it } from 'vitest';
import { DOUGHNUT, onDuel, ROSE, startDuel } from '#tests/support/duel.ts';
import { web } from '#tests/support/forms.ts';
import type { OnAir } from '#tests/support/onAir.ts';
import { stage } from '#tests/support/stagePage.ts';
import type { ToolPage } from '#tests/support/toolPage.ts';

const VIEWER = 'ちえちゃん推し隊長';

const screens = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 1024, height: 768 },
] as const;

/** The horizontal places (px) of the texts of elements, from left to right. Texts may be wider than their elements. */
function textSpans({ page }: ToolPage, selector: string): Promise<{ left: number; right: number }[]> {
  return page.locator(selector).evaluateAll((elements) =>
    elements
      .map((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const { left, right } = range.getBoundingClientRect();
        return { left: Math.round(left), right: Math.round(right) };
      })
      .filter(({ left, right }) => right > left)
      .sort((one, other) => one.left - other.left),
  );
}

/** A duel of millions, with a gift of five figures and as many pieces. */
async function playMillions(show: OnAir): Promise<void> {
  await startDuel(show);
  const gift = { viewerName: VIEWER, giftId: ROSE, giftName: 'Rose', round: 1 };
  await show.call('gift.add', { ...gift, diamonds: 900, count: 9999, to: 'anchor:mika' });
  await show.call('gift.add', { ...gift, diamonds: 101, count: 9999, to: 'anchor:rei' });
  await show.call('gift.add', { ...gift, diamonds: 1, count: 9999, to: 'anchor:rei' });
}

describe('long numbers', () => {
  it.each(screens)('cover no text beside them at $width x $height', async (size) => {
    await onDuel(
      web,
      {},
      async (show, tool) => {
        await playMillions(show);
        await tool.page.locator('[data-row]').nth(2).waitFor();
        const cells = ':is([data-cell="count"], [data-cell="votes"])';
        const [count, votes] = await textSpans(tool, `[data-row] >> nth=0 >> ${cells}`);
        expect(votes?.left).toBeGreaterThan(count?.right ?? 0);
        const sizes = await stage(tool)
          .locator('[data-votes]')
          .evaluateAll((totals) => totals.map((total) => getComputedStyle(total).fontSize));
        expect(sizes[0]).toBe(sizes[1]);
        for (const side of ['Attacker', 'Defender']) {
          const region = stage(tool).getByRole('region', { name: side });
          const fits = await region.evaluate((section) => {
            const end = section.getBoundingClientRect().right;
            const total = document.createRange();
            total.selectNodeContents(section.querySelector('[data-votes]') ?? section);
            const name = document.createRange();
            name.selectNodeContents(section.querySelector('header > :first-child') ?? section);
            const { left, right } = total.getBoundingClientRect();
            return right <= end && left >= name.getBoundingClientRect().right;
          });
          expect(fits, side).toBe(true);
        }
      },
      size,
    );
  });

  it('cover no name in the queue of a phone', async () => {
    await onDuel(
      web,
      {},
      async (show, tool) => {
        await startDuel(show);
        show.simulator.sendGift({ viewer: 'Ben', gift: DOUGHNUT, count: 9999 });
        await tool.page.locator('[data-remote] [aria-current="true"]', { hasText: 'Ben' }).waitFor();
        const [votes, name] = await textSpans(tool, '[data-remote] [aria-current="true"] > *');
        expect(name?.left).toBeGreaterThan(votes?.right ?? 0);
      },
      { width: 390, height: 844 },
    );
  });
});

describe('the queue after a round that waiting gifts can turn', () => {
  it('names each viewer in full beside the words about the former round', async () => {
    await onDuel(
      web,
      { round: { length: 600, delay: 0 } },
      async (show, tool) => {
        await startDuel(show);
        show.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 5 });
        for (const viewer of ['推し活さくら', VIEWER]) {
          show.simulator.sendGift({ viewer, gift: DOUGHNUT, count: 999 });
        }
        await tool.page.locator('main li', { hasText: VIEWER }).waitFor();
        await show.call('round.act', { action: 'end' });
        await show.call('round.prepare', {});
        await tool.page.locator('main li', { hasText: '第1ラウンド' }).first().waitFor();
        const cut = await tool.page
          .locator('main li b.clip')
          .evaluateAll((names) =>
            names.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent),
          );
        expect(cut).toEqual([]);
      },
      { language: 'ja' },
    );
  });
});

describe('buttons', () => {
  it.each(['ja', 'en', 'zh_CN'] as const)(
    'that decide waiting gifts show all of their words in %s',
    (language) =>
      onDuel(
        web,
        {},
        async (show, { page }) => {
          await startDuel(show);
          show.simulator.sendGift({ viewer: 'Ben', gift: DOUGHNUT });
          await page.locator('main [aria-current="true"]', { hasText: 'Ben' }).waitFor();
          for (const size of screens) {
            await page.setViewportSize(size);
            const cut = await page
              .locator('main .at-cursor .clip')
              .evaluateAll((words) =>
                words.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent),
              );
            expect(cut, `${size.width}`).toEqual([]);
          }
        },
        { language },
      ),
  );

  it('show their letters in full, also below the line', async () => {
    await onDuel(web, { round: { length: 600, delay: 0 } }, async (show, tool) => {
      await playMillions(show);
      show.simulator.cutNow();
      await tool.page.getByRole('region', { name: 'Gifts may be missing' }).waitFor();
      const cut = await tool.page.locator('main .p-button-label').evaluateAll((labels) =>
        labels
          .filter((label) => {
            const style = getComputedStyle(label);
            const context = document.createElement('canvas').getContext('2d');
            if (context === null || style.overflowY === 'visible' || label.clientHeight < 2) return false;
            context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
            const { actualBoundingBoxAscent, actualBoundingBoxDescent } = context.measureText('Ag');
            const { fontBoundingBoxAscent, fontBoundingBoxDescent } = context.measureText('Ag');
            // The letters stand in the middle of the line, with the room of the font around them.
            const room = (label.clientHeight - fontBoundingBoxAscent - fontBoundingBoxDescent) / 2;
            return (
              room + fontBoundingBoxDescent < actualBoundingBoxDescent ||
              room + fontBoundingBoxAscent < actualBoundingBoxAscent
            );
          })
          .map((label) => label.textContent),
      );
      expect(cut).toEqual([]);
    });
  });
});
