import fc from 'fast-check';
import { type GiftInput, gapCauses, type SessionAction } from '#shared/contract/input.ts';
import type { Target } from '#shared/contract/ledger.ts';
import type { Preset } from '#shared/contract/preset.ts';
import { anchorIds, giftArb, NOT_SAID, presetArb, targetArb, toldArb, viewerIds } from './draws.ts';
import { CAT_PAWS, CROWN, preset, type Told } from './show.ts';

/*
 * Random shows: gifts and operators' commands in any order and at any pace. Steps are abstract, for example "the n-th
 * row", because the contents of a correction depend on the show so far. `perform` turns them into inputs.
 */

export type Step =
  | { step: 'gift'; after: number; gift: Partial<GiftInput>; userId: string }
  | { step: 'session'; action: SessionAction; linger?: number }
  | { step: 'preset'; preset: Preset; rulesFrom?: 'nextRound' }
  | { step: 'bind'; viewerId: string; anchorId: string | null }
  | { step: 'pin'; viewerId: string; pinned: boolean }
  | { step: 'suspend'; on: boolean }
  | { step: 'reassign'; picks: number[]; to: Target }
  | { step: 'place'; picks: number[]; round: number }
  | { step: 'undo' }
  | { step: 'clock'; minutes: number }
  | { step: 'gap'; cause: (typeof gapCauses)[number] }
  | { step: 'room'; roomId: string }
  | { step: 'offset'; ahead: number }
  | { step: 'pass'; seconds: number }
  | { step: 'tell'; told: Told }
  | { step: 'late'; picks: number[]; accept: boolean }
  | { step: 'add'; viewerId: string; count: number; to: Target; round: number };

/** Most messages arrive soon after they were sent, some later; some have no send time. */
const sentBeforeArb = fc.constantFrom(0, 0, 300, 4000, 9999, 10_000, 10_001, 60_000, -500, null);

const giftStepArb: fc.Arbitrary<Step> = fc
  .record({
    step: fc.constant('gift' as const),
    after: fc.oneof(fc.integer({ min: -50, max: 4000 }), fc.integer({ min: 0, max: 30_000 })),
    gift: giftArb,
    sentBefore: sentBeforeArb,
    userId: fc.constantFrom(...viewerIds),
  })
  .map(({ sentBefore, ...step }) => ({ ...step, gift: { ...step.gift, sentAt: sentBefore ?? NOT_SAID } }));

const viewerId = fc.constantFrom(...viewerIds, 'never-seen');

const stepArb: fc.Arbitrary<Step> = fc.oneof(
  { weight: 14, arbitrary: giftStepArb },
  {
    weight: 2,
    arbitrary: fc.record({
      step: fc.constant('session' as const),
      action: fc.constantFrom<SessionAction[]>(
        'start',
        'pause',
        'pause',
        'resume',
        'resume',
        'resume',
        'resume',
        'end',
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.oneof(
      fc.record({ step: fc.constant('preset' as const), preset: presetArb }),
      fc.record({
        step: fc.constant('preset' as const),
        preset: presetArb,
        rulesFrom: fc.constant('nextRound' as const),
      }),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      step: fc.constant('bind' as const),
      viewerId,
      anchorId: fc.constantFrom(...anchorIds, null),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ step: fc.constant('pin' as const), viewerId, pinned: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('suspend' as const), on: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      step: fc.constant('reassign' as const),
      picks: fc.array(fc.nat({ max: 200 }), { minLength: 1, maxLength: 4 }),
      to: targetArb,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      step: fc.constant('place' as const),
      picks: fc.array(fc.nat({ max: 200 }), { minLength: 1, maxLength: 4 }),
      round: fc.nat({ max: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.constant<Step>({ step: 'undo' }) },
  {
    weight: 1,
    arbitrary: fc.record({ step: fc.constant('clock' as const), minutes: fc.integer({ min: 0, max: 40 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ step: fc.constant('gap' as const), cause: fc.constantFrom(...gapCauses) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ step: fc.constant('room' as const), roomId: fc.constantFrom('7300', '7301') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      step: fc.constant('offset' as const),
      ahead: fc.oneof(fc.constantFrom(0, 300), fc.integer({ min: -15_000, max: 15_000 })),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      step: fc.constant('session' as const),
      action: fc.constant('end' as const),
      linger: fc.constantFrom(0, 3000),
    }),
  },
);

const gameStepArb: fc.Arbitrary<Step> = fc.oneof(
  { weight: 9, arbitrary: fc.record({ step: fc.constant('tell' as const), told: toldArb }) },
  {
    weight: 3,
    arbitrary: fc.record({ step: fc.constant('pass' as const), seconds: fc.integer({ min: 0, max: 70 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      step: fc.constant('late' as const),
      picks: fc.array(fc.nat({ max: 200 }), { minLength: 1, maxLength: 3 }),
      accept: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      step: fc.constant('add' as const),
      viewerId: fc.constantFrom(...viewerIds, 'heard-of'),
      count: fc.integer({ min: 1, max: 5 }),
      to: targetArb,
      round: fc.nat({ max: 3 }),
    }),
  },
);

const anyStepArb = fc.oneof({ weight: 2, arbitrary: stepArb }, { weight: 1, arbitrary: gameStepArb });

const prepareArb: fc.Arbitrary<Told> = fc.constantFrom<Told[]>(
  { command: 'prepare', attacker: ['mika'], defender: ['rei'] },
  { command: 'prepare', attacker: ['mika', 'yuki'], defender: ['rei'] },
  { command: 'prepare', attacker: ['rei'], defender: ['yuki', 'mika'] },
  { command: 'prepare' },
  { command: 'resurrect', anchorId: 'rei' },
  { command: 'resurrect', anchorId: 'mika' },
);

/** A usual round with random steps in between. */
const roundArb: fc.Arbitrary<Step[]> = fc
  .tuple(
    prepareArb,
    fc.array(fc.oneof({ weight: 3, arbitrary: giftStepArb }, { weight: 1, arbitrary: anyStepArb }), {
      maxLength: 12,
    }),
    fc.constantFrom<Step[]>(
      { step: 'pass', seconds: 65 },
      { step: 'pass', seconds: 20 },
      { step: 'tell', told: { command: 'round', action: 'end' } },
    ),
    fc.array(giftStepArb, { maxLength: 4 }),
    fc.constantFrom<Step[]>({ step: 'pass', seconds: 16 }, { step: 'pass', seconds: 0 }),
    fc.array(fc.oneof(giftStepArb, gameStepArb), { maxLength: 4 }),
  )
  .map(([told, played, end, inGrace, over, after]) => [
    { step: 'tell', told },
    { step: 'tell', told: { command: 'round', action: 'start' } },
    ...played,
    end,
    ...inGrace,
    over,
    ...after,
  ]);

/** A resurrection of Mika, whose exclusive gift is the Cat Paws in most presets. */
const comebackArb: fc.Arbitrary<Step[]> = fc
  .tuple(fc.array(giftStepArb, { maxLength: 3 }), fc.array(anyStepArb, { maxLength: 3 }))
  .map(([gifts, after]) => [
    { step: 'tell', told: { command: 'knockOut', anchorId: 'mika', out: true } },
    { step: 'tell', told: { command: 'resurrect', anchorId: 'mika' } },
    { step: 'tell', told: { command: 'round', action: 'start' } },
    { step: 'gift', after: 100, userId: 'aoi', gift: { giftId: CAT_PAWS, diamonds: 5 } },
    ...gifts,
    { step: 'tell', told: { command: 'round', action: 'end' } },
    { step: 'pass', seconds: 20 },
    ...after,
  ]);

const falling = preset({
  mode: 'battle',
  round: { ...preset().round, length: 0 },
  battle: { ...preset().battle, knockOut: 'lowest' },
  decrease: { after: 1, perSecond: 1, toZero: false },
});

/** A battle that Rei wins against two. In some, a combo for Mika continues after its votes fell; else the two tie. */
const duelArb: fc.Arbitrary<Step[]> = fc
  .tuple(fc.boolean(), fc.array(anyStepArb, { maxLength: 3 }), fc.array(anyStepArb, { maxLength: 3 }))
  .map(([withCombo, played, after]) => {
    const combo = (repeat: number): Step => ({
      step: 'gift',
      after: 100,
      userId: 'aoi',
      gift: { giftId: CAT_PAWS, diamonds: 5, streak: true, group: 'duel', repeat },
    });
    return [
      { step: 'preset', preset: falling },
      { step: 'tell', told: { command: 'prepare', attacker: ['rei'], defender: ['mika', 'yuki'] } },
      { step: 'tell', told: { command: 'round', action: 'start' } },
      ...(withCombo ? [combo(2), { step: 'pass', seconds: 4 } as const, combo(5)] : []),
      ...played,
      { step: 'gift', after: 100, userId: 'emi', gift: { giftId: CROWN, diamonds: 99 } },
      { step: 'tell', told: { command: 'round', action: 'end' } },
      { step: 'pass', seconds: 20 },
      ...after,
    ];
  });

/** A random show from its start. Most of them start counting soon and play rounds. */
export const stepsArb: fc.Arbitrary<Step[]> = fc
  .tuple(
    fc.array(anyStepArb, { maxLength: 4 }),
    presetArb,
    fc.array(anyStepArb, { maxLength: 6 }),
    fc.array(fc.oneof(fc.array(anyStepArb, { maxLength: 20 }), roundArb, roundArb, comebackArb, duelArb), {
      maxLength: 5,
      size: 'max',
    }),
  )
  .map(([before, chosen, between, after]) => [
    ...before,
    { step: 'room', roomId: '7300' },
    { step: 'preset', preset: chosen },
    ...between,
    { step: 'session', action: 'start' },
    ...after.flat(),
  ]);
