import { checkBytes } from './reedSolomon.ts';
import { lengthBits, type Version } from './versions.ts';

/** The mode in which each byte stands for itself. */
const BYTE_MODE = 0b0100;
/** What fills up the room that is left, in turn. */
const FILLING = [0xec, 0x11] as const;

/** The text as data bytes of a version that it fits into: mode, length, bytes, filling. */
function dataBytes(bytes: Uint8Array, version: Version): number[] {
  const room = version.blocks.reduce((sum, block) => sum + block, 0);
  const bits: number[] = [];
  const write = (value: number, width: number) => {
    for (let place = width - 1; place >= 0; place -= 1) bits.push((value >> place) & 1);
  };
  write(BYTE_MODE, 4);
  write(bytes.length, lengthBits(version.number));
  for (const byte of bytes) write(byte, 8);
  write(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8 !== 0) bits.push(0);
  const data: number[] = [];
  for (let at = 0; at < bits.length; at += 8) {
    data.push(bits.slice(at, at + 8).reduce((value, bit) => value * 2 + bit, 0));
  }
  for (let turn = 0; data.length < room; turn += 1) data.push(FILLING[turn % 2] ?? 0);
  return data;
}

/** All bytes in the order in which they are drawn: the blocks' data by turns, then their check bytes by turns. */
export function codewords(bytes: Uint8Array, version: Version): number[] {
  const data = dataBytes(bytes, version);
  let start = 0;
  const blocks = version.blocks.map((length) => {
    const block = data.slice(start, start + length);
    start += length;
    return block;
  });
  const checks = blocks.map((block) => checkBytes(block, version.check));
  return [...byTurns(blocks), ...byTurns(checks)];
}

function byTurns(blocks: readonly (readonly number[])[]): number[] {
  const longest = Math.max(...blocks.map((block) => block.length));
  return Array.from({ length: longest }, (_, place) =>
    blocks.flatMap((block) => block.slice(place, place + 1)),
  ).flat();
}
