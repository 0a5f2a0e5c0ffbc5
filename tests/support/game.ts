import fc from 'fast-check';
import { type GiftInput, gapCauses, type SessionAction, sessionActions } from '#shared/contract/input.ts';
import type { Target } from '#shared/contract/ledger.ts';
import { type Preset, presetSchema } from '#shared/contract/preset.ts';
import { anchor, CAT_PAWS, CAT_PAWS_ABROAD, CROWN, LION, preset, ROSE, room, Show } from './show.ts';

/*
 * Random shows: what viewers send and operators decide, in any order and at any pace. Steps are abstract (a
 * correction names "the n-th row"), because what a correction carries follows from the show so far; `perform`
 * turns them into inputs.
 */

export type Step =
  | { step: 'gift'; after: number; gift: Partial<GiftInput>; userId: string }
  | { step: 'session'; action: SessionAction }
  | { step: 'preset'; preset: Preset }
  | { step: 'bind'; viewerId: string; anchorId: string | null }
  | { step: 'pin'; viewerId: string; pinned: boolean }
  | { step: 'suspend'; on: boolean }
  | { step: 'reassign'; picks: number[]; to: Target }
  | { step: 'undo' }
  | { step: 'clock'; minutes: number }
  | { step: 'gap'; cause: (typeof gapCauses)[number] }
  | { step: 'room'; roomId: string };

const anchorIds = ['mika', 'rei', 'yuki', 'nobody'];
const viewerIds = ['aoi', 'ben', 'chen', 'dai', 'emi'];

export const targetArb: fc.Arbitrary<Target> = fc.constantFrom<Target[]>(
  'anchor:mika',
  'anchor:rei',
  'anchor:yuki',
  'unallocated',
  'uncounted',
);

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
  })
  // As it would come out of the store: fields in the order of the schema.
  .map((more) => presetSchema.parse(preset(more)));

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

const giftStepArb: fc.Arbitrary<Step> = fc.record({
  step: fc.constant('gift' as const),
  after: fc.integer({ min: -50, max: 30_000 }),
  gift: giftArb,
  userId: fc.constantFrom(...viewerIds),
});

const viewerId = fc.constantFrom(...viewerIds, 'never-seen');

export const stepArb: fc.Arbitrary<Step> = fc.oneof(
  { weight: 14, arbitrary: giftStepArb },
  {
    weight: 2,
    arbitrary: fc.record({
      step: fc.constant('session' as const),
      action: fc.constantFrom(...sessionActions, 'resume' as const, 'pause' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('preset' as const), preset: presetArb }) },
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
);

/** A show from nothing; most of them are on air soon. */
export const stepsArb: fc.Arbitrary<Step[]> = fc
  .tuple(
    fc.array(stepArb, { maxLength: 4 }),
    presetArb,
    fc.array(stepArb, { maxLength: 6 }),
    fc.array(stepArb, { maxLength: 60 }),
  )
  .map(([before, chosen, between, after]) => [
    ...before,
    { step: 'room', roomId: '7300' },
    { step: 'preset', preset: chosen },
    ...between,
    { step: 'session', action: 'start' },
    ...after,
  ]);

/** Does one step; what the show refuses it is told all the same, as a journal could hold it. */
export function perform(show: Show, step: Step): void {
  switch (step.step) {
    case 'gift':
      show.now += step.after;
      show.gift(step.userId, step.gift);
      return;
    case 'session':
      show.tell({ command: 'session', action: step.action });
      return;
    case 'preset':
      show.tell({ command: 'choosePreset', preset: step.preset });
      return;
    case 'bind':
      show.tell({ command: 'bind', viewerId: step.viewerId, anchorId: step.anchorId });
      return;
    case 'pin':
      show.tell({ command: 'pin', viewerId: step.viewerId, pinned: step.pinned });
      return;
    case 'suspend':
      show.tell({ command: 'suspend', on: step.on });
      return;
    case 'reassign': {
      const ids = pickRows(show, step.picks);
      if (ids.length > 0) show.reassign(ids, step.to);
      return;
    }
    case 'undo':
      show.undo();
      return;
    case 'clock':
      show.now += step.minutes * 60_000;
      show.put({ kind: 'clock', at: show.now });
      return;
    case 'gap':
      show.gap({ cause: step.cause });
      return;
    case 'room':
      show.put({ ...room, roomId: step.roomId });
  }
}

export function play(steps: readonly Step[]): Show {
  const show = new Show();
  for (const step of steps) perform(show, step);
  return show;
}

/** Row ids of a show by any numbers, each once. */
export function pickRows(show: Show, picks: readonly number[]): number[] {
  const ids = [...show.book.rows.keys()];
  const chosen = picks.map((pick) => ids[pick % Math.max(1, ids.length)]);
  return [...new Set(chosen)].filter((id) => id !== undefined);
}
