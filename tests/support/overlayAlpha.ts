import type { Page } from 'playwright';

/** Parts of the page from 0 to 1. */
export interface Region {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * Of some regions of a page, as streaming software gets it: the largest alpha of a pixel (0 to 255) and the part
 * of the pixels that are drawn at all.
 */
export async function alphaIn(
  page: Page,
  regions: readonly Region[],
): Promise<{ most: number; drawn: number }[]> {
  const picture = (await page.screenshot({ omitBackground: true, animations: 'allow' })).toString('base64');
  return decode(page, { pictures: [picture], regions, task: 'alpha' }).then((found) => found.alphas);
}

/**
 * Compares a page before two backgrounds. How many pixels are the background in both, how many are drawn, and how
 * many are something between: those let the background through, so that they changed the way that it did; `where`
 * names some of them. Two pictures of one page may differ by a rounding, or by a pixel at the very edge.
 */
export async function keyedPixels(
  page: Page,
  backgrounds: readonly [show: () => Promise<void>, colour: string][],
): Promise<{ behind: number; solid: number; between: number; where: string[] }> {
  const pictures: string[] = [];
  for (const [show] of backgrounds) {
    await show();
    pictures.push((await page.screenshot({ animations: 'allow' })).toString('base64'));
  }
  const colours = backgrounds.map(([, colour]) => colour);
  return decode(page, { pictures, colours, regions: [], task: 'key' }).then((found) => found.keyed);
}

interface Work {
  pictures: string[];
  regions: readonly Region[];
  colours?: string[];
  task: 'alpha' | 'key';
}

/** Pictures are taken apart in a page of the same browser, which can decode them. */
async function decode(page: Page, work: Work) {
  const other = await page.context().newPage();
  try {
    return await other.evaluate(async ({ pictures, regions, colours = [] }) => {
      const read = async (picture: string) => {
        const image = new Image();
        image.src = `data:image/png;base64,${picture}`;
        await image.decode();
        const canvas = document.createElement('canvas');
        canvas.width = image.width;
        canvas.height = image.height;
        const context = canvas.getContext('2d');
        if (context === null) throw new Error('no canvas');
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height);
      };
      const images = await Promise.all(pictures.map(read));
      const [first, second] = images;
      if (first === undefined) throw new Error('no picture');
      const alphas = regions.map(({ left, top, right, bottom }) => {
        let most = 0;
        let drawn = 0;
        let all = 0;
        for (let y = Math.ceil(top * first.height); y < Math.floor(bottom * first.height); y++) {
          for (let x = Math.ceil(left * first.width); x < Math.floor(right * first.width); x++) {
            const alpha = first.data[(y * first.width + x) * 4 + 3] ?? 0;
            most = Math.max(most, alpha);
            all += 1;
            if (alpha > 0) drawn += 1;
          }
        }
        return { most, drawn: drawn / all };
      });
      const LEAST = 0.02;
      const keyed = { behind: 0, solid: 0, between: 0, where: [] as string[] };
      const channels = (data: Uint8ClampedArray, at: number) => [...data.subarray(at, at + 3)];
      const [before = [], after = []] = colours.map((colour) =>
        [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16)),
      );
      const equal = (one: readonly number[], two: readonly number[]) =>
        one.every((part, i) => part === two[i]);
      for (let at = 0; second !== undefined && at < first.data.length; at += 4) {
        const [one, two] = [channels(first.data, at), channels(second.data, at)];
        const [emptyOne, emptyTwo] = [equal(one, before), equal(two, after)];
        // How much of the background's change each channel made: of a pixel that lets it through, all the same part.
        const through = one.map((part, i) => ((two[i] ?? 0) - part) / ((after[i] ?? 0) - (before[i] ?? 0)));
        if (emptyOne && emptyTwo) keyed.behind += 1;
        else if (emptyOne || emptyTwo || Math.min(...through) < LEAST) keyed.solid += 1;
        else {
          const pixel = at / 4;
          if (keyed.between % 40 === 0)
            keyed.where.push(`${pixel % first.width},${Math.floor(pixel / first.width)}`);
          keyed.between += 1;
        }
      }
      return { alphas, keyed };
    }, work);
  } finally {
    await other.close();
  }
}
