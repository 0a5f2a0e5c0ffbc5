import { describe, expect, it } from 'vitest';
import { type PresetDraft, presetDraftSchema } from '#shared/contract/backstage.ts';
import { gameplayEntrySchema } from '#shared/contract/preset.ts';
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

describe('a preset can be saved', () => {
  it('when nothing in it is missing or twice', () => {
    const { name, anchors, gameplay } = preset({ gameplay: [entry('Spin')] });
    expect(told({ name, anchors, gameplay, giftPrice: { min: 5, max: 5 } })).toEqual([]);
  });

  it('under its own name again', () => {
    expect(told({ id: 'other', name: 'Saturday' })).toEqual([]);
  });
});

describe('a preset cannot be saved', () => {
  it('without a name, or under another one’s', () => {
    expect(told({ name: '  ' })).toEqual(['name preset.nameRequired']);
    expect(told({ name: 'Saturday' })).toEqual(['name preset.nameTaken']);
    expect(told({ name: ' ＳＡＴＵＲＤＡＹ' })).toEqual(['name preset.nameTaken']);
  });

  it('with an anchor without a nickname, or two of one nickname', () => {
    const anchors = [anchor('a', { nickname: '' }), anchor('b', { nickname: 'Mika' }), anchor('c')];
    expect(told({ anchors })).toEqual(['anchors.0.nickname anchor.nicknameRequired']);
    const twins = [...anchors.slice(1), anchor('d', { nickname: 'mika ' })];
    expect(told({ anchors: twins })).toEqual(['anchors.2.nickname anchor.duplicate']);
  });

  it('with two gameplay entries of one name, or one without', () => {
    const gameplay = [entry('Spin'), entry(''), entry('spin')];
    expect(told({ gameplay })).toEqual([
      'gameplay.1.name gameplay.nameRequired',
      'gameplay.2.name gameplay.duplicate',
    ]);
  });

  it('with one gift chosen twice, by any of its ids, among anchors and gameplay entries', () => {
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

  it('with a price range that ends before it begins', () => {
    expect(told({ giftPrice: { min: 6, max: 5 } })).toEqual(['giftPrice.max invalid']);
    expect(told({ giftPrice: { min: 6, max: null } })).toEqual([]);
  });
});
