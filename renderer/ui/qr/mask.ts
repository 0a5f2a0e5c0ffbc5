import type { Grid } from './grid.ts';

/** The eight masks: where a module of the text is turned over (ISO/IEC 18004, table 10). */
export const masks: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_row, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

/** Turns over the modules of the text that mask `number` names. */
export function applyMask(grid: Grid, number: number): void {
  const turns = masks[number];
  if (turns === undefined) return;
  for (let row = 0; row < grid.size; row += 1) {
    for (let column = 0; column < grid.size; column += 1) {
      if (!grid.isFixed(row, column) && turns(row, column)) grid.set(row, column, !grid.isDark(row, column));
    }
  }
}

/** What a reader could take for a finder: 1:1:3:1:1 with four light modules on one side. */
const FINDER_LIKE = ['10111010000', '00001011101'];

/** How hard a code is to read: runs, blocks, what looks like a finder, and too much of one colour. */
export function penalty(grid: Grid): number {
  const rows = grid.rows();
  const columns = rows.map((_, column) => rows.map((row) => row[column] === true));
  const dark = rows.flat().filter((module) => module).length;
  const share = (dark * 100) / grid.size ** 2;
  return (
    [...rows, ...columns].reduce((sum, line) => sum + linePenalty(line), 0) +
    blockPenalty(rows) +
    Math.floor(Math.abs(share - 50) / 5) * 10
  );
}

function linePenalty(line: readonly boolean[]): number {
  const text = line.map((module) => (module ? '1' : '0')).join('');
  let sum = 0;
  for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
  for (let at = 0; at + 11 <= text.length; at += 1) {
    if (FINDER_LIKE.includes(text.slice(at, at + 11))) sum += 40;
  }
  return sum;
}

/** Three for each square of two by two in one colour. */
function blockPenalty(rows: readonly (readonly boolean[])[]): number {
  let sum = 0;
  for (let row = 1; row < rows.length; row += 1) {
    for (let column = 1; column < rows.length; column += 1) {
      const here = rows[row]?.[column];
      const same =
        here === rows[row - 1]?.[column] &&
        here === rows[row]?.[column - 1] &&
        here === rows[row - 1]?.[column - 1];
      if (same) sum += 3;
    }
  }
  return sum;
}
