import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { iconSizes, pngSize, unpackIcns, unpackIco } from '#tests/electron/icons/containers.ts';

const build = join(import.meta.dirname, '..', '..', '..', 'build');

describe('app icon', () => {
  it('has every size for Windows', () => {
    const pictures = unpackIco(readFileSync(join(build, 'icon.ico')));
    expect([...pictures.keys()]).toEqual([16, 24, 32, 48, 64, 128, 256]);
    for (const [size, png] of pictures) expect(pngSize(png)).toBe(size);
  });

  it('has every size for macOS, also for high-density displays', () => {
    const file = readFileSync(join(build, 'icon.icns'));
    expect(file.toString('ascii', 0, 4)).toBe('icns');
    expect(file.readUInt32BE(4)).toBe(file.length);
    const sizes = [...unpackIcns(file)].map(([name, png]) => [name, pngSize(png)]);
    expect(Object.fromEntries(sizes)).toMatchObject({
      icp4: 16,
      ic07: 128,
      ic09: 512,
      ic10: 1024,
      ic12: 64,
      ic14: 512,
    });
  });

  it('has every size for Linux, in a file with the size in its name', () => {
    const names = readdirSync(join(build, 'icons'));
    expect(names.sort()).toEqual(iconSizes.map((size) => `${size}x${size}.png`).sort());
    for (const name of names) {
      expect(`${pngSize(readFileSync(join(build, 'icons', name)))}x`).toBe(
        name.slice(0, name.indexOf('x') + 1),
      );
    }
  });
});
