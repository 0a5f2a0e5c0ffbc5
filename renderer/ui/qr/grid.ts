import type { Version } from './versions.ts';

/** The modules of a code while it is drawn: dark or not, and whether a place belongs to the fixed patterns. */
export class Grid {
  readonly size: number;
  readonly #dark: Uint8Array;
  readonly #fixed: Uint8Array;

  constructor(size: number, dark?: Uint8Array, fixed?: Uint8Array) {
    this.size = size;
    this.#dark = dark ?? new Uint8Array(size * size);
    this.#fixed = fixed ?? new Uint8Array(size * size);
  }

  copy(): Grid {
    return new Grid(this.size, this.#dark.slice(), this.#fixed);
  }

  isDark(row: number, column: number): boolean {
    return this.#dark[row * this.size + column] === 1;
  }

  isFixed(row: number, column: number): boolean {
    return this.#fixed[row * this.size + column] === 1;
  }

  set(row: number, column: number, dark: boolean): void {
    this.#dark[row * this.size + column] = dark ? 1 : 0;
  }

  fix(row: number, column: number, dark: boolean): void {
    if (row < 0 || column < 0 || row >= this.size || column >= this.size) return;
    this.set(row, column, dark);
    this.#fixed[row * this.size + column] = 1;
  }

  rows(): boolean[][] {
    return Array.from({ length: this.size }, (_, row) =>
      Array.from({ length: this.size }, (_each, column) => this.isDark(row, column)),
    );
  }
}

/** A grid with everything that does not depend on the text; the places of the format are reserved. */
export function fixedPatterns(version: Version): Grid {
  const grid = new Grid(version.size);
  const last = version.size - 1;
  for (let place = 0; place < version.size; place += 1) {
    grid.fix(6, place, place % 2 === 0);
    grid.fix(place, 6, place % 2 === 0);
  }
  drawMarks(grid, version.marks);
  for (const [row, column] of [
    [3, 3],
    [3, last - 3],
    [last - 3, 3],
  ] as const) {
    drawFinder(grid, row, column);
  }
  drawFormat(grid, 0);
  if (version.number >= 7) drawVersion(grid, version.number);
  return grid;
}

/** The large square at a corner, with its light margin. */
function drawFinder(grid: Grid, row: number, column: number): void {
  for (let down = -4; down <= 4; down += 1) {
    for (let right = -4; right <= 4; right += 1) {
      const ring = Math.max(Math.abs(down), Math.abs(right));
      grid.fix(row + down, column + right, ring !== 2 && ring !== 4);
    }
  }
}

/** The small squares, wherever no finder stands. */
function drawMarks(grid: Grid, marks: readonly number[]): void {
  const far = marks.at(-1);
  for (const row of marks) {
    for (const column of marks) {
      const atFinder =
        (row === 6 && column === 6) || (row === 6 && column === far) || (row === far && column === 6);
      if (atFinder) continue;
      for (let down = -2; down <= 2; down += 1) {
        for (let right = -2; right <= 2; right += 1) {
          grid.fix(row + down, column + right, Math.max(Math.abs(down), Math.abs(right)) !== 1);
        }
      }
    }
  }
}

/** `value` followed by its check bits of a BCH code. */
function withBch(value: number, bits: number, polynomial: number): number {
  let rest = value << bits;
  const top = 31 - Math.clz32(polynomial);
  while (31 - Math.clz32(rest) >= top) rest ^= polynomial << (31 - Math.clz32(rest) - top);
  return (value << bits) | rest;
}

/** Level M and the mask, twice, so that one corner may be dirty; and the module that is always dark. */
export function drawFormat(grid: Grid, mask: number): void {
  const bits = withBch(mask, 10, 0x537) ^ 0x5412;
  const bit = (place: number) => ((bits >> place) & 1) === 1;
  const { size } = grid;
  const beside = [0, 1, 2, 3, 4, 5, 7, 8] as const;
  for (let place = 0; place < 8; place += 1) {
    grid.fix(beside[place] ?? 0, 8, bit(place));
    grid.fix(8, size - 1 - place, bit(place));
  }
  const under = [7, 5, 4, 3, 2, 1, 0] as const;
  for (let place = 8; place < 15; place += 1) {
    grid.fix(8, under[place - 8] ?? 0, bit(place));
    grid.fix(size - 15 + place, 8, bit(place));
  }
  grid.fix(size - 8, 8, true);
}

function drawVersion(grid: Grid, number: number): void {
  const bits = withBch(number, 12, 0x1f25);
  for (let place = 0; place < 18; place += 1) {
    const dark = ((bits >> place) & 1) === 1;
    const far = grid.size - 11 + (place % 3);
    const near = Math.floor(place / 3);
    grid.fix(near, far, dark);
    grid.fix(far, near, dark);
  }
}
