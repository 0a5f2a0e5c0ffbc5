import type { GiftInput } from '../../contract/input.ts';
import type { Target } from '../../contract/ledger.ts';
import type { Preset } from '../../contract/preset.ts';
import type { Countdown, Out, RoundRules, Side, SideSums, StoredRound } from '../../contract/round.ts';
import { anchorTarget } from '../table.ts';
import type { TargetTally } from '../tally.ts';

/*
 * A countdown stores when it was started and how long it ran before, so no timer has to tick for it.
 */

/** Creates a stopped countdown. `length` in ms; 0 has no end. */
export function newCountdown(length: number): Countdown {
  return { length, ran: 0, since: null };
}

/** Starts the countdown, or resumes it; `at` in ms. */
export function run(countdown: Countdown, at: number): void {
  if (countdown.since === null) countdown.since = at;
}

/** Stops the countdown; `at` in ms. */
export function halt(countdown: Countdown, at: number): void {
  if (countdown.since === null) return;
  countdown.ran += Math.max(0, at - countdown.since);
  countdown.since = null;
}

/** The time (ms) at which the countdown reaches 0; Infinity if it is stopped or has no end. */
export function deadlineOf(countdown: Countdown): number {
  const { length, ran, since } = countdown;
  return since === null || length === 0 ? Number.POSITIVE_INFINITY : since + Math.max(0, length - ran);
}

/** ms that the countdown has run until `now`. */
export function ranUntil(countdown: Countdown, now: number): number {
  return countdown.ran + (countdown.since === null ? 0 : Math.max(0, now - countdown.since));
}

/** ms left at `now`; null if the countdown has no end. */
export function leftOf(countdown: Countdown, now: number): number | null {
  return countdown.length === 0 ? null : Math.max(0, countdown.length - ranUntil(countdown, now));
}

/** The plan of a round. `seconds` is its length, `clearance` its clearance score in votes. */
export type Plan = { anchors: string[]; seconds: number; clearance: number } & (
  | { kind: 'battle'; attacker: string[]; defender: string[] }
  | { kind: 'ranking' | 'turn' }
  | { kind: 'resurrection'; targetTenths: number; out: Out }
);

/** A round in the state. */
export interface Round extends Omit<StoredRound, 'targets'> {
  /** Only targets that have rows. */
  targets: Map<Target, TargetTally>;
  /** The side that a target's votes count for; derived from the sides and not stored. */
  sideOf: ReadonlyMap<Target, Side>;
  /** The cached result of `movedByShares`; null after votes have changed. Not stored. */
  moved: ReadonlyMap<string, number> | null;
}

export function newRound(
  id: number,
  number: number,
  plan: Plan,
  preset: Preset,
  edition: number,
  at: number,
): Round {
  const attacker = plan.kind === 'battle' ? plan.attacker : [];
  const defender = plan.kind === 'battle' ? plan.defender : [];
  return {
    id,
    number,
    kind: plan.kind,
    phase: 'prepared',
    rules: rulesOf(preset, plan, edition),
    anchors: plan.anchors,
    attacker: sumsOf(attacker),
    defender: sumsOf(defender),
    preparedAt: at,
    startedAt: 0,
    endedAt: 0,
    settledAt: 0,
    countdown: newCountdown(plan.seconds * 1000),
    grace: newCountdown(preset.round.delay * 1000),
    spans: [],
    targets: new Map(),
    late: { count: 0, diamonds: 0, votesTenths: 0, rows: 0 },
    accepted: { count: 0, diamonds: 0, votesTenths: 0, rows: 0 },
    ticked: 0,
    falls: [],
    through: [],
    effect: { side: null, level: 0 },
    gaps: [],
    gapCount: 0,
    streaks: [],
    settlement: null,
    tieDecision: null,
    settlements: 0,
    targetTenths: plan.kind === 'resurrection' ? plan.targetTenths : 0,
    pledgedTenths: 0,
    wasOut: plan.kind === 'resurrection' ? plan.out : null,
    sideOf: sidesOf(plan.kind, attacker, defender),
    moved: null,
  };
}

/** Maps targets to sides: the anchors of each side, and each side's own pool. */
export function sidesOf(
  kind: StoredRound['kind'],
  attacker: readonly string[],
  defender: readonly string[],
): ReadonlyMap<Target, Side> {
  const sides = new Map<Target, Side>();
  if (kind !== 'battle') return sides;
  for (const id of attacker) sides.set(anchorTarget(id), 'attacker');
  for (const id of defender) sides.set(anchorTarget(id), 'defender');
  return sides.set('attacker', 'attacker').set('defender', 'defender');
}

/** Whether the round is started and not yet settled. */
export function isOn(round: Round): boolean {
  return round.phase === 'running' || round.phase === 'paused' || round.phase === 'grace';
}

function rulesOf(preset: Preset, plan: Plan, edition: number): RoundRules {
  const { enabled, level1, level2, level3, minTotal } = preset.effects;
  return {
    edition,
    mode: preset.mode,
    delay: preset.round.delay * 1000,
    clearance: plan.clearance,
    breakthrough: preset.round.breakthrough,
    lateGifts: preset.round.lateGifts,
    battle: { ...preset.battle },
    decrease: { ...preset.decrease },
    effects: { enabled, level1, level2, level3, minTotal },
  };
}

function sumsOf(anchors: string[]): SideSums {
  return { anchors, count: 0, diamonds: 0, votesTenths: 0 };
}

/*
 * A round stores the spans of time in which it takes gifts. A gift belongs to the round whose span contains the gift's
 * send time.
 */

/** Without a clock offset, a send time is trusted if the message arrived within this time (ms) of it. */
const SEND_TIME_WINDOW_MS = 10_000;
/** A corrected send time is trusted up to this age (ms), longer than any outage after which gifts are sent again. */
const OLDEST_SEND_TIME_MS = 24 * 60 * 60_000;

/**
 * The moment (ms, host's clock) that decides a gift's round and status: its send time, corrected by the clock offset.
 * Without a plausible send time it is the arrival.
 */
export function momentOf({ at, sentAt }: GiftInput, clockAhead: number | null): number {
  if (sentAt <= 0) return at;
  const sent = clockAhead === null ? sentAt : sentAt + clockAhead;
  const oldest = at - (clockAhead === null ? SEND_TIME_WINDOW_MS : OLDEST_SEND_TIME_MS);
  return sent <= at && sent >= oldest ? sent : at;
}

/**
 * The id of the round that contains this moment, negated if the round is already settled. 0 if no round contains it,
 * such as between rounds or in a pause.
 */
export function roundIdAt(rounds: readonly Round[], moment: number): number {
  for (let index = rounds.length - 1; index >= 0; index -= 1) {
    const round = rounds[index];
    if (round === undefined || round.phase === 'prepared') continue;
    if (covers(round, moment)) return round.phase === 'settled' ? -round.id : round.id;
    // Rounds do not overlap: a gift sent after this round began is in no earlier one.
    if (moment >= round.startedAt) return 0;
  }
  return 0;
}

/** Makes the round take gifts that are sent from `at` on. */
export function openSpan(round: Round, at: number): void {
  round.spans.push([at, null]);
}

/** Makes the round refuse gifts that are sent from `at` on; a later planned end moves forward to `at`. */
export function closeSpan(round: Round, at: number): void {
  const span = round.spans.at(-1);
  if (span !== undefined && (span[1] === null || span[1] > at)) span[1] = Math.max(span[0], at);
}

function covers(round: Round, moment: number): boolean {
  const { spans } = round;
  for (let index = spans.length - 1; index >= 0; index -= 1) {
    const span = spans[index];
    if (span !== undefined && moment >= span[0] && (span[1] === null || moment < span[1])) return true;
  }
  return false;
}
