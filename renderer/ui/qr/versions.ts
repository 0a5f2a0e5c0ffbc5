/**
 * The sizes of QR codes that an address can need, all at error correction level M, which survives a smudge of
 * 15 %: how the bytes are cut into blocks and where the alignment marks stand (ISO/IEC 18004, tables 9 and E.1).
 */
export interface Version {
  number: number;
  /** Modules on a side. */
  size: number;
  /** Check bytes of each block. */
  check: number;
  /** Data bytes of each block. */
  blocks: readonly number[];
  /** Rows and columns at whose crossings the centres of the alignment marks stand. */
  marks: readonly number[];
}

const facts: readonly (readonly [check: number, blocks: readonly number[], marks: readonly number[]])[] = [
  [10, [16], []],
  [16, [28], [6, 18]],
  [26, [44], [6, 22]],
  [18, [32, 32], [6, 26]],
  [24, [43, 43], [6, 30]],
  [16, [27, 27, 27, 27], [6, 34]],
  [18, [31, 31, 31, 31], [6, 22, 38]],
  [22, [38, 38, 39, 39], [6, 24, 42]],
  [22, [36, 36, 36, 37, 37], [6, 26, 46]],
  [26, [43, 43, 43, 43, 44], [6, 28, 50]],
  [30, [50, 51, 51, 51, 51], [6, 30, 54]],
  [22, [36, 36, 36, 36, 36, 36, 37, 37], [6, 32, 58]],
];

export const versions: readonly Version[] = facts.map(([check, blocks, marks], index) => ({
  number: index + 1,
  size: 21 + 4 * index,
  check,
  blocks,
  marks,
}));

/** Bits by which the length of the text is written. */
export function lengthBits(version: number): number {
  return version < 10 ? 8 : 16;
}

/** Bytes of text that fit into a version, beside the four bits of the mode and the length. */
export function capacity({ number, blocks }: Version): number {
  const bytes = blocks.reduce((sum, block) => sum + block, 0);
  return Math.floor((bytes * 8 - 4 - lengthBits(number)) / 8);
}
