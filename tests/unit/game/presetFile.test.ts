import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gameplayEntrySchema } from '#shared/contract/preset.ts';
import {
  LARGEST_PRESET_FILE,
  readPresetFile,
  readWholePresetFile,
  writePresetFile,
} from '#shared/game/presetFile.ts';
import { presetProblems } from '#shared/game/presetRules.ts';
import { presetFields } from '#tests/support/presetFields.ts';
import { anchor, CROWN, preset } from '#tests/support/show.ts';

const file = (more: object, wrap: object = {}) =>
  JSON.stringify({
    format: 'ringside-preset',
    version: 1,
    preset: { name: 'A', anchors: [], ...more },
    ...wrap,
  });

describe('preset file', () => {
  it('restores the exported preset without its id', () => {
    const { id: _own, version: _stored, ...rest } = preset({ mode: 'battle' });
    expect(readPresetFile(writePresetFile(preset({ mode: 'battle' })))).toEqual(rest);
  });

  it('gets the defaults of rules that it lacks', () => {
    expect(readPresetFile(file({ round: { delay: 3 } }))).toMatchObject({
      name: 'A',
      round: { delay: 3, length: 180 },
      battle: { distribution: 'byVotes' },
    });
  });

  it('is refused with the name of a missing or invalid field', () => {
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

  it('names only the first of several invalid fields', () => {
    expect(readPresetFile(file({ round: { length: 5000, delay: -1 }, mode: 'none' }))).toEqual({
      code: 'preset.fileField',
      params: { field: 'mode' },
    });
  });

  it('contains the pictures of its anchors and no others', () => {
    const [face, other] = ['a'.repeat(64), 'b'.repeat(64)];
    const picture = 'data:image/png;base64,AAAA';
    const chosen = preset({ anchors: [anchor('mika', { avatar: face }), anchor('rei', { avatar: other })] });
    const text = writePresetFile(chosen, new Map([[face, picture]]));
    const stranger = { [face]: picture, ['c'.repeat(64)]: picture };
    for (const carried of [text, JSON.stringify({ ...JSON.parse(text), pictures: stranger })]) {
      const read = readWholePresetFile(carried);
      if ('code' in read) throw new Error(read.code);
      expect([...read.pictures]).toEqual([[face, picture]]);
      // An anchor whose picture is not in the file has none.
      expect(read.preset.anchors.map(({ avatar }) => avatar)).toEqual([face, '']);
    }
  });

  it('is refused if its pictures are no pictures or outnumber its anchors', () => {
    const picture = 'data:image/png;base64,AAAA';
    const many = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [index.toString(16).padStart(64, '0'), picture]),
      );
    expect(readPresetFile(file({}, { pictures: many(50) }))).toMatchObject({ name: 'A' });
    const refused = { code: 'preset.fileField', params: { field: 'pictures' } };
    for (const pictures of [many(51), { face: picture }, { ['a'.repeat(64)]: 'https://example.com/a.png' }]) {
      expect(readPresetFile(file({}, { pictures }))).toEqual(refused);
    }
  });

  it('is refused if it is another file, from a newer Ringside, or too large', () => {
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

  it('drops unknown fields, and treats names as text whatever they contain', () => {
    const read = readPresetFile(
      file({ name: '<script>alert(1)</script>', extra: 1, __proto__: { evil: true } }),
    );
    expect(read).toMatchObject({ name: '<script>alert(1)</script>' });
    expect(Object.keys(read)).not.toContain('extra');
  });

  it('is refused with the name of any invalid field', () => {
    const bad = [{}, ['x'], 'x'.repeat(2000), -1.5, 1e300, true, '\u0000<script>', null];
    for (const { path } of presetFields) {
      const accepted = bad.filter((value) => {
        const read = readPresetFile(file({}, { preset: withField(path, value) }));
        if (!('code' in read)) return true;
        expect(String(read.params?.field), `${path} ${JSON.stringify(value).slice(0, 40)}`).toContain(
          path.replace('.N', '.0'),
        );
        return false;
      });
      // `true` is valid for a switch, text for a text field, and null for an optional field.
      expect(accepted.length, path).toBeLessThan(3);
    }
  });

  it('is either refused or a preset that can be saved, after any damage', () => {
    const whole: unknown = JSON.parse(writePresetFile(rich));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(), fc.jsonValue()), { minLength: 1, maxLength: 3 }), (changes) => {
        const broken = structuredClone(whole);
        for (const [pick, value] of changes) putSomewhere(broken, pick, value);
        const read = readPresetFile(JSON.stringify(broken));
        if (!('code' in read)) expect(presetProblems(read, [])).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

const rich = preset({
  mode: 'battle',
  gameplay: [gameplayEntrySchema.parse({ id: 'spin', name: 'Spin', gift: { ids: [CROWN + 1] } })],
  score: { by: 'points', points: { '5': 3 }, multiplierTenths: 15 },
});

/** The rich preset with one field changed, in the first item of its list. */
function withField(path: string, value: unknown): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(rich));
  const names = path.replace('.N', '.0').split('.');
  const last = names.pop() ?? '';
  let at: unknown = copy;
  for (const name of names) at = typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined;
  if (typeof at !== 'object' || at === null) throw new Error(`there is no ${path}`);
  Reflect.set(at, last, value);
  return copy;
}

/** Replaces any value in the preset, at any depth. */
function putSomewhere(node: unknown, pick: number, value: unknown): void {
  const places: [object, string][] = [];
  const collect = (at: unknown) => {
    if (typeof at !== 'object' || at === null) return;
    for (const key of Object.keys(at)) {
      places.push([at, key]);
      collect(Reflect.get(at, key));
    }
  };
  collect(node);
  const place = places[pick % Math.max(1, places.length)];
  if (place !== undefined) Reflect.set(place[0], place[1], value);
}
