import type { Page } from 'playwright';
import { PNG } from 'pngjs';
import { transparentPicture } from './transparentPicture.ts';

/** A part of the page, in fractions of its size. */
interface Region {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The largest alpha (0 to 255) and the share of non-transparent pixels (0 to 1) in each region of a page. */
export async function alphaIn(
  page: Page,
  regions: readonly Region[],
): Promise<{ most: number; drawn: number }[]> {
  const picture = await transparentPicture(page);
  return regions.map((region) => alphaOfRegion(picture, region));
}

function alphaOfRegion({ width, height, data }: PNG, region: Region): { most: number; drawn: number } {
  const [left, right] = [Math.ceil(region.left * width), Math.floor(region.right * width)];
  let most = 0;
  let drawn = 0;
  let all = 0;
  for (let y = Math.ceil(region.top * height); y < Math.floor(region.bottom * height); y += 1) {
    for (let x = left; x < right; x += 1) {
      const alpha = data[(y * width + x) * 4 + 3] ?? 0;
      most = Math.max(most, alpha);
      all += 1;
      if (alpha > 0) drawn += 1;
    }
  }
  return { most, drawn: drawn / all };
}

/** Least share of the background's change in a half-transparent pixel. */
const LEAST = 0.02;

interface Keyed {
  behind: number;
  solid: number;
  between: number;
  where: string[];
}

/**
 * Compares a page on two backgrounds and counts its pixels: `behind` show the background, `solid` are opaque, `between`
 * are half-transparent. `where` names some of the last kind as `x,y`.
 */
export async function keyedPixels(
  page: Page,
  backgrounds: readonly [before: Background, after: Background],
): Promise<Keyed> {
  const pictures: PNG[] = [];
  for (const [show] of backgrounds) {
    await show();
    pictures.push(PNG.sync.read(await page.screenshot({ animations: 'allow' })));
  }
  const [first, second] = pictures;
  if (first === undefined || second === undefined) throw new Error('no pictures');
  const [before, after] = [channelsOf(backgrounds[0][1]), channelsOf(backgrounds[1][1])];
  const keyed: Keyed = { behind: 0, solid: 0, between: 0, where: [] };
  const pixels = new Map<number, 'behind' | 'solid' | 'between'>();
  for (let at = 0; at < first.data.length; at += 4) {
    // The pages have few colours: cache the result of each pair.
    const key = numberOf(first.data, at) * 0x1000000 + numberOf(second.data, at);
    const known = pixels.get(key);
    const kind = known ?? kindOf(channelsAt(first.data, at), channelsAt(second.data, at), before, after);
    if (known === undefined) pixels.set(key, kind);
    if (kind === 'between' && keyed.between % 40 === 0) {
      const pixel = at / 4;
      keyed.where.push(`${pixel % first.width},${Math.floor(pixel / first.width)}`);
    }
    keyed[kind] += 1;
  }
  return keyed;
}

type Background = readonly [show: () => Promise<void>, colour: string];

function kindOf(one: number[], two: number[], before: number[], after: number[]) {
  const emptyOne = one.every((part, index) => part === before[index]);
  const emptyTwo = two.every((part, index) => part === after[index]);
  if (emptyOne && emptyTwo) return 'behind';
  // A half-transparent pixel changes by the same share of the background's change in each channel.
  const through = one.map((part, i) => ((two[i] ?? 0) - part) / ((after[i] ?? 0) - (before[i] ?? 0)));
  return emptyOne || emptyTwo || Math.min(...through) < LEAST ? 'solid' : 'between';
}

function channelsOf(colour: string): number[] {
  return [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16));
}

function channelsAt(data: Uint8Array, at: number): number[] {
  return [...data.subarray(at, at + 3)];
}

function numberOf(data: Uint8Array, at: number): number {
  return ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
}
