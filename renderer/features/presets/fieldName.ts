import type { ToastText } from '#renderer/data/stores/toastStore.ts';
import { ruleSections } from './ruleSections.ts';

/** What a field of a preset is called on screen; `place` from 1 where it is in a list. */
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

/** The words for a field's path ('anchors.2.nickname'). A field that the form does not have keeps its path. */
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
