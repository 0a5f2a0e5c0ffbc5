import type { Page } from 'playwright';
import { PNG } from 'pngjs';
import { transparentFile } from './transparentPicture.ts';
import { until } from './until.ts';

/**
 * Finds pixels that the matching elements draw outside of their boxes: compares a picture with them and one without.
 * Returns at most ten, as `x,y`. Waits until the page stops moving; the elements must disappear at once.
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
  const hidden = await transparentFile(page);
  await style.evaluate((element) => {
    if (element instanceof Element) element.remove();
  });
  return differences(PNG.sync.read(shown), PNG.sync.read(hidden), boxes);
}

/** A picture of the page, once two in a row are equal. */
async function stillPicture(page: Page): Promise<Buffer> {
  let last = await transparentFile(page);
  await until(async () => {
    const next = await transparentFile(page);
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
  let drawn = 0;
  for (let at = 0; at < one.data.length && found.length < 10; at += 4) {
    if (!differs(one.data, two.data, at)) continue;
    drawn += 1;
    const x = (at / 4) % one.width;
    const y = Math.floor(at / 4 / one.width);
    const inside = boxes.some(
      ({ left, top, right, bottom }) =>
        x >= left - SLACK && x < right + SLACK && y >= top - SLACK && y < bottom + SLACK,
    );
    if (!inside) found.push(`${x},${y}`);
  }
  if (drawn === 0) throw new Error('the elements draw nothing');
  return found;
}

/** Whether a pixel's alpha differs, or its colour as far as it can be seen. */
function differs(one: Uint8Array, two: Uint8Array, at: number): boolean {
  const before = one[at + 3] ?? 0;
  const after = two[at + 3] ?? 0;
  if (Math.abs(before - after) > FAINT) return true;
  for (let channel = at; channel < at + 3; channel += 1) {
    const change = ((one[channel] ?? 0) * before - (two[channel] ?? 0) * after) / 255;
    if (Math.abs(change) > FAINT) return true;
  }
  return false;
}
