import type { Target } from '../../contract/ledger.ts';
import type { Preset } from '../../contract/preset.ts';
import type { Out, RoundRules, Side, SideSums, StoredRound } from '../../contract/round.ts';
import { anchorTarget } from '../table.ts';
import type { TargetTally } from '../tally.ts';
import { newCountdown } from './countdown.ts';

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
