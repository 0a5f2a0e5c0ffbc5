import type { Page } from 'playwright';
import { PNG } from 'pngjs';
import { until } from './until.ts';

/**
 * Where a page looks other once something of it is hidden, outside of the boxes of what was hidden: a pixel of each
 * patch, at most ten. Nothing of it may move while the two pictures are taken: it is waited until nothing does.
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

/** The page once two pictures of it in a row are the same. */
async function stillPicture(page: Page): Promise<Buffer> {
  const take = () => page.screenshot({ omitBackground: true, animations: 'allow' });
  let last = await take();
  await until(async () => {
    const next = await take();
    const isStill = next.equals(last);
    last = next;
    return isStill;
  }, 'the page to stand still');
  return last;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The edge of a box is smoothed over a pixel or two. */
const SLACK = 2;
/** Round corners are smoothed otherwise once something above them is gone; ink is stronger than that. */
const FAINT = 32;

function differences(one: PNG, two: PNG, boxes: readonly Box[]): string[] {
  const found: string[] = [];
  for (let at = 0; at < one.data.length && found.length < 10; at += 4) {
    const same = [0, 1, 2, 3].every(
      (channel) => Math.abs((one.data[at + channel] ?? 0) - (two.data[at + channel] ?? 0)) <= FAINT,
    );
    if (same) continue;
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
