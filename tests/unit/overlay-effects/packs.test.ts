import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { languages } from '#shared/contract/language.ts';
import {
  type Pack,
  packAnchors,
  packLimits,
  packSchema,
  type StripPiece,
} from '#shared/contract/overlay/pack.ts';
import { effectScenes, effectStyles, lineColours } from '#shared/contract/overlay/widget.ts';
import { decodedBytes } from '#shared/overlay/packRules.ts';
import { SLOW_FPS } from '../../../overlay/effects/core/actor.ts';
import { placeStrip } from '../../../overlay/effects/packs/place.ts';

const folder = join(import.meta.dirname, '../../../overlay/packs');
const packs = new Map(
  readdirSync(folder).map((name): [string, Pack] => {
    const text = readFileSync(join(folder, name, 'pack.json'), 'utf8');
    return [name, packSchema.parse(JSON.parse(text))];
  }),
);

/** Width and height of a WebP file with one picture, from the header of its first chunk. */
function sizeOf(file: Buffer): { width: number; height: number } {
  const kind = file.toString('latin1', 12, 16);
  if (kind === 'VP8X') return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 };
  if (kind === 'VP8 ')
    return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff };
  const bits = file.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
}

describe("the project's effect packs", () => {
  it('exist for every style, scene and line, with a name in every language', () => {
    const wanted = [
      ...effectStyles.map((style) => `style-${style}`),
      ...effectScenes.filter((scene) => scene !== 'none').map((scene) => `scene-${scene}`),
      ...lineColours.map((line) => `line-${line}`),
    ];
    expect([...packs.keys()].sort()).toEqual(wanted.sort());
    for (const [name, pack] of packs) {
      expect(name.startsWith(`${pack.fills}-`)).toBe(true);
      expect(Object.keys(pack.name).sort()).toEqual([...languages].sort());
    }
  });

  it('have every picture in the size that their manifest states', () => {
    for (const [name, pack] of packs) {
      const files = Object.values(pack.pictures).map(({ file }) => file);
      const present = readdirSync(join(folder, name)).filter((file) => file !== 'pack.json');
      expect(files.sort()).toEqual(present.sort());
      for (const { file, width, height, frames, columns } of Object.values(pack.pictures)) {
        const expected = { width: width * columns, height: height * Math.ceil(frames / columns) };
        expect({ name, file, ...sizeOf(readFileSync(join(folder, name, file))) }).toEqual({
          name,
          file,
          ...expected,
        });
      }
    }
  });

  it('have slow pictures only, which cost a streaming computer least', () => {
    for (const [name, pack] of packs) {
      for (const { file, frames, fps } of Object.values(pack.pictures)) {
        expect({ name, file, isSlow: frames === 1 || fps <= SLOW_FPS }).toEqual({ name, file, isSlow: true });
      }
    }
  });

  it('decode to at most 64 MB together, in any look and level at 1080x1920', () => {
    for (const level of [0, 1, 2]) {
      const most = (fills: Pack['fills']) =>
        Math.max(
          ...[...packs.values()]
            .filter((pack) => pack.fills === fills)
            .map((pack) => decodedBytes(pack, level)),
        );
      expect(most('style') + most('scene') + most('line')).toBeLessThan(packLimits.decodedBytes);
    }
  });

  it('refuse a manifest that names a picture which it does not have', () => {
    const pack = packs.get('line-purple');
    const broken = { ...pack, levels: [[{ kind: 'strip', picture: 'none', anchor: 'left' }], [], []] };
    expect(packSchema.safeParse(pack).success).toBe(true);
    expect(packSchema.safeParse(broken).success).toBe(false);
  });
});

describe('a repeated strip', () => {
  const stripArb = fc.record({
    anchor: fc.constantFrom(...packAnchors),
    axis: fc.constantFrom('x' as const, 'y' as const),
    until: fc.double({ min: 0.05, max: 1, noNaN: true }),
    page: fc.record({
      width: fc.integer({ min: 50, max: 4000 }),
      height: fc.integer({ min: 50, max: 4000 }),
    }),
    frame: fc.record({ width: fc.integer({ min: 8, max: 800 }), height: fc.integer({ min: 8, max: 800 }) }),
  });
  const pieceOf = (anchor: StripPiece['anchor'], axis: 'x' | 'y', until: number): StripPiece => ({
    kind: 'strip',
    picture: 'a',
    anchor,
    x: 0,
    y: 0,
    sides: 'own',
    blend: 'over',
    opacity: 1,
    phase: 0,
    repeat: { axis, until },
  });

  it('covers its share of the page from a corner without a gap or an overlap, to less than half a frame', () => {
    fc.assert(
      fc.property(stripArb, ({ anchor, axis, until, page, frame }) => {
        fc.pre(/(Left|Right)$/.test(anchor));
        const stamps = placeStrip(pieceOf(anchor, axis, until), page, frame, 1);
        const wide = axis === 'x';
        const parts = stamps
          .map(({ x, y, width, height }) => (wide ? { at: x, size: width } : { at: y, size: height }))
          .sort((a, b) => a.at - b.at);
        const length = wide ? page.width : page.height;
        const fromEnd = wide ? anchor.endsWith('Right') : anchor.startsWith('bottom');
        const size = wide ? frame.width : frame.height;
        const covered = parts.reduce((sum, part) => sum + part.size, 0);
        const left = Math.round(length * until) - covered;
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left).toBeLessThan(until < 1 ? size / 2 : 1);
        let at = fromEnd ? length - covered : 0;
        for (const part of parts) {
          expect(part.at).toBe(at);
          at += part.size;
        }
      }),
    );
  });

  it('fades out over half a frame at least, unless it is shorter itself', () => {
    fc.assert(
      fc.property(stripArb, ({ anchor, axis, until, page, frame }) => {
        fc.pre(until < 1);
        const fading = placeStrip(pieceOf(anchor, axis, until), page, frame, 1).filter(
          ({ fade }) => fade !== 'none',
        );
        const [size, length] = axis === 'x' ? [frame.width, page.width] : [frame.height, page.height];
        for (const stamp of fading) {
          const shown = axis === 'x' ? stamp.width : stamp.height;
          expect(shown).toBeGreaterThanOrEqual(Math.min(size / 2, Math.round(length * until)));
        }
      }),
    );
  });

  it('is mirrored at the middle of the page for the other side', () => {
    fc.assert(
      fc.property(stripArb, ({ anchor, axis, until, page, frame }) => {
        const piece = pieceOf(anchor, axis, until);
        const own = placeStrip(piece, page, frame, 1);
        const both = placeStrip({ ...piece, sides: 'both' }, page, frame, 1);
        expect(both.slice(0, own.length)).toEqual(own);
        for (const [index, stamp] of own.entries()) {
          const other = both[own.length + index];
          expect(other).toMatchObject({ y: stamp.y, width: stamp.width, mirrored: true });
          expect((other?.x ?? 0) + stamp.width).toBe(page.width - stamp.x);
        }
      }),
    );
  });
});
