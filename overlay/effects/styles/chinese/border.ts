import { type Brush, fade } from '../../core/canvas.ts';
import { darkGold, deepRed, gold, paleGold } from './palette.ts';

/** Length of one turn of the fret, in units. */
const CELL = 40;
/** Width of the whole board, in units. */
export const BOARD = 62;

/**
 * Paints a lacquered board with a golden fret down the left edge, from `from` to `until`. Its first `fadeIn` units fade
 * in.
 */
export function paintBoard(brush: Brush, from: number, until: number, fadeIn: number): void {
  const length = until - from;
  const start = fadeIn / length;
  const lacquer = brush.createLinearGradient(0, from, 0, until);
  lacquer.addColorStop(0, fade(deepRed, fadeIn > 0 ? 0 : 0.94));
  lacquer.addColorStop(Math.min(0.98, start + 0.01), fade(deepRed, 0.94));
  lacquer.addColorStop(1, fade('#8f1016', 0.96));
  brush.fillStyle = lacquer;
  brush.fillRect(0, from, BOARD, length);
  const metal = brush.createLinearGradient(0, from, 0, until);
  metal.addColorStop(0, fade(gold, fadeIn > 0 ? 0 : 1));
  metal.addColorStop(Math.min(0.97, start + 0.01), gold);
  for (const part of [0.35, 0.6, 0.85]) metal.addColorStop(Math.max(start + 0.02, part), paleGold);
  metal.addColorStop(1, gold);
  brush.fillStyle = metal;
  brush.fillRect(BOARD - 5, from, 5, length);
  brush.fillRect(BOARD - 11, from, 2, length);
  brush.fillRect(3, from, 3, length);
  brush.lineJoin = 'miter';
  const left = 10;
  const reach = BOARD - 26;
  const turns = Math.max(1, Math.round((length - 4) / CELL));
  const cell = (length - 4) / turns;
  for (const [offset, style, width] of [
    [1.5, fade(darkGold, 0.8), 5],
    [0, metal, 3.6],
  ] as const) {
    brush.beginPath();
    for (let turn = 0; turn < turns; turn++) {
      fret(brush, left + offset, from + 4 + turn * cell + offset, reach, cell);
    }
    brush.strokeStyle = style;
    brush.lineWidth = width;
    brush.stroke();
  }
}

/** Traces one turn of the fret. */
function fret(brush: Brush, x: number, y: number, reach: number, cell: number): void {
  const step = reach / 4;
  brush.moveTo(x, y);
  brush.lineTo(x + reach, y);
  brush.lineTo(x + reach, y + cell - 8);
  brush.lineTo(x + step, y + cell - 8);
  brush.lineTo(x + step, y + step + 1);
  brush.lineTo(x + reach - step, y + step + 1);
  brush.lineTo(x + reach - step, y + cell - 8 - step);
  brush.lineTo(x + step * 2, y + cell - 8 - step);
}
