import fc from 'fast-check';
import { danceActions, type GiftInput, type RoundAction, roundActions } from '#shared/contract/input.ts';
import type { Target } from '#shared/contract/ledger.ts';
import { type Preset, presetSchema } from '#shared/contract/preset.ts';
import { rulesArb } from './rules.ts';
import { anchor, CAT_PAWS, CAT_PAWS_ABROAD, CROWN, LION, preset, ROSE, type Told } from './show.ts';

/* Random presets, gifts, targets and commands for random shows. */

export const anchorIds = ['mika', 'rei', 'yuki', 'nobody'];
export const viewerIds = ['aoi', 'ben', 'chen', 'dai', 'emi'];

export const targetArb: fc.Arbitrary<Target> = fc.constantFrom<Target[]>(
  'anchor:mika',
  'anchor:rei',
  'anchor:yuki',
  'attacker',
  'defender',
  'unallocated',
  'uncounted',
);

const gameplay = [
  { id: 'spin', name: 'Spin', effects: '', gift: { ids: [ROSE] }, duration: 3 },
  { id: 'heart', name: 'Heart', effects: '', gift: { ids: [LION] }, duration: 0 },
];

export const presetArb: fc.Arbitrary<Preset> = fc
  .record({
    anchors: fc.constantFrom(
      preset().anchors,
      preset().anchors.slice(1),
      [anchor('mika', { gift: { ids: [CROWN] } }), anchor('rei', { gift: { ids: [CAT_PAWS] } })],
      [],
    ),
    giftPrice: fc.constantFrom({ min: 0, max: null }, { min: 2, max: null }, { min: 0, max: 99 }),
    score: fc.record({
      by: fc.constantFrom('diamonds' as const, 'count' as const, 'points' as const),
      points: fc.constantFrom({}, { [ROSE]: 3, [CROWN]: 50 }),
      multiplierTenths: fc.constantFrom(10, 15, 7),
    }),
    singleGiftBinding: fc.boolean(),
    gameplay: fc.constantFrom([], gameplay),
    rules: rulesArb,
  })
  // Parse for the field order of a stored preset.
  .map(({ rules, ...more }) => presetSchema.parse(preset({ ...more, ...rules })));

const kindArb = fc.constantFrom(
  { giftId: ROSE, giftName: 'Rose', diamonds: 1, streak: true },
  { giftId: CAT_PAWS, giftName: 'Cat Paws', diamonds: 5, streak: true },
  { giftId: CAT_PAWS_ABROAD, giftName: '', diamonds: 5, streak: true },
  { giftId: CROWN, giftName: 'Crown', diamonds: 99, streak: false },
  { giftId: LION, giftName: 'Lion', diamonds: 29_999, streak: false },
);

export const giftArb: fc.Arbitrary<Partial<GiftInput>> = fc
  .tuple(
    kindArb,
    fc.record({
      group: fc.constantFrom('g1', 'g2'),
      repeat: fc.integer({ min: 0, max: 12 }),
      end: fc.boolean(),
      tickets: fc.integer({ min: 0, max: 30 }),
    }),
    fc.option(
      fc.constantFrom(
        { id: '7003', username: '' },
        { id: '1', username: 'yuki.live' },
        { id: '7000', username: 'grouplive' },
        { id: '55', username: 'stranger' },
      ),
      { nil: undefined, freq: 5 },
    ),
    fc.option(fc.constantFrom('first' as const, 'again' as const), { nil: undefined, freq: 8 }),
  )
  .map(([kind, message, to, history]) => ({
    ...kind,
    ...message,
    group: kind.streak ? message.group : '',
    ...(to === undefined ? {} : { to }),
    ...(history === undefined ? {} : { history }),
  }));

/** A message without a send time; other numbers are ms before its arrival. */
export const NOT_SAID = 1e9;

const sideArb = fc.option(fc.subarray(['mika', 'rei', 'yuki', 'nobody'], { maxLength: 2 }), {
  nil: undefined,
  freq: 2,
});
const anchorArb = fc.constantFrom('mika', 'rei', 'yuki', 'nobody');

/** Random commands. Rounds are prepared and started often, so that most shows have some. */
export const toldArb: fc.Arbitrary<Told> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      command: fc.constant('prepare' as const),
      attacker: sideArb,
      defender: sideArb,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.constant<Told>({ command: 'prepare', attacker: ['mika'], defender: ['rei', 'yuki'] }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ command: fc.constant('prepare' as const), anchorId: anchorArb }),
  },
  { weight: 6, arbitrary: fc.constant<Told>({ command: 'round', action: 'start' }) },
  {
    weight: 6,
    arbitrary: fc.record({
      command: fc.constant('round' as const),
      action: fc.constantFrom<RoundAction[]>(...roundActions),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ command: fc.constant('resurrect' as const), anchorId: anchorArb }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      command: fc.constant('knockOut' as const),
      anchorId: anchorArb,
      out: fc.constantFrom(true, true, false),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ command: fc.constant('pledge' as const), votesTenths: fc.nat({ max: 99 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      command: fc.constant('decideTie' as const),
      round: fc.integer({ min: 1, max: 3 }),
      anchorId: fc.constantFrom('mika', 'rei', 'yuki', null),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      command: fc.constant('dance' as const),
      action: fc.constantFrom(...danceActions),
      danceId: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
    }),
  },
);
