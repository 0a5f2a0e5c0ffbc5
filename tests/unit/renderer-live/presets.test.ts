import { describe, expect, it } from 'vitest';
import { draftOf, emptyDraft, fileName, freeName } from '#renderer/data/presets/presetForm.ts';
import { fieldName } from '#renderer/features/presets/PresetList.tsx';
import { ruleDefault, ruleSections, ruleValue, withRule } from '#renderer/features/presets/ruleSections.ts';
import { presetDraftSchema } from '#shared/contract/backstage.ts';
import { type Preset, presetSchema } from '#shared/contract/preset.ts';
import { ruleFields } from '#shared/contract/rules.ts';
import { lastPreset } from '#shared/game/lastPreset.ts';
import { readPresetFile, writePresetFile } from '#shared/game/presetFile.ts';
import { presetProblems } from '#shared/game/presetRules.ts';
import { presetFields } from '#tests/support/presetFields.ts';
import en from '../../../locales/en.json';

const fields = ruleSections.flatMap((section) => section.fields);

describe('preset field names', () => {
  it('exist for every field of a preset', () => {
    const texts: Readonly<Record<string, string>> = en;
    const nameless = presetFields.filter(({ path }) => {
      const { label } = fieldName(path.replace('.N', '.0'));
      return label === null || texts[label.key] === undefined;
    });
    expect(nameless.map(({ path }) => path)).toEqual([]);
  });
});

describe('rules of the preset form', () => {
  it('contain every rule of a preset exactly once', () => {
    const offered = fields.map(({ group, name }) => `${group}.${name}`).sort();
    const draft = emptyDraft();
    const stored = Object.keys(ruleFields).flatMap((group) => {
      const rules = Object.entries(draft).find(([name]) => name === group)?.[1] ?? {};
      return Object.keys(rules).map((name) => `${group}.${name}`);
    });
    expect(offered).toEqual(stored.sort());
  });

  it('have texts for their name, their help and each choice', () => {
    const texts: Readonly<Record<string, string>> = en;
    const wanted = fields.flatMap((field) => {
      const key = `presetEditor.rule.${field.group}.${field.name}`;
      return [
        key,
        `${key}.help`,
        ...(field.kind === 'choice' ? field.options.map((each) => `${key}.${each}`) : []),
      ];
    });
    expect(wanted.filter((key) => texts[key] === undefined)).toEqual([]);
  });

  it('can be saved with each limit and each choice', () => {
    for (const field of fields) {
      const values =
        field.kind === 'number'
          ? [field.min, field.max]
          : field.kind === 'switch'
            ? [true, false]
            : field.options;
      for (const value of values) {
        const draft = withRule({ ...emptyDraft(), name: 'x' }, field, value);
        expect(ruleValue(draft, field)).toBe(value);
        expect(presetDraftSchema.safeParse(draft).success, `${field.group}.${field.name} ${value}`).toBe(
          true,
        );
      }
    }
  });

  it('reject values outside of their limits', () => {
    for (const field of fields) {
      if (field.kind !== 'number') continue;
      for (const value of [field.min - 1, field.max + 1]) {
        const draft = withRule({ ...emptyDraft(), name: 'x' }, field, value);
        expect(presetDraftSchema.safeParse(draft).success, `${field.group}.${field.name} ${value}`).toBe(
          false,
        );
      }
    }
  });

  it('start with valid defaults', () => {
    const draft = { ...emptyDraft(), name: 'x' };
    for (const field of fields) expect(ruleValue(draft, field)).toBe(ruleDefault(field));
    expect(presetProblems(draft, [])).toEqual([]);
  });

  it('require level 2 of the effects to be below level 1', () => {
    const level = fields.find(({ name }) => name === 'level2');
    if (level === undefined) throw new Error('no level');
    const problems = presetProblems(withRule({ ...emptyDraft(), name: 'x' }, level, 30), []);
    expect(problems).toEqual([{ path: 'effects.level2', problem: { code: 'effects.level2' } }]);
  });
});

describe('names of copies and files', () => {
  it('give a copy the next free number within the length limit', () => {
    expect(freeName('Team', [])).toBe('Team');
    expect(freeName('Team', ['team '])).toBe('Team (2)');
    expect(freeName('Team (2)', ['Team', 'Team (2)', 'Team (3)'])).toBe('Team (4)');
    const long = 'あ'.repeat(60);
    expect(freeName(long, [long])).toHaveLength(60);
  });

  it('give a file a name that every system accepts', () => {
    expect(fileName('Team 4v4')).toBe('Team 4v4.ringside.json');
    expect(fileName('a/b\\c:d*e?"f<g>|h\n')).toBe('a b c d e f g h.ringside.json');
    expect(fileName('///')).toBe('preset.ringside.json');
  });
});

describe('preset file', () => {
  const preset: Preset = presetSchema.parse({
    version: 1,
    id: 'p',
    name: 'Team',
    mode: 'battle',
    anchors: [{ id: 'a', nickname: 'Mika', gift: { ids: [5655] }, duration: 30 }],
    gameplay: [{ id: 'g', name: 'Dance', gift: { ids: [6788] } }],
    battle: { distribution: 'equalSplit' },
  });

  it('restores the same preset without its id', () => {
    const { id: _id, ...draft } = draftOf(preset);
    expect(readPresetFile(writePresetFile(preset))).toEqual(draft);
  });

  it('names an invalid field as the form does', () => {
    expect(fieldName('anchors.2.nickname')).toEqual({
      list: 'anchors',
      place: 3,
      label: { key: 'presetEditor.nickname' },
    });
    expect(fieldName('gameplay.0.duration').label).toEqual({ key: 'presetEditor.runs' });
    expect(fieldName('gameplay.0.gift.ids.0').label).toEqual({ key: 'presetEditor.chosenGift' });
    expect(fieldName('effects.level2').label).toEqual({ key: 'presetEditor.rule.effects.level2' });
    expect(fieldName('score.points.5655').label).toEqual({ key: 'presetEditor.points' });
    expect(fieldName('giftPrice.max').label).toEqual({ key: 'presetEditor.priceMax' });
    expect(fieldName('something.else')).toEqual({ list: null, place: 0, label: null });
  });
});

describe('last preset', () => {
  const presets = ['Friday', 'Saturday'].map((name) =>
    presetSchema.parse({ version: 1, id: name, name, anchors: [] }),
  );
  const show = (presetName: string, createdAt: number, rehearsal = false) => ({
    showId: `${createdAt}`,
    username: 'host',
    presetName,
    rehearsal,
    createdAt,
    startedAt: 0,
    endedAt: 0,
    gifts: 0,
    diamonds: 0,
    hasRecording: false,
  });

  it('is that of the latest show, and a rehearsal counts only without a show of a real room', () => {
    const shows = [show('Saturday', 1), show('Friday', 2), show('', 4), show('Saturday', 3, true)];
    expect(lastPreset(presets, shows)?.name).toBe('Friday');
    expect(lastPreset(presets, [show('Saturday', 3, true)])?.name).toBe('Saturday');
  });

  it('is not one that was deleted since, and is the only preset if no show had one', () => {
    expect(lastPreset(presets, [show('Gone', 2), show('Saturday', 1)])?.name).toBe('Saturday');
    expect(lastPreset(presets, [])).toBeNull();
    expect(lastPreset(presets.slice(0, 1), [])?.name).toBe('Friday');
  });
});
