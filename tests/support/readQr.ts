/**
 * Reads a QR code of level M as a telephone does, from its modules (true is dark), without any of the product's
 * code. Throws when something in it is not as it has to be: a broken picture is not to be read by luck.
 */
export function readQr(modules: readonly (readonly boolean[])[]): string {
  const size = modules.length;
  const version = (size - 17) / 4;
  const dark = (row: number, column: number) => modules[row]?.[column] === true;
  const { level, mask } = readFormat(dark, size);
  if (level !== 0) throw new Error('the code is not of level M');
  const bytes = readBytes(dark, size, version, mask);
  const text = dataOf(bytes, version);
  return new TextDecoder('utf-8', { fatal: true }).decode(text);
}

type Dark = (row: number, column: number) => boolean;

/** Blocks of each version at level M: check bytes, then how many blocks of how many data bytes. */
const blocksOf: Readonly<Record<number, { check: number; blocks: readonly (readonly [number, number])[] }>> =
  {
    1: { check: 10, blocks: [[1, 16]] },
    2: { check: 16, blocks: [[1, 28]] },
    3: { check: 26, blocks: [[1, 44]] },
    4: { check: 18, blocks: [[2, 32]] },
    5: { check: 24, blocks: [[2, 43]] },
    6: { check: 16, blocks: [[4, 27]] },
    7: { check: 18, blocks: [[4, 31]] },
    8: {
      check: 22,
      blocks: [
        [2, 38],
        [2, 39],
      ],
    },
    9: {
      check: 22,
      blocks: [
        [3, 36],
        [2, 37],
      ],
    },
    10: {
      check: 26,
      blocks: [
        [4, 43],
        [1, 44],
      ],
    },
    11: {
      check: 30,
      blocks: [
        [1, 50],
        [4, 51],
      ],
    },
    12: {
      check: 22,
      blocks: [
        [6, 36],
        [2, 37],
      ],
    },
  };

/** Level and mask as both copies say them. */
function readFormat(dark: Dark, size: number): { level: number; mask: number } {
  const places: [number, number][][] = [
    [8, 7, 5, 4, 3, 2, 1, 0].map((row): [number, number] => [row, 8]),
    [0, 1, 2, 3, 4, 5, 7].map((column): [number, number] => [8, column]),
    [1, 2, 3, 4, 5, 6, 7].map((up): [number, number] => [size - up, 8]),
    [8, 7, 6, 5, 4, 3, 2, 1].map((left): [number, number] => [8, size - left]),
  ];
  const value = (...cells: [number, number][]) =>
    cells.reduce((sum, [row, column]) => sum * 2 + (dark(row, column) ? 1 : 0), 0);
  const first = value(...(places[1] ?? []), ...(places[0] ?? []));
  const second = value(...(places[2] ?? []), ...(places[3] ?? []));
  if (first !== second) throw new Error('the two copies of the format differ');
  let rest = first ^ 0x5412;
  const data = rest >> 10;
  for (let bit = 14; bit >= 10; bit -= 1) if ((rest >> bit) & 1) rest ^= 0x537 << (bit - 10);
  if (rest !== 0) throw new Error('the format does not fit its check bits');
  return { level: data >> 3, mask: data & 7 };
}

function readBytes(dark: Dark, size: number, version: number, mask: number): number[] {
  const bits: number[] = [];
  for (let pair = 0; pair < (size - 1) / 2; pair += 1) {
    const right = size - 1 - 2 * pair - (size - 1 - 2 * pair <= 6 ? 1 : 0);
    for (let step = 0; step < size; step += 1) {
      const row = pair % 2 === 0 ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (!isPattern(row, column, size, version)) {
          bits.push((dark(row, column) ? 1 : 0) ^ (turned(mask, row, column) ? 1 : 0));
        }
      }
    }
  }
  const bytes: number[] = [];
  for (let at = 0; at + 8 <= bits.length; at += 8) {
    bytes.push(Number.parseInt(bits.slice(at, at + 8).join(''), 2));
  }
  return bytes;
}

function isPattern(row: number, column: number, size: number, version: number): boolean {
  const far = size - 8;
  if (row === 6 || column === 6) return true;
  if ((row < 9 && column < 9) || (row < 9 && column >= far) || (row >= far && column < 9)) return true;
  if (version >= 7 && ((row < 6 && column >= size - 11) || (column < 6 && row >= size - 11))) return true;
  if (version === 1) return false;
  const last = size - 7;
  const middle = version < 7 ? [] : [(6 + last) / 2];
  const marks = [6, ...middle, last];
  const near = (at: number) => marks.find((mark) => Math.abs(mark - at) <= 2);
  const down = near(row);
  const across = near(column);
  if (down === undefined || across === undefined) return false;
  return ![`6,6`, `6,${last}`, `${last},6`].includes(`${down},${across}`);
}

function turned(mask: number, i: number, j: number): boolean {
  const product = i * j;
  const values = [
    i + j,
    i,
    j % 3,
    (i + j) % 3,
    (i >> 1) + Math.floor(j / 3),
    (product % 2) + (product % 3),
    (product % 2) + (product % 3),
    ((i + j) % 2) + (product % 3),
  ];
  const value = values[mask] ?? 1;
  return [2, 3, 5].includes(mask) ? value === 0 : value % 2 === 0;
}

/** Sorts the bytes into their blocks, checks each of them, and takes the text out. */
function dataOf(bytes: readonly number[], version: number): Uint8Array {
  const facts = blocksOf[version];
  if (facts === undefined) throw new Error(`no version ${version}`);
  const lengths = facts.blocks.flatMap(([count, length]) => new Array<number>(count).fill(length));
  const blocks: number[][] = lengths.map(() => []);
  let at = 0;
  const deal = (fits: (block: number, round: number) => boolean, rounds: number) => {
    for (let round = 0; round < rounds; round += 1) {
      blocks.forEach((block, number) => {
        if (!fits(number, round)) return;
        block.push(bytes[at] ?? 0);
        at += 1;
      });
    }
  };
  deal((block, round) => round < (lengths[block] ?? 0), Math.max(...lengths));
  deal(() => true, facts.check);
  for (const block of blocks) checkBlock(block, facts.check);
  const data = blocks.flatMap((block, number) => block.slice(0, lengths[number]));
  const bits = data.map((byte) => byte.toString(2).padStart(8, '0')).join('');
  if (!bits.startsWith('0100')) throw new Error('the text is not in bytes');
  const width = version < 10 ? 8 : 16;
  const length = Number.parseInt(bits.slice(4, 4 + width), 2);
  const start = 4 + width;
  return Uint8Array.from({ length }, (_, byte) =>
    Number.parseInt(bits.slice(start + 8 * byte, start + 8 * byte + 8), 2),
  );
}

/** A block is whole when 2^0, 2^1, ... are roots of it as a polynomial. */
function checkBlock(block: readonly number[], check: number): void {
  const double = (value: number) => (value << 1) ^ (value > 127 ? 0x11d : 0);
  const times = (a: number, b: number): number =>
    b === 0 ? 0 : ((b & 1) === 1 ? a : 0) ^ times(double(a), b >> 1);
  let root = 1;
  for (let number = 0; number < check; number += 1) {
    const value = block.reduce((sum, byte) => times(sum, root) ^ byte, 0);
    if (value !== 0) throw new Error('a block does not fit its check bytes');
    root = double(root);
  }
}
