import type {
  OverlayPeriodEntry,
  OverlayRound,
  OverlayScore,
  OverlayState,
  OverlayThanks,
  OverlayThanksSide,
} from '#shared/contract/overlay/state.ts';
import type { Tally } from '#shared/contract/snapshot.ts';
import type { BonusSpec } from '#shared/overlay/bonus.ts';
import type { GoalSpec } from '#shared/overlay/goals.ts';
import { type PeriodRankSpec, periodRankKey } from '#shared/overlay/periodRankSpec.ts';
import { type Cast, giftDrawing, portrait } from './cast.ts';
import {
  CLEARANCE_TENTHS,
  dancesAt,
  OUT,
  REVIVING,
  ROUND,
  ranksOf,
  SIDES,
  type Sums,
  type Tallies,
} from './tallies.ts';

/** Number of the sample's first round. */
const FIRST_ROUND = 7;

const idOf = (index: number) => `sample-${index + 1}`;
const idsOn = (side: 'attacker' | 'defender') =>
  SIDES.flatMap((each, index) => (each === side ? [idOf(index)] : []));

/** The state of the sample show at a second. `begun` is the hub's time of second 0 (ms). */
export function sampleState(cast: Cast, tallies: Tallies, second: number, begun: number): OverlayState {
  const round = roundAt(second, begun, tallies);
  const [attackerTenths, defenderTenths] = sideSums(tallies.anchorsRound);
  const both = attackerTenths + defenderTenths;
  const usersRound = ranksOf(usersOf(tallies.usersRound));
  return {
    show: {
      it: { status: 'counting', mode: 'battle', startedAt: begun - 3_600_000, endedAt: 0, tenths: false },
    },
    anchors: Object.fromEntries(
      cast.anchors.map((nickname, index) => [
        idOf(index),
        {
          nickname,
          // One anchor has no picture, as in real shows.
          avatar: index === 3 ? '' : portrait(index),
          order: index,
          giftIds: [cast.gifts[index]?.id ?? 0],
          live: index !== OUT,
        },
      ]),
    ),
    former: {},
    scores: Object.fromEntries(cast.anchors.map((_, index) => [idOf(index), scoreOf(tallies, index, round)])),
    round: { now: { ...round, topViewer: round.phase === 'settled' ? topViewerOf(usersRound) : undefined } },
    battle: {
      now: {
        attackerTenths,
        defenderTenths,
        unallocatedTenths: tallies.unallocatedTenths,
        attackers: idsOn('attacker'),
        defenders: idsOn('defender'),
        attackerPermille: both === 0 ? 500 : Math.round((attackerTenths / both) * 1000),
        ...effectOf(attackerTenths, defenderTenths, round.phase),
      },
    },
    totals: {
      round: { ...tallies.round, givers: tallies.usersRound.size },
      show: { ...tallies.show, givers: 186 },
      all: { ...tallies.show, votesTenths: tallies.show.votesTenths * 9, givers: 2140 },
    },
    usersRound,
    usersShow: ranksOf(usersOf(tallies.usersShow)),
    usersAll: ranksOf(usersOf(tallies.usersShow)),
    giftsRound: ranksOf(giftsOf(tallies.giftsRound, cast)),
    giftsShow: ranksOf(giftsOf(tallies.giftsShow, cast)),
    giftsAll: ranksOf(giftsOf(tallies.giftsShow, cast)),
    recent: Object.fromEntries(
      tallies.recent.map(({ index, at, viewer, gift, count, anchor }) => [
        String(index),
        {
          at: begun + at * 1000,
          viewer: cast.viewers[viewer] ?? '',
          giftId: cast.gifts[gift]?.id ?? 0,
          giftName: cast.gifts[gift]?.name ?? '',
          unitDiamonds: cast.gifts[gift]?.diamonds ?? 0,
          count,
          anchorId: anchor === null ? null : idOf(anchor),
        },
      ]),
    ),
    dances: dancesAt(cast, second, begun),
    guide: guideOf(cast),
    winner: { last: winnerAt(second, tallies) },
    thanks: thanksAt(cast, tallies, second, begun),
    periods: {},
    goals: {},
    bonus: {},
    alerts: alertsOf(cast, tallies, second, begun),
    giftPictures: Object.fromEntries(cast.gifts.map(({ id, sign }) => [id, giftDrawing(sign)])),
  };
}

/** How long (ms) after its gift an alert counts as new, so that a preview begins with some. */
const ALERT_AHEAD = 10_000;
/** Seconds between two large gifts of the sample. */
const LARGE_EVERY = 7;

/** The newest gifts, and one large gift every few seconds, so that a high minimum value shows something too. */
function alertsOf(cast: Cast, { recent }: Tallies, second: number, begun: number): OverlayState['alerts'] {
  const turn = Math.floor(second / LARGE_EVERY);
  const large = { at: turn * LARGE_EVERY, viewer: (turn * 3) % 10, gift: turn % 2 === 0 ? 9 : 5 };
  const all = [
    ...recent.map((gift) => ({ key: String(gift.index), ...gift })),
    { key: `large-${turn}`, ...large, count: turn % 2 === 0 ? 1 : 3, anchor: turn % 4 },
  ];
  return Object.fromEntries(
    all.map(({ key, at, viewer, gift, count, anchor }) => [
      key,
      {
        at: begun + at * 1000,
        lastAt: begun + at * 1000 + ALERT_AHEAD,
        viewer: cast.viewers[viewer] ?? '',
        giftId: cast.gifts[gift]?.id ?? 0,
        giftName: cast.gifts[gift]?.name ?? '',
        unitDiamonds: cast.gifts[gift]?.diamonds ?? 0,
        count,
        anchorId: anchor === null ? null : idOf(anchor),
        picture: giftDrawing(cast.gifts[gift]?.sign ?? ''),
      },
    ]),
  );
}

/** A time bonus that began with the round and grows every few seconds. */
export function bonusAt(spec: BonusSpec, second: number, begun: number): OverlayState['bonus'][string] {
  const { index, at } = roundTime(second);
  const most = spec.maxSeconds * 1000;
  const bonusMs = Math.min(most, Math.floor(at / 3) * 7000);
  const since = begun + index * ROUND.next * 1000;
  return { countdown: { length: Math.max(1, spec.seconds * 1000 + bonusMs), ran: 0, since }, bonusMs };
}

/** A ranking of a period: a multiple of the show's, as the sums of goals are. */
export function periodRanks(spec: PeriodRankSpec, whole: OverlayState): OverlayState['periods'] {
  const shows = typeof spec.period === 'string' ? { day: 2, week: 9, month: 30 }[spec.period] : 60;
  const entries = spec.subject === 'anchors' ? anchorsOf(whole) : Object.values(whole[`${spec.subject}Show`]);
  return Object.fromEntries(
    entries.map((entry, index) => [
      `${periodRankKey(spec)}${index + 1}`,
      {
        ...entry,
        votesTenths: entry.votesTenths * shows,
        diamonds: entry.diamonds * shows,
        count: entry.count * shows,
      },
    ]),
  );
}

function anchorsOf({ anchors, scores }: OverlayState): OverlayPeriodEntry[] {
  return Object.entries(anchors)
    .map(([anchorId, { nickname: name, avatar }]) => ({
      anchorId,
      name,
      avatar,
      votesTenths: scores[anchorId]?.showTenths ?? 0,
      diamonds: scores[anchorId]?.showDiamonds ?? 0,
      count: scores[anchorId]?.showCount ?? 0,
    }))
    .sort((one, other) => other.votesTenths - one.votesTenths);
}

/** The sums of a goal: those of the round or the show, and for a day or a week a multiple of the show's. */
export function goalSums(spec: GoalSpec, { round, show }: Tallies): Tally {
  const sums = spec.span === 'round' ? round : show;
  const shows = { round: 1, show: 1, day: 2, week: 9 }[spec.span];
  return {
    count: sums.count * shows,
    diamonds: sums.diamonds * shows,
    votesTenths: sums.votesTenths * shows,
  };
}

/** The round at this second (index from 0) and the second within it. */
export function roundTime(second: number): { index: number; at: number } {
  const index = Math.floor(second / ROUND.next);
  return { index, at: second - index * ROUND.next };
}

function roundAt(second: number, begun: number, tallies: Tallies): OverlayRound {
  const { index, at } = roundTime(second);
  const since = begun + index * ROUND.next * 1000;
  const phase = at < ROUND.end ? 'running' : at < ROUND.settled ? 'grace' : 'settled';
  const [attacker, defender] = sideSums(tallies.anchorsRound);
  const outcome = attacker > defender ? 'attacker' : 'defender';
  return {
    id: index + 1,
    number: FIRST_ROUND + index,
    kind: 'battle',
    phase,
    countdown: { length: ROUND.end * 1000, ran: 0, since },
    grace: {
      length: (ROUND.settled - ROUND.end) * 1000,
      ran: 0,
      since: phase === 'grace' ? since + ROUND.end * 1000 : null,
    },
    clearanceTenths: CLEARANCE_TENTHS,
    breakthrough: phase !== 'settled' && Math.max(attacker, defender) > CLEARANCE_TENTHS,
    targetTenths: 0,
    pledgedTenths: 0,
    outcome: phase === 'settled' ? outcome : undefined,
    winners: phase === 'settled' ? idsOn(outcome) : undefined,
  };
}

function topViewerOf(users: OverlayState['usersRound']): OverlayRound['topViewer'] {
  const first = users['1'];
  return first && { name: first.name, votesTenths: first.votesTenths };
}

function scoreOf(tallies: Tallies, index: number, round: OverlayRound): OverlayScore {
  const own = tallies.anchorsRound[index];
  const show = tallies.anchorsShow[index];
  const side = SIDES[index] ?? null;
  const [attacker, defender] = sideSums(tallies.anchorsRound);
  const sideTenths = side === 'attacker' ? attacker : side === 'defender' ? defender : 0;
  return {
    roundTenths: own?.votesTenths ?? 0,
    showTenths: show?.votesTenths ?? 0,
    roundCount: own?.count ?? 0,
    showCount: show?.count ?? 0,
    roundDiamonds: own?.diamonds ?? 0,
    showDiamonds: show?.diamonds ?? 0,
    allTenths: (show?.votesTenths ?? 0) * 9,
    streak: [3, 0, 3, 0, 2, 4][index] ?? 0,
    side,
    out: index === OUT || index === REVIVING,
    final: false,
    reviving: index === REVIVING,
    overTenths: round.breakthrough && sideTenths > CLEARANCE_TENTHS ? sideTenths - CLEARANCE_TENTHS : null,
  };
}

function sideSums(anchors: readonly Sums[]): [number, number] {
  const sumOf = (side: 'attacker' | 'defender') =>
    anchors.reduce((sum, one, index) => sum + (SIDES[index] === side ? one.votesTenths : 0), 0);
  return [sumOf('attacker'), sumOf('defender')];
}

function effectOf(attacker: number, defender: number, phase: OverlayRound['phase']) {
  const both = attacker + defender;
  const share = both === 0 ? 0.5 : Math.min(attacker, defender) / both;
  const level =
    phase !== 'running' || both < 2000 ? 0 : share < 0.32 ? 3 : share < 0.4 ? 2 : share < 0.46 ? 1 : 0;
  const side = attacker < defender ? ('attacker' as const) : ('defender' as const);
  return {
    effectSide: level === 0 ? null : side,
    effectLevel: level,
    effectStyle: 'chinese' as const,
    effectScene: 'none' as const,
    effectLines: 'lightningCyan' as const,
  };
}

function usersOf(users: ReadonlyMap<string, Sums>) {
  return [...users].map(([name, sums]) => ({ name, sums }));
}

function giftsOf(gifts: ReadonlyMap<number, Sums>, cast: Cast) {
  return [...gifts].map(([index, sums]) => ({
    name: cast.gifts[index]?.name ?? '',
    giftId: cast.gifts[index]?.id ?? 0,
    sums,
  }));
}

function guideOf(cast: Cast): OverlayState['guide'] {
  const anchors = cast.anchors.map((_, index) => ({
    gift: cast.gifts[index],
    anchorId: idOf(index),
    entry: '',
  }));
  const entries = cast.dances
    .slice(0, 3)
    .map((entry, index) => ({ gift: cast.gifts[index + 7], anchorId: null, entry }));
  return Object.fromEntries(
    [...anchors, ...entries].map(({ gift, anchorId, entry }, order) => [
      String(order),
      {
        giftIds: [gift?.id ?? 0],
        giftName: gift?.name ?? '',
        unitDiamonds: gift?.diamonds ?? 0,
        anchorId,
        entry,
        order,
      },
    ]),
  );
}

/** The card of the previous round, which the sample shows all the time. */
function thanksAt(cast: Cast, tallies: Tallies, second: number, begun: number): OverlayThanks {
  const { round, outcome } = winnerAt(0, tallies);
  const [gift] = cast.gifts.slice(-1);
  const sideOf = (side: 'attacker' | 'defender', first: number, votesTenths: number): OverlayThanksSide => ({
    anchors: idsOn(side),
    votesTenths,
    top: [0.42, 0.23, 0.11].map((share, place) => ({
      name: cast.viewers[first + 2 * place] ?? '',
      votesTenths: Math.round((votesTenths * share) / 10) * 10,
    })),
  });
  return {
    card: { round, kind: 'battle', outcome, until: begun + second * 1000 + 60_000 },
    attacker: sideOf('attacker', 0, 41_260),
    defender: sideOf('defender', 1, 38_940),
    gift: {
      viewer: cast.viewers[0] ?? '',
      giftId: gift?.id ?? 0,
      giftName: gift?.name ?? '',
      count: 1,
      diamonds: gift?.diamonds ?? 0,
      anchorId: idsOn('attacker')[0] ?? null,
    },
  };
}

/** The last winner: of the previous round until this one is settled. */
function winnerAt(second: number, tallies: Tallies) {
  const { index, at } = roundTime(second);
  const [attacker, defender] = sideSums(tallies.anchorsRound);
  if (at < ROUND.settled) {
    const round = FIRST_ROUND + index - 1;
    return {
      round,
      outcome: 'attacker' as const,
      anchors: idsOn('attacker'),
      votesTenths: 41_260,
      streak: 3,
    };
  }
  const outcome = attacker > defender ? ('attacker' as const) : ('defender' as const);
  return {
    round: FIRST_ROUND + index,
    outcome,
    anchors: idsOn(outcome),
    votesTenths: Math.max(attacker, defender),
    streak: outcome === 'attacker' ? 4 : 1,
  };
}
