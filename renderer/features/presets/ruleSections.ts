import { type PresetDraft, presetDraftSchema } from '#shared/contract/backstage.ts';
import type { PackFills } from '#shared/contract/overlay/pack.ts';
import type { Mode } from '#shared/contract/preset.ts';
import {
  advantages,
  danceRepeats,
  danceStarts,
  distributions,
  effectScenes,
  effectStyles,
  knockOutRules,
  type Limits,
  lateGiftPolicies,
  lineColors,
  type ruleFields,
  ruleLimits,
} from '#shared/contract/rules.ts';

export type RuleGroup = keyof typeof ruleFields;
export type RuleValue = string | number | boolean;

/** A field for one rule. Numbers are stored values; the unit `times` is stored in tenths. */
export type RuleField = {
  group: RuleGroup;
  name: string;
  /** The modes that use this rule, if they differ from those of its section. */
  modes?: readonly Mode[];
} & (
  | { kind: 'number'; min: number; max: number; unit: 'seconds' | 'votes' | 'percent' | 'times' | 'wins' }
  | { kind: 'switch' }
  /** `packs`: packs of the host that fill this can be chosen, too. */
  | { kind: 'choice'; options: readonly string[]; packs?: PackFills }
);

/** A section of the form with related rules. `modes` are the modes that use them. */
export interface RuleSection {
  id: 'rounds' | 'delay' | 'battle' | 'effects' | 'resurrection' | 'decrease' | 'freestyle' | 'sticker';
  modes: readonly Mode[];
  fields: readonly RuleField[];
}

const everywhere: readonly Mode[] = ['battle', 'freestyle', 'normal', 'votes', 'sticker'];

const number = (
  group: RuleGroup,
  name: string,
  unit: Extract<RuleField, { kind: 'number' }>['unit'],
  limits: Limits,
): RuleField => ({ kind: 'number', group, name, unit, ...limits });
const seconds = (group: RuleGroup, name: string) => number(group, name, 'seconds', ruleLimits.seconds);
const votes = (group: RuleGroup, name: string) => number(group, name, 'votes', ruleLimits.votes);
const choice = (
  group: RuleGroup,
  name: string,
  options: readonly string[],
  packs?: PackFills,
): RuleField => ({
  kind: 'choice',
  group,
  name,
  options,
  ...(packs !== undefined && { packs }),
});
const onOff = (group: RuleGroup, name: string): RuleField => ({ kind: 'switch', group, name });

/** All rules of a preset in the order of the form, without anchors, gameplay entries and scores. */
export const ruleSections: readonly RuleSection[] = [
  {
    id: 'rounds',
    modes: ['battle', 'normal', 'votes', 'sticker'],
    fields: [
      seconds('round', 'length'),
      votes('round', 'clearance'),
      // Freestyle has its own length and clearance score (section `freestyle`) but shares this switch.
      { ...onOff('round', 'breakthrough'), modes: everywhere },
    ],
  },
  {
    id: 'delay',
    modes: everywhere,
    fields: [seconds('round', 'delay'), choice('round', 'lateGifts', lateGiftPolicies)],
  },
  {
    id: 'battle',
    modes: ['battle'],
    fields: [
      choice('battle', 'distribution', distributions),
      choice('battle', 'advantage', advantages),
      choice('battle', 'knockOut', knockOutRules),
      onOff('battle', 'winStreaks'),
      onOff('battle', 'winnerDefends'),
    ],
  },
  {
    id: 'effects',
    modes: ['battle'],
    fields: [
      onOff('effects', 'enabled'),
      number('effects', 'level1', 'percent', ruleLimits.level1),
      number('effects', 'level2', 'percent', ruleLimits.level2),
      number('effects', 'level3', 'percent', ruleLimits.level3),
      votes('effects', 'minTotal'),
      choice('effects', 'style', effectStyles, 'style'),
      choice('effects', 'scene', effectScenes, 'scene'),
      choice('effects', 'lineColor', lineColors, 'line'),
    ],
  },
  {
    id: 'resurrection',
    modes: everywhere,
    fields: [
      number('resurrection', 'minStreak', 'wins', ruleLimits.minStreak),
      seconds('resurrection', 'length'),
      number('resurrection', 'factorTenths', 'times', ruleLimits.factorTenths),
      votes('resurrection', 'floor'),
    ],
  },
  {
    id: 'decrease',
    modes: everywhere,
    fields: [
      seconds('decrease', 'after'),
      number('decrease', 'perSecond', 'votes', ruleLimits.perSecond),
      onOff('decrease', 'toZero'),
    ],
  },
  {
    id: 'freestyle',
    modes: ['freestyle'],
    fields: [seconds('freestyle', 'length'), votes('freestyle', 'clearance')],
  },
  {
    id: 'sticker',
    modes: ['sticker'],
    fields: [
      onOff('sticker', 'scores'),
      choice('sticker', 'repeat', danceRepeats),
      choice('sticker', 'next', danceStarts),
    ],
  },
];

const defaults = presetDraftSchema.parse({ name: '-', anchors: [] });

export function isUsed(field: RuleField, section: RuleSection, mode: Mode): boolean {
  return (field.modes ?? section.modes).includes(mode);
}

export function ruleValue(draft: PresetDraft, { group, name }: RuleField): RuleValue {
  const values: Readonly<Record<string, RuleValue>> = draft[group];
  return values[name] ?? '';
}

export function ruleDefault(field: RuleField): RuleValue {
  return ruleValue(defaults, field);
}

/** The draft with one rule set to another value. */
export function withRule(draft: PresetDraft, { group, name }: RuleField, value: RuleValue): PresetDraft {
  return { ...draft, [group]: { ...draft[group], [name]: value } };
}
