import { describe, expect, it } from 'vitest';
import { LARGEST_PRESET_FILE, readPresetFile, writePresetFile } from '#shared/game/presetFile.ts';
import { anchor, preset } from '#tests/support/show.ts';

const file = (more: object, wrap: object = {}) =>
  JSON.stringify({
    format: 'ringside-preset',
    version: 1,
    preset: { name: 'A', anchors: [], ...more },
    ...wrap,
  });

describe('a preset file', () => {
  it('brings back the preset that was written, but for its id', () => {
    const { id: _own, version: _stored, ...rest } = preset({ mode: 'battle' });
    expect(readPresetFile(writePresetFile(preset({ mode: 'battle' })))).toEqual(rest);
  });

  it('gets the defaults of the rules that it does not know', () => {
    expect(readPresetFile(file({ round: { delay: 3 } }))).toMatchObject({
      name: 'A',
      round: { delay: 3, length: 180 },
      battle: { distribution: 'byVotes' },
    });
  });

  it('is refused, naming the field, when something in it is missing or not valid', () => {
    expect(readPresetFile(file({ name: undefined }))).toEqual({
      code: 'preset.fileField',
      params: { field: 'name' },
    });
    expect(readPresetFile(file({ round: { length: 5000 } }))).toEqual({
      code: 'preset.fileField',
      params: { field: 'round.length' },
    });
    const twins = [anchor('a', { nickname: 'Mika' }), anchor('b', { nickname: 'mika' })];
    expect(readPresetFile(file({ anchors: twins }))).toEqual({
      code: 'anchor.duplicate',
      params: { field: 'anchors.1.nickname' },
    });
  });

  it('is refused when it is another file, from a newer Ringside, or too large', () => {
    for (const text of [
      '',
      '[]',
      'null',
      '{}',
      '{"a":1',
      file({}, { format: 'other' }),
      file({}, { preset: 1 }),
    ]) {
      expect(readPresetFile(text)).toEqual({ code: 'preset.fileUnreadable' });
    }
    expect(readPresetFile(file({}, { version: 2 }))).toEqual({ code: 'preset.fileNewer' });
    expect(readPresetFile(' '.repeat(LARGEST_PRESET_FILE + 1))).toEqual({ code: 'preset.tooLarge' });
  });

  it('leaves out what no preset has, and takes names as text whatever they look like', () => {
    const read = readPresetFile(
      file({ name: '<script>alert(1)</script>', extra: 1, __proto__: { evil: true } }),
    );
    expect(read).toMatchObject({ name: '<script>alert(1)</script>' });
    expect(Object.keys(read)).not.toContain('extra');
  });
});
