import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { gunzip } from '#backstage/sources/gunzip.ts';

const chunks = vi.hoisted(() => ({ size: 0 }));
vi.mock('node:zlib', async (original) => {
  const zlib = await original<typeof import('node:zlib')>();
  const gunzipSync: typeof zlib.gunzipSync = (bytes, options) => {
    chunks.size = options?.chunkSize ?? 0;
    return zlib.gunzipSync(bytes, options);
  };
  return { ...zlib, gunzipSync };
});

const LIMIT = 100_000;

describe('gunzip', () => {
  it('restores data of any size', () => {
    const sizes = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: LIMIT }));
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 256 }), (size, every) => {
        const bytes = Uint8Array.from({ length: size }, (_, at) => (at * at) % every);
        expect(Buffer.compare(gunzip(gzipSync(bytes), LIMIT), bytes)).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  it('rejects data above the limit or with a wrong stated size', () => {
    const large = gzipSync(Buffer.alloc(LIMIT + 1));
    expect(() => gunzip(large, LIMIT)).toThrow();
    const lying = gzipSync(Buffer.alloc(500));
    lying.writeUInt32LE(0xffff_fff0, lying.length - 4);
    expect(() => gunzip(lying, LIMIT)).toThrow();
    lying.writeUInt32LE(3, lying.length - 4);
    expect(() => gunzip(lying, LIMIT)).toThrow();
  });

  it('is not slowed down by a stated size that is too small', () => {
    // The size field belongs to the last part and is 0.
    const bomb = Buffer.concat([gzipSync(Buffer.alloc(LIMIT)), gzipSync(Buffer.alloc(0))]);
    expect(gunzip(bomb, LIMIT)).toHaveLength(LIMIT);
    expect(chunks.size).toBeGreaterThan(bomb.length);
  });

  it('rejects data that is not gzip', () => {
    for (const bytes of [[], [0x1f], [0x1f, 0x8b, 8, 0], [1, 2, 3, 4, 5, 6, 7, 8]])
      expect(() => gunzip(Uint8Array.from(bytes), LIMIT)).toThrow();
  });
});
