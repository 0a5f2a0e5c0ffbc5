import fc from 'fast-check';
import {
  danceActions,
  type GiftInput,
  gapCauses,
  type RoundAction,
  roundActions,
  type SessionAction,
} from '#shared/contract/input.ts';
import type { Target } from '#shared/contract/ledger.ts';
import { type Preset, presetSchema } from '#shared/contract/preset.ts';
import { rulesArb } from './rules.ts';
import {
  anchor,
  CAT_PAWS,
  CAT_PAWS_ABROAD,
  CROWN,
  LION,
  preset,
  ROSE,
  room,
  Show,
  type Told,
} from './show.ts';

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
  | { step: 'room'; roomId: string }
  | { step: 'pass'; seconds: number }
  | { step: 'tell'; told: Told }
  | { step: 'late'; picks: number[]; accept: boolean }
  | { step: 'add'; viewerId: string; count: number; to: Target; round: number };

const anchorIds = ['mika', 'rei', 'yuki', 'nobody'];
const viewerIds = ['aoi', 'ben', 'chen', 'dai', 'emi'];

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
  // As it would come out of the store: fields in the order of the schema.
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

/** Stands for a message that does not say when it was sent; other numbers are ms before its arrival. */
const NOT_SAID = 1e9;

/** Most messages come soon after they were sent, some later, and some do not say when. */
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

export const stepArb: fc.Arbitrary<Step> = fc.oneof(
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

const sideArb = fc.option(fc.subarray(['mika', 'rei', 'yuki', 'nobody'], { maxLength: 2 }), {
  nil: undefined,
  freq: 2,
});
const anchorArb = fc.constantFrom('mika', 'rei', 'yuki', 'nobody');

/** What is said to the game: rounds are prepared and started often enough that most shows have some. */
const toldArb: fc.Arbitrary<Told> = fc.oneof(
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
      command: fc.constant('dance' as const),
      action: fc.constantFrom(...danceActions),
      danceId: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
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

/** A round as it is usually played, with anything in between. */
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

/** Mika goes out and tries to come back; her exclusive gift is the Cat Paws in most presets. */
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

/** A show from nothing; most of them are on air soon, and most of those play rounds. */
export const stepsArb: fc.Arbitrary<Step[]> = fc
  .tuple(
    fc.array(anyStepArb, { maxLength: 4 }),
    presetArb,
    fc.array(anyStepArb, { maxLength: 6 }),
    fc.array(fc.oneof(fc.array(anyStepArb, { maxLength: 20 }), roundArb, roundArb, comebackArb), {
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

/** Does one step; what the show refuses it is told all the same, as a journal could hold it. */
export function perform(show: Show, step: Step): void {
  switch (step.step) {
    case 'gift':
      show.now += step.after;
      show.gift(step.userId, { ...step.gift, sentAt: sentAt(show, step.gift.sentAt ?? 0) });
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
      return;
    case 'pass':
      show.pass(step.seconds * 1000);
      return;
    case 'tell':
      show.tell(step.told);
      return;
    case 'late': {
      // The fold knows rows by their sums alone: what is said of a row is true, as a journal's own rows are.
      const state = step.accept ? 'listed' : 'accepted';
      const rows = pickRows(show, step.picks).map((id) => show.book.row(id));
      const found = [...rows, ...show.book.rows.values()].find(({ late }) => late === state);
      const ids = rows.filter(({ late, round }) => late === state && round === found?.round);
      if (found !== undefined)
        show.late(
          [...new Set([found, ...ids])].map(({ rowId }) => rowId),
          step.accept,
        );
      return;
    }
    case 'add': {
      const { viewerId, count, to, round } = step;
      const user = { id: viewerId, name: viewerId, username: '' };
      const what = { giftId: ROSE, giftName: 'Rose', diamonds: 1, count };
      show.tell({ command: 'addGift', user, ...what, to, round });
    }
  }
}

function sentAt(show: Show, before: number): number {
  return before === NOT_SAID ? 0 : Math.max(1, show.now - before);
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
