import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { qrCode } from '#renderer/ui/qr/qrCode.ts';
import { readQr } from '#tests/support/readQr.ts';

/** Made by another program, so that the reader of these tests is known to read what others write. */
const FOREIGN = `
#######.#.####...#.#####.###..#######
#.....#.###..##.####..#.###.#.#.....#
#.###.#.########...#.#.######.#.###.#
#.###.#....###.###..##.####...#.###.#
#.###.#.##..#.##..##..#.......#.###.#
#.....#...#.....#....#####..#.#.....#
#######.#.#.#.#.#.#.#.#.#.#.#.#######
..........###.##.##.#.##.####........
#..######...#.##...#.#..###.##..#.###
#...##.#.###.##.#.#...#..##..#.###.#.
##..#.##...#...###.##..#.###.##.###.#
..####..##..##..#####.###..###.#.####
.#..#.##....#.###...#.....#.###..#..#
#####..#.###..###.#..#.#.#.#.#.###...
..#.#.#..#...#.##.####.....####..####
#.#..#...#.#.####...#.##....###.#####
#.##.##.#.###....##.###.#..##.##..#..
....#....#.#.#...#...###...#...#.#...
.....########.#.##.#.#.###.#..#.....#
######.##.....###..##...##...#.###..#
...#.##.#...#...##.#...##.....#.#....
.#.###..##.#...#.###.###...##...#.#..
#.#.#.#####....##....###...#..##.#..#
.####...####..#.#.##.......#.#.##.###
#.######....#.#..#.#.#..##....#......
##.#.#.##.#.......##.....#####..#....
####..#.#.#..###.#.#.##..#.###.######
#.......#...##..#.#.#..#....#...###..
#..######.##...#....#.#####.#####.##.
........###....#.###.#..#.#.#...#..#.
#######.######.#####...###..#.#.##..#
#.....#.##..#...........##..#...#..#.
#.###.#.#...##..#.#.##..##########...
#.###.#.###.###......##..##.#.#...#.#
#.###.#..###.##......#.##.##....#...#
#.....#...#.#.##.#.##......#..#######
#######.##.#....#...#.##..#.#.......#
`.trim();
const FOREIGN_TEXT = 'http://127.0.0.1:5180/overlay/#abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ';

const read = (text: string) => {
  const code = qrCode(text);
  if (code === null) throw new Error('no code');
  return readQr(code);
};

describe('a QR code of a link', () => {
  it('is read by a reader that also reads what another program has drawn', () => {
    const foreign = FOREIGN.split('\n').map((row) => [...row].map((module) => module === '#'));
    expect(readQr(foreign)).toBe(FOREIGN_TEXT);
    expect(qrCode(FOREIGN_TEXT)?.length).toBe(foreign.length);
  });

  it('says every text of up to 287 bytes, whatever its characters are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 95 }), (text) => {
        expect(read(text)).toBe(text);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    [1, 21],
    [14, 21],
    [15, 25],
    [62, 33],
    [84, 37],
    [106, 41],
    [122, 45],
    [152, 49],
    [180, 53],
    [181, 57],
    [213, 57],
    [251, 61],
    [287, 65],
  ])('is drawn in the smallest size that holds it: %d bytes in %d modules', (length, modules) => {
    const text = 'https://ringside.example/overlay/#'.padEnd(length, 'x').slice(0, length);
    expect(read(text)).toBe(text);
    expect(qrCode(text)?.length).toBe(modules);
  });

  it('is not drawn at all for a text that is too long, instead of a wrong one', () => {
    expect(qrCode('x'.repeat(288))).toBeNull();
  });

  it('is not read when a module is wrong: these tests would notice', () => {
    const code = qrCode(FOREIGN_TEXT)?.map((row) => [...row]) ?? [];
    const row = code[20] ?? [];
    row[20] = row[20] !== true;
    expect(() => readQr(code)).toThrow('check bytes');
  });
});
