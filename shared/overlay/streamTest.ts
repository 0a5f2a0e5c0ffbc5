import type {
  OverlayAnchor,
  OverlayMoment,
  OverlayRound,
  OverlayScore,
  OverlayState,
  OverlayThanks,
} from '../contract/overlay/state.ts';
import {
  levelTests,
  momentTests,
  type StreamTest,
  type StreamTestKind,
} from '../contract/overlay/streamTest.ts';
import type { WidgetKind, WidgetOptions } from '../contract/overlay/widget.ts';
import type { Side } from '../contract/round.ts';

const testsByKind: Readonly<Partial<Record<WidgetKind, readonly StreamTestKind[]>>> = {
  pkBar: ['settlement'],
  lastWinner: ['settlement'],
  anchorCards: ['settlement'],
  workbench: ['settlement'],
  giftAlert: ['alert'],
  thanks: ['thanks'],
};

/** The tests that a widget can show, in the order of its buttons. */
export function streamTestsOf(options: WidgetOptions): readonly StreamTestKind[] {
  if (options.kind === 'effects') return options.moments ? [...levelTests, ...momentTests] : levelTests;
  return testsByKind[options.kind] ?? [];
}

/** How long a test is shown (ms): longer than the longest moment, and as long as a thank-you card. */
export function streamTestMs(kind: StreamTestKind): number {
  return kind === 'thanks' ? 12_000 : 8000;
}

interface TestFacts {
  options: WidgetOptions;
  /** When the test began, by the hub's clock (ms since 1970). */
  at: number;
  /** Path of the picture of `TEST_GIFT`; '' for none. */
  picture: string;
}

/** The gift of a test: a rose of one diamond. */
export const TEST_GIFT = { id: 5655, name: 'Rose', diamonds: 1 } as const;
/** The same in every language. */
const TEST_VIEWER = 'TEST';
/** Votes (tenths) of the side that leads, and of the other. */
const MORE = 12_000;
const FEWER = 8000;

/**
 * Changes what the pages of one widget show, and nothing else: the show and its counts stay as they are. Uses the
 * show's anchors and battle, and stand-ins where the show has none yet.
 */
export function withStreamTest(
  state: Partial<OverlayState>,
  test: StreamTest,
  facts: TestFacts,
): Partial<OverlayState> {
  const whole = withBattle(state, test.side);
  const { now } = whole.battle;
  switch (test.kind) {
    case 'level1':
    case 'level2':
    case 'level3': {
      const effectLevel = levelTests.indexOf(test.kind) + 1;
      return { ...whole, battle: { now: { ...now, effectLevel, effectSide: test.side } } };
    }
    case 'alert':
      return { ...whole, alerts: { ...state.alerts, test: alertOf(test, whole, facts) } };
    case 'thanks':
      return { ...whole, thanks: thanksOf(test, whole, facts) };
    default:
      return whole;
  }
}

/** The moment of a test; null for a level, an alert or a card, which are part of the state. */
export function streamTestMoment(state: Partial<OverlayState>, test: StreamTest): OverlayMoment | null {
  const { battle } = withBattle(state, test.side);
  const anchors = membersOf(battle.now, test.side);
  const [first = ''] = anchors;
  switch (test.kind) {
    case 'settlement':
      return { kind: 'settlement', outcome: test.side, anchors };
    case 'streak':
      return { kind: 'streak', anchorId: first, streak: 5 };
    case 'breakthrough':
      return { kind: 'breakthrough', anchorIds: [first] };
    case 'restored':
    case 'failed':
      return { kind: 'resurrection', anchorId: first, restored: test.kind === 'restored' };
    case 'gameplay': {
      const style = battle.now.effectStyle;
      return {
        kind: 'gameplay',
        entryId: 'test',
        name: TEST_VIEWER,
        effects: '',
        style,
        viewer: TEST_VIEWER,
      };
    }
    default:
      return null;
  }
}

type Battle = NonNullable<OverlayState['battle']['now']>;
type WithBattle = Partial<OverlayState> & Pick<OverlayState, 'anchors'> & { battle: { now: Battle } };

const membersOf = ({ attackers, defenders }: Battle, side: Side) =>
  side === 'attacker' ? attackers : defenders;

/** Adds what the state lacks to show a battle: anchors with scores, a round, and two sides of which one leads. */
function withBattle(state: Partial<OverlayState>, leader: Side): WithBattle {
  const own = state.anchors ?? {};
  const shown: OverlayState['anchors'] = Object.keys(own).length === 0 ? standIns : own;
  const scores = { ...state.scores };
  for (const id of Object.keys(shown)) scores[id] ??= noScore;
  const ids = Object.keys(shown).sort((a, b) => (shown[a]?.order ?? 0) - (shown[b]?.order ?? 0));
  const half = Math.ceil(ids.length / 2);
  return {
    ...state,
    anchors: shown,
    scores,
    round: { now: state.round?.now ?? testRound },
    battle: {
      now: state.battle?.now ?? {
        ...testBattle,
        ...votesOf(leader),
        attackers: ids.slice(0, half),
        defenders: ids.slice(half),
      },
    },
  };
}

const standIn = (nickname: string, order: number): OverlayAnchor => ({
  nickname,
  avatar: '',
  order,
  giftIds: [],
  live: null,
});
const standIns = { 'test-a': standIn('A', 0), 'test-b': standIn('B', 1) };

const noScore: OverlayScore = {
  roundTenths: 0,
  showTenths: 0,
  roundCount: 0,
  showCount: 0,
  roundDiamonds: 0,
  showDiamonds: 0,
  allTenths: 0,
  streak: 0,
  side: null,
  out: false,
  final: false,
  reviving: false,
  overTenths: null,
};

const stopped = { length: 0, ran: 0, since: null };
const testRound: OverlayRound = {
  id: 0,
  number: 0,
  kind: 'battle',
  phase: 'prepared',
  countdown: stopped,
  grace: stopped,
  clearanceTenths: 0,
  breakthrough: false,
  targetTenths: 0,
  pledgedTenths: 0,
};

const testBattle = {
  unallocatedTenths: 0,
  effectSide: null,
  effectLevel: 0,
  effectStyle: 'chinese',
  effectScene: 'none',
  effectLines: 'black',
} as const;

function votesOf(leader: Side) {
  const attackerTenths = leader === 'attacker' ? MORE : FEWER;
  const defenderTenths = leader === 'defender' ? MORE : FEWER;
  const attackerPermille = Math.round((1000 * attackerTenths) / (MORE + FEWER));
  return { attackerTenths, defenderTenths, attackerPermille };
}

/** A gift of at least the value that the widget alerts for. */
function alertOf({ side }: StreamTest, { battle }: WithBattle, { options, at, picture }: TestFacts) {
  const least = options.kind === 'giftAlert' ? options.minDiamonds : 1;
  return {
    at,
    lastAt: at,
    viewer: TEST_VIEWER,
    giftId: TEST_GIFT.id,
    giftName: TEST_GIFT.name,
    unitDiamonds: TEST_GIFT.diamonds,
    count: Math.max(1, least),
    anchorId: membersOf(battle.now, side)[0] ?? null,
    picture,
  };
}

function thanksOf(test: StreamTest, { battle }: WithBattle, { at }: TestFacts): OverlayThanks {
  const { now } = battle;
  const sideOf = (side: Side) => {
    const votesTenths = side === test.side ? MORE : FEWER;
    const top = [2, 4, 8].map((part, index) => ({
      name: `${TEST_VIEWER} ${index + 1}`,
      votesTenths: votesTenths / part,
    }));
    return { anchors: membersOf(now, side), votesTenths, top };
  };
  const anchorId = membersOf(now, test.side)[0] ?? null;
  return {
    card: { round: 1, kind: 'battle', outcome: test.side, until: at + streamTestMs('thanks') },
    attacker: sideOf('attacker'),
    defender: sideOf('defender'),
    gift: {
      viewer: TEST_VIEWER,
      giftId: TEST_GIFT.id,
      giftName: TEST_GIFT.name,
      count: 100,
      diamonds: 100,
      anchorId,
    },
  };
}
