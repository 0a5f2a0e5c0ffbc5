import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { qrModules } from '#renderer/kit/ui/QrPicture.tsx';
import { type Picture, readQr } from '#tests/support/readQr.ts';

/** The QR code of the text below, made by another program: the reader must not depend on our encoder. */
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

/** Draws modules (true is dark) with four pixels a module. */
function draw(modules: readonly (readonly boolean[])[]): Picture {
  const width = modules.length * 4;
  const pixels = Array.from({ length: width }, (_, y) =>
    Array.from({ length: width }, (_each, x) => {
      const ink = modules[Math.floor(y / 4)]?.[Math.floor(x / 4)] === true ? 0 : 255;
      return [ink, ink, ink, 255];
    }),
  );
  return { width, height: width, data: Buffer.from(pixels.flat(2)) };
}

function encoded(text: string): boolean[][] {
  const modules = qrModules(text);
  if (modules === null) throw new Error('no code');
  return modules;
}

describe('QR code of a link', () => {
  it("has the same size as another program's code, and a scanner reads both", () => {
    const rows = FOREIGN.split('\n').map((row) => [...`....${row}....`].map((module) => module === '#'));
    const margin = Array.from({ length: 4 }, () => rows[0]?.map(() => false) ?? []);
    const foreign = [...margin, ...rows, ...margin];
    expect(readQr(draw(foreign))).toBe(FOREIGN_TEXT);
    expect(readQr(draw(encoded(FOREIGN_TEXT)))).toBe(FOREIGN_TEXT);
    expect(encoded(FOREIGN_TEXT)).toHaveLength(foreign.length);
  });

  it('encodes any characters, and the scanner decodes them', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 95 }), (text) => {
        expect(readQr(draw(encoded(text)))).toBe(text);
      }),
      { numRuns: 60, seed: 20 },
    );
  });

  it.each([
    [14, 21],
    [15, 25],
    [62, 33],
    [84, 37],
    [106, 41],
    [122, 45],
    [152, 49],
    [180, 53],
    [213, 57],
    [251, 61],
    [287, 65],
  ])('uses the smallest code for a link: %d bytes in %d modules', (length, modules) => {
    const text = 'https://ringside.example/overlay/#'.padEnd(length, 'x').slice(0, length);
    expect(readQr(draw(encoded(text)))).toBe(text);
    expect(encoded(text)).toHaveLength(modules + 8);
  });

  it('is still readable with a smudge', () => {
    const modules = encoded(FOREIGN_TEXT).map((row, y) =>
      row.map((dark, x) => dark && !(x >= 20 && x < 26 && y >= 20 && y < 26)),
    );
    expect(readQr(draw(modules))).toBe(FOREIGN_TEXT);
  });

  it('is not drawn for a text that fits no code', () => {
    expect(qrModules('x'.repeat(2331))).not.toBeNull();
    expect(qrModules('x'.repeat(2332))).toBeNull();
  });
});
