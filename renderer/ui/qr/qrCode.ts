import { codewords } from './codewords.ts';
import { drawFormat, fixedPatterns, type Grid } from './grid.ts';
import { applyMask, masks, penalty } from './mask.ts';
import { capacity, versions } from './versions.ts';

/** A QR code: rows of modules, true is dark. The light margin of four modules around it is the picture's. */
export type QrCode = readonly (readonly boolean[])[];

/** The smallest code of level M that holds a text as UTF-8; null when it is longer than 287 bytes. */
export function qrCode(text: string): QrCode | null {
  const bytes = new TextEncoder().encode(text);
  const version = versions.find((each) => bytes.length <= capacity(each));
  if (version === undefined) return null;
  const plain = fixedPatterns(version);
  drawText(plain, codewords(bytes, version));
  const [first, ...others] = masks.map((_, mask) => {
    const grid = plain.copy();
    applyMask(grid, mask);
    drawFormat(grid, mask);
    return { grid, penalty: penalty(grid) };
  });
  if (first === undefined) return null;
  return others.reduce((best, each) => (each.penalty < best.penalty ? each : best), first).grid.rows();
}

/** Draws the bits in columns of two from the right, upwards and downwards by turns, past the fixed patterns. */
function drawText(grid: Grid, bytes: readonly number[]): void {
  let at = 0;
  let upwards = true;
  for (let right = grid.size - 1; right > 0; right -= 2) {
    // The column of the timing pattern is stepped over as a whole.
    if (right === 6) right = 5;
    for (let step = 0; step < grid.size; step += 1) {
      const row = upwards ? grid.size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (grid.isFixed(row, column)) continue;
        const byte = bytes[at >> 3] ?? 0;
        grid.set(row, column, ((byte >> (7 - (at & 7))) & 1) === 1);
        at += 1;
      }
    }
    upwards = !upwards;
  }
}
