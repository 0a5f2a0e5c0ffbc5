import type { ToastText } from '#renderer/data/stores/toastStore.ts';
import { ruleSections } from './ruleSections.ts';

/** The name of a preset field on screen. `place` counts from 1 for a field of a list; 0 for other fields. */
export interface FieldName {
  list: 'anchors' | 'gameplay' | null;
  place: number;
  label: ToastText | null;
}

const own: Readonly<Record<string, string>> = {
  name: 'presetEditor.name',
  mode: 'presetEditor.mode',
  anchors: 'presetEditor.anchors',
  pictures: 'presetEditor.picture',
  gameplay: 'presetEditor.gameplay',
  'giftPrice.min': 'presetEditor.priceMin',
  'giftPrice.max': 'presetEditor.priceMax',
  'score.by': 'presetEditor.scoreBy',
  'score.points': 'presetEditor.points',
  'score.multiplierTenths': 'presetEditor.multiplier',
  singleGiftBinding: 'presetEditor.single',
};

const listed: Readonly<Record<'anchors' | 'gameplay', Readonly<Record<string, string>>>> = {
  anchors: {
    nickname: 'presetEditor.nickname',
    username: 'presetEditor.username',
    avatar: 'presetEditor.picture',
    gift: 'presetEditor.gift',
    duration: 'presetEditor.duration',
  },
  gameplay: {
    name: 'presetEditor.gameplayName',
    effects: 'presetEditor.effects',
    gift: 'presetEditor.chosenGift',
    duration: 'presetEditor.runs',
  },
};

/** Returns the name of a field by its path ('anchors.2.nickname'). The label of an unknown field is null. */
export function fieldName(path: string): FieldName {
  const [first = '', second = '', third = ''] = path.split('.');
  if ((first === 'anchors' || first === 'gameplay') && /^\d+$/.test(second)) {
    const key = listed[first][third];
    return { list: first, place: Number(second) + 1, label: key === undefined ? null : { key } };
  }
  const key = own[path] ?? (first === 'score' ? own[`score.${second}`] : undefined);
  if (key !== undefined) return { list: null, place: 0, label: { key } };
  const rule = ruleSections
    .flatMap(({ fields }) => fields)
    .find(({ group, name }) => group === first && name === second);
  const label = rule === undefined ? null : { key: `presetEditor.rule.${rule.group}.${rule.name}` };
  return { list: null, place: 0, label };
}
