import fc from 'fast-check';
import { modes } from '#shared/contract/preset.ts';
import {
  advantages,
  distributions,
  knockOutRules,
  lateGiftPolicies,
  ruleFields,
} from '#shared/contract/rules.ts';

/** Random rules with small limits, so that short shows reach them: rounds of seconds, scores of a few gifts. */
export const rulesArb = fc
  .record({
    mode: fc.constantFrom(...modes, 'battle' as const, 'battle' as const),
    round: fc.record({
      length: fc.constantFrom(0, 1, 20, 60),
      delay: fc.constantFrom(0, 5, 15),
      clearance: fc.constantFrom(0, 3, 150),
      breakthrough: fc.boolean(),
      lateGifts: fc.constantFrom(...lateGiftPolicies),
    }),
    battle: fc.record({
      distribution: fc.constantFrom(...distributions),
      advantage: fc.constantFrom(...advantages),
      winStreaks: fc.boolean(),
      winnerDefends: fc.boolean(),
      knockOut: fc.constantFrom(...knockOutRules),
    }),
    resurrection: fc.record({
      minStreak: fc.constantFrom(0, 0, 1),
      length: fc.constantFrom(0, 10, 30),
      factorTenths: fc.constantFrom(1, 5, 20),
      floor: fc.constantFrom(0, 4),
    }),
    decrease: fc.record({
      after: fc.constantFrom(0, 0, 1, 5),
      perSecond: fc.constantFrom(1, 40),
      toZero: fc.boolean(),
    }),
    effects: fc.record({ enabled: fc.boolean(), minTotal: fc.constantFrom(0, 10) }),
    sticker: fc.record({
      scores: fc.boolean(),
      repeat: fc.constantFrom('each' as const, 'once' as const),
      next: fc.constantFrom('auto' as const, 'byHand' as const),
    }),
    freestyle: fc.record({ length: fc.constantFrom(0, 10), clearance: fc.constantFrom(0, 5) }),
  })
  .map(({ mode, ...rules }) => ({
    mode,
    round: ruleFields.round.parse(rules.round),
    battle: ruleFields.battle.parse(rules.battle),
    resurrection: ruleFields.resurrection.parse(rules.resurrection),
    decrease: ruleFields.decrease.parse(rules.decrease),
    effects: ruleFields.effects.parse(rules.effects),
    sticker: ruleFields.sticker.parse(rules.sticker),
    freestyle: ruleFields.freestyle.parse(rules.freestyle),
  }));
