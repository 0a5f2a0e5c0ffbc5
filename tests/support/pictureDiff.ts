import type { Page } from 'playwright';
import { PNG } from 'pngjs';
import { until } from './until.ts';

/**
 * Finds pixels that the matching elements draw outside of their boxes: compares a picture with them and one without.
 * Returns at most ten, as `x,y`. Waits until the page stops moving.
 */
export async function inkOutside(page: Page, selector: string): Promise<string[]> {
  const shown = await stillPicture(page);
  const boxes = await page.locator(selector).evaluateAll((elements) =>
    elements.map((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return { left, top, right, bottom };
    }),
  );
  const style = await page.addStyleTag({ content: `${selector} { visibility: hidden !important; }` });
  const hidden = await stillPicture(page);
  await style.evaluate((element) => {
    if (element instanceof Element) element.remove();
  });
  return differences(PNG.sync.read(shown), PNG.sync.read(hidden), boxes);
}

/** A picture of the page, once two in a row are equal. */
async function stillPicture(page: Page): Promise<Buffer> {
  const take = () => page.screenshot({ omitBackground: true, animations: 'allow' });
  let last = await take();
  await until(async () => {
    const next = await take();
    const isStill = next.equals(last);
    last = next;
    return isStill;
  }, 'the page to stop moving');
  return last;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Anti-aliasing of a box's edge, px. */
const SLACK = 2;
/** Channel difference by which anti-aliasing of round corners may change. */
const FAINT = 32;

function differences(one: PNG, two: PNG, boxes: readonly Box[]): string[] {
  const found: string[] = [];
  for (let at = 0; at < one.data.length && found.length < 10; at += 4) {
    const before = visibleChannels(one, at);
    const after = visibleChannels(two, at);
    if (before.every((value, channel) => Math.abs(value - (after[channel] ?? 0)) <= FAINT)) continue;
    const x = (at / 4) % one.width;
    const y = Math.floor(at / 4 / one.width);
    const inside = boxes.some(
      ({ left, top, right, bottom }) =>
        x >= left - SLACK && x < right + SLACK && y >= top - SLACK && y < bottom + SLACK,
    );
    if (!inside) found.push(`${x},${y}`);
  }
  return found;
}

/** A pixel's colour as far as it can be seen, and its alpha: a nearly transparent pixel has a colour near 0. */
function visibleChannels({ data }: PNG, at: number): number[] {
  const alpha = data[at + 3] ?? 0;
  return [...[0, 1, 2].map((channel) => ((data[at + channel] ?? 0) * alpha) / 255), alpha];
}
