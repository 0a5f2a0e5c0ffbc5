import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readStored, type StoredShape, writeStored } from '#backstage/store/storedFile.ts';
import { temporaryFolder } from './setup.ts';

describe('stored file', () => {
  const shape: StoredShape<string[]> = {
    migrations: [(content) => [content]],
    read: (content) => {
      if (!Array.isArray(content)) throw new Error('no list');
      const value = content.filter((each) => typeof each === 'string');
      return { value, dropped: content.length - value.length };
    },
  };

  it('is read unchanged', () => {
    const path = join(temporaryFolder(), 'x.json');
    expect(readStored(path, shape, 0)).toEqual({ value: null, backup: null, newer: null });
    writeStored(path, shape, ['a']);
    expect(readStored(path, shape, 0)).toEqual({ value: ['a'], backup: null, newer: null });
  });

  it('is migrated from an older version, and left alone in a newer version', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'x.json');
    writeFileSync(path, '{"version":1,"content":"old"}');
    expect(readStored(path, shape, 0).value).toEqual(['old']);
    for (const newer of ['{"version":3,"content":[]}', '{\n  "version": 12,\n  "other": {}\n}\n']) {
      writeFileSync(path, newer);
      expect(readStored(path, shape, 0)).toEqual({ value: null, backup: null, newer: path });
      expect(() => writeStored(path, shape, ['a'])).toThrow('storage.newer');
      expect(readFileSync(path, 'utf8')).toBe(newer);
      expect(readdirSync(folder)).toEqual(['x.json']);
    }
  });

  it('returns its valid parts, and is copied as a whole', () => {
    const path = join(temporaryFolder(), 'x.json');
    copyFileSync(import.meta.filename, path);
    expect(readStored(path, shape, 0).value).toBeNull();
    writeFileSync(path, '{"version":2,"content":["a",7]}');
    const { value, backup } = readStored(path, shape, 0);
    expect(value).toEqual(['a']);
    // The first copy has this name.
    expect(backup).toContain('x.broken-19700101-000000-2.json');
  });

  it('is copied for each broken content, also for two within the same second', () => {
    const path = join(temporaryFolder(), 'x.json');
    const contents = ['broken', 'broken in another way', '{"version":2,"content":["a",7]}'];
    const copies = contents.map((content) => {
      writeFileSync(path, content);
      return readStored(path, shape, 0).backup ?? '';
    });
    expect(copies.map((copy) => readFileSync(copy, 'utf8'))).toEqual(contents);
  });

  it('is copied once if it is broken, however often it is read', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'x.json');
    writeFileSync(path, 'broken');
    const hours = [0, 1, 2].map((hour) => readStored(path, shape, hour * 3_600_000).backup);
    expect(new Set(hours).size).toBe(1);
    expect(readdirSync(folder)).toHaveLength(2);
  });
});
