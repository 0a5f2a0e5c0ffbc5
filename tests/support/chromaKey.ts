import type { Page } from 'playwright';
import { PNG } from 'pngjs';

/**
 * Applies OBS's Chroma Key filter with its defaults to a page with a green background. Opacity of a pixel: its distance
 * from green (Cb and Cr of BT.601, 0 to 1) minus the similarity 0.4, divided by the smoothness 0.08. `ground` counts
 * pixels of exactly the key colour, `thinned` those with an opacity below 1; `lost` names those that disappear.
 */
export async function lostToKey(
  page: Page,
): Promise<{ ground: number; drawn: number; thinned: number; lost: string[] }> {
  const { width, data } = PNG.sync.read(await page.screenshot({ animations: 'allow' }));
  const [keyCb, keyCr] = chroma(0, 255, 0);
  const lost = new Set<string>();
  let ground = 0;
  let thinned = 0;
  for (let at = 0; at < data.length; at += 4) {
    const [r = 0, g = 0, b = 0] = [data[at], data[at + 1], data[at + 2]];
    if (r === 0 && g === 255 && b === 0) {
      ground += 1;
      continue;
    }
    const [cb, cr] = chroma(r, g, b);
    const far = Math.hypot(cb - keyCb, cr - keyCr) - 0.4;
    if (far < 0.08) thinned += 1;
    if (far <= 0) {
      const pixel = at / 4;
      lost.add(`rgb(${r}, ${g}, ${b}) at ${pixel % width},${Math.floor(pixel / width)}`);
    }
  }
  const drawn = data.length / 4 - ground;
  return { ground, drawn, thinned, lost: [...lost].slice(0, 20) };
}

function chroma(r: number, g: number, b: number): [cb: number, cr: number] {
  return [(-0.1687 * r - 0.3313 * g + 0.5 * b) / 255, (0.5 * r - 0.4187 * g - 0.0813 * b) / 255];
}
