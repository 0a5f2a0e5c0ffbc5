import { describe, expect, it } from 'vitest';
import { type PresetDraft, presetDraftSchema } from '#shared/contract/backstage.ts';
import { gameplayEntrySchema, presetSchema } from '#shared/contract/preset.ts';
import { presetProblems } from '#shared/game/presetRules.ts';
import { anchor, CAT_PAWS, CAT_PAWS_ABROAD, CROWN, preset } from '#tests/support/show.ts';

const draft = (more: Partial<PresetDraft> = {}): PresetDraft => ({
  ...presetDraftSchema.parse({ name: 'Friday', anchors: [] }),
  ...more,
});
const entry = (name: string, more: object = {}) => ({
  ...gameplayEntrySchema.parse({ id: 'entry', name: 'x' }),
  name,
  ...more,
});
const told = (more: Partial<PresetDraft>, others = [preset({ id: 'other', name: 'Saturday' })]) =>
  presetProblems(draft(more), others).map(({ path, problem }) => `${path} ${problem.code}`);

describe('valid preset', () => {
  it('can be saved when no name is missing or used twice', () => {
    const { name, anchors, gameplay } = preset({ gameplay: [entry('Spin')] });
    expect(told({ name, anchors, gameplay, giftPrice: { min: 5, max: 5 } })).toEqual([]);
  });

  it('can be saved under its own name again', () => {
    expect(told({ id: 'other', name: 'Saturday' })).toEqual([]);
  });
});

describe('invalid preset', () => {
  it('has no name or the name of another preset', () => {
    expect(told({ name: '  ' })).toEqual(['name preset.nameRequired']);
    expect(told({ name: 'Saturday' })).toEqual(['name preset.nameTaken']);
    expect(told({ name: ' ＳＡＴＵＲＤＡＹ' })).toEqual(['name preset.nameTaken']);
  });

  it('has an anchor without a nickname, or one nickname twice', () => {
    const anchors = [anchor('a', { nickname: '' }), anchor('b', { nickname: 'Mika' }), anchor('c')];
    expect(told({ anchors })).toEqual(['anchors.0.nickname anchor.nicknameRequired']);
    const twins = [...anchors.slice(1), anchor('d', { nickname: 'mika ' })];
    expect(told({ anchors: twins })).toEqual(['anchors.2.nickname anchor.duplicate']);
  });

  it('has a gameplay entry without a name, or one name twice', () => {
    const gameplay = [entry('Spin'), entry(''), entry('spin')];
    expect(told({ gameplay })).toEqual([
      'gameplay.1.name gameplay.nameRequired',
      'gameplay.2.name gameplay.duplicate',
    ]);
  });

  it('has one gift twice, by any of its ids, among anchors and gameplay entries', () => {
    const anchors = [
      anchor('a', { gift: { ids: [CAT_PAWS, CAT_PAWS_ABROAD] } }),
      anchor('b', { gift: { ids: [CROWN] } }),
      anchor('c', { gift: { ids: [1, CAT_PAWS_ABROAD] } }),
    ];
    const gameplay = [entry('Spin', { gift: { ids: [CROWN] } })];
    expect(told({ anchors, gameplay })).toEqual([
      'anchors.2.gift gift.duplicate',
      'gameplay.0.gift gift.duplicate',
    ]);
  });

  it('has a price range that ends before it begins', () => {
    expect(told({ giftPrice: { min: 6, max: 5 } })).toEqual(['giftPrice.max gift.priceRange']);
    expect(told({ giftPrice: { min: 6, max: null } })).toEqual([]);
  });

  it('has a dance without a gift in sticker dance', () => {
    const gameplay = [entry('Spin', { gift: { ids: [CROWN] } }), entry('Heart')];
    expect(told({ gameplay })).toEqual([]);
    expect(told({ mode: 'sticker', gameplay })).toEqual(['gameplay.1.gift gift.required']);
  });

  it('counts by points without a gift that has points', () => {
    const score = { ...preset().score, by: 'points' as const };
    expect(told({ score })).toEqual(['score.points gift.infoFirst']);
    expect(told({ score: { ...score, points: { [CROWN]: 5 } } })).toEqual([]);
  });

  it('has a duration outside of 0 to 999 seconds in any field', () => {
    const { round, resurrection, decrease, freestyle } = preset();
    expect(told({ round: { ...round, length: 0, delay: 999 } })).toEqual([]);
    expect(told({ round: { ...round, length: 1000, delay: -1 } })).toEqual([
      'round.length duration.range',
      'round.delay duration.range',
    ]);
    const anchors = [anchor('a', { duration: Number.NaN })];
    const gameplay = [entry('Spin', { duration: 1.5 })];
    expect(told({ anchors, gameplay })).toEqual([
      'anchors.0.duration duration.range',
      'gameplay.0.duration duration.range',
    ]);
    expect(
      told({
        resurrection: { ...resurrection, length: 1000 },
        decrease: { ...decrease, after: 1000 },
        freestyle: { ...freestyle, length: 1000 },
      }),
    ).toEqual([
      'resurrection.length duration.range',
      'decrease.after duration.range',
      'freestyle.length duration.range',
    ]);
  });

  it('has effect levels that do not step down: 3 to 50, at least 2 and below it, at least 1 and below that', () => {
    const levels = (level1: number, level2: number, level3: number) =>
      told({ effects: { ...preset().effects, level1, level2, level3 } });
    expect(levels(3, 2, 1)).toEqual([]);
    expect(levels(50, 49, 48)).toEqual([]);
    expect(levels(51, 20, 10)).toEqual(['effects.level1 effects.level1']);
    expect(levels(2, 1, 0)).toEqual(['effects.level1 effects.level1']);
    expect(levels(30, 30, 10)).toEqual(['effects.level2 effects.level2']);
    expect(levels(30, 1, 1)).toEqual(['effects.level2 effects.level2']);
    expect(levels(30, 20, 20)).toEqual(['effects.level3 effects.level3']);
    expect(levels(30, 20, 0)).toEqual(['effects.level3 effects.level3']);
  });
});

describe('number outside of its limits', () => {
  const { round, resurrection, decrease, effects, freestyle, score, giftPrice } = preset();
  const problems = (more: Partial<PresetDraft>) => presetProblems(draft(more), []);

  it('is reported at its field, with the limit', () => {
    expect(problems({ round: { ...round, clearance: 1_000_000_001 } })).toEqual([
      { path: 'round.clearance', problem: { code: 'number.most', params: { limit: 1_000_000_000 } } },
    ]);
    expect(problems({ decrease: { ...decrease, perSecond: 0 } })).toEqual([
      { path: 'decrease.perSecond', problem: { code: 'number.least', params: { limit: 1 } } },
    ]);
    expect(told({ resurrection: { ...resurrection, minStreak: 1000, floor: -1 } })).toEqual([
      'resurrection.minStreak number.most',
      'resurrection.floor number.least',
    ]);
    expect(
      told({ effects: { ...effects, minTotal: 0.5 }, freestyle: { ...freestyle, clearance: Number.NaN } }),
    ).toEqual(['effects.minTotal number.whole', 'freestyle.clearance number.whole']);
    expect(told({ giftPrice: { ...giftPrice, min: -1 } })).toEqual(['giftPrice.min number.least']);
    expect(told({ score: { ...score, by: 'points', points: { '5': 1_000_001 } } })).toEqual([
      'score.points.5 number.most',
    ]);
  });

  it('is reported as it was typed if the field stores tenths', () => {
    expect(problems({ score: { ...score, multiplierTenths: 1001 } })).toEqual([
      { path: 'score.multiplierTenths', problem: { code: 'number.most', params: { limit: 100 } } },
    ]);
    expect(problems({ resurrection: { ...resurrection, factorTenths: 0 } })).toEqual([
      { path: 'resurrection.factorTenths', problem: { code: 'number.least', params: { limit: 0.1 } } },
    ]);
  });
});

describe('preset of an older version', () => {
  it('gets the default of every new rule', () => {
    const old = { version: 1, id: 'old', name: 'Old', anchors: [] };
    expect(presetSchema.parse(old)).toMatchObject({
      mode: 'normal',
      giftPrice: { min: 0, max: null },
      score: { by: 'diamonds', multiplierTenths: 10 },
      singleGiftBinding: false,
      round: { length: 180, delay: 0, clearance: 0, breakthrough: true, lateGifts: 'ask' },
      battle: {
        distribution: 'byVotes',
        advantage: 'none',
        winStreaks: true,
        winnerDefends: true,
        knockOut: 'none',
      },
      resurrection: { minStreak: 0, length: 60, factorTenths: 20, floor: 0 },
      decrease: { after: 0, perSecond: 1, toZero: false },
      effects: { enabled: true, level1: 30, level2: 20, level3: 10, minTotal: 100 },
      sticker: { scores: false, repeat: 'each', next: 'auto' },
      freestyle: { length: 60, clearance: 0 },
    });
  });

  it('keeps its stored rules and gets the others', () => {
    const partly = presetSchema.parse({ ...preset(), round: { delay: 5 } });
    expect(partly.round).toMatchObject({ delay: 5, length: 180 });
  });
});
