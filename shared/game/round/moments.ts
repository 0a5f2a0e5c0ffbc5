import type { Countdown, RoundPhase, Settlement, Side } from '../../contract/round.ts';
import type { GameState } from '../state.ts';
import { anchorTarget } from '../table.ts';
import { leftOf, type Round } from './round.ts';
import { hasCleared } from './score.ts';
import { battleBar, isOn, isOutdated, isTieOutdated, shownRound, undecidedTie } from './view.ts';

/** A countdown with at most this much time left (ms) is in its last seconds. */
const LAST_SECONDS_MS = 10_000;
/** How long (ms) a change of the lead counts as a moment. */
export const LEAD_MOMENT_MS = 8_000;

/** What the host must not miss right now. Plain values: a later fold does not change them. */
export type HostMoment =
  | { kind: 'tie'; roundId: number; number: number }
  | { kind: 'lead'; roundId: number; side: Side; change: number }
  | { kind: 'lastSeconds'; roundId: number }
  | { kind: 'reached'; roundId: number; goal: 'clearance' | 'target'; anchorId: string }
  | { kind: 'settled'; roundId: number; outcome: Settlement['outcome']; aheadTenths: number };

/** The side that leads the running battle; null while none leads. `roundId` is 0 outside a running battle. */
interface Lead {
  roundId: number;
  side: Side | null;
}

/** The latest leader of a battle and how often the lead has changed since the screen opened. */
export interface LeadMemory {
  roundId: number;
  leader: Side | null;
  changes: number;
  /** Time (ms) of the latest change; 0 for none. */
  changedAt: number;
}

export const noLead: LeadMemory = { roundId: 0, leader: null, changes: 0, changedAt: 0 };

/** Reads which side leads the running battle. */
export function leadOf(state: GameState): Lead {
  const round = shownRound(state);
  if (round?.kind !== 'battle' || !isOn(round)) return { roundId: 0, side: null };
  const { attackerTenths, defenderTenths } = battleBar(round);
  if (attackerTenths === defenderTenths) return { roundId: round.id, side: null };
  return { roundId: round.id, side: attackerTenths > defenderTenths ? 'attacker' : 'defender' };
}

/**
 * Follows the lead to `now` (ms). A tie in between does not hide a change. The first lead of a battle is not a change.
 * Returns the same object if nothing changed.
 */
export function followLead(memory: LeadMemory, { roundId, side }: Lead, now: number): LeadMemory {
  if (roundId !== memory.roundId) return { roundId, leader: side, changes: 0, changedAt: 0 };
  if (side === null || side === memory.leader) return memory;
  if (memory.leader === null) return { ...memory, leader: side };
  return { roundId, leader: side, changes: memory.changes + 1, changedAt: now };
}

/**
 * The most urgent moment at `now` (ms); null for none. The short moments of a running round come first. Then comes an
 * undecided tie of an earlier round, which waits for the host.
 */
export function momentOf(state: GameState, lead: LeadMemory, now: number): HostMoment | null {
  const round = shownRound(state);
  const short = round !== null && isOn(round) ? shortMoment(round, lead, now) : null;
  if (short !== null) return short;
  const tie = undecidedTie(state);
  if (tie !== null && !isTieOutdated(state, tie)) return { kind: 'tie', roundId: tie.id, number: tie.number };
  if (round === null) return null;
  const { id: roundId, settlement } = round;
  const [anchorId = ''] = round.anchors;
  if (isOn(round)) {
    if (round.kind === 'turn' && hasCleared(round, anchorTarget(anchorId))) {
      return { kind: 'reached', roundId, goal: 'clearance', anchorId };
    }
    return null;
  }
  // The margin of a settlement that is no longer the result would contradict the totals beside it.
  if (settlement === null || isOutdated(round)) return null;
  const { outcome } = settlement;
  if (outcome === 'restored') return { kind: 'reached', roundId, goal: 'target', anchorId };
  const aheadTenths = Math.abs(settlement.attackerTenths - settlement.defenderTenths);
  return { kind: 'settled', roundId, outcome, aheadTenths };
}

/** A moment of a running round that passes within seconds. */
function shortMoment(round: Round, lead: LeadMemory, now: number): HostMoment | null {
  const { id: roundId } = round;
  const { leader, changes, changedAt } = lead;
  if (lead.roundId === roundId && leader !== null && changes > 0 && now - changedAt < LEAD_MOMENT_MS) {
    return { kind: 'lead', roundId, side: leader, change: changes };
  }
  return isLastSeconds(round, now) ? { kind: 'lastSeconds', roundId } : null;
}

/** Whether the countdown of a running round is in its last seconds at `now` (ms). */
export function isLastSeconds(
  { phase, countdown }: { phase: RoundPhase | null; countdown: Countdown },
  now: number,
): boolean {
  const left = phase === 'running' ? leftOf(countdown, now) : null;
  return left !== null && left > 0 && left <= LAST_SECONDS_MS;
}

/** Text that identifies a moment: equal for the same moment, even if it is shown again later. */
export function momentKey(moment: HostMoment): string {
  return `${moment.roundId}:${moment.kind}${moment.kind === 'lead' ? moment.change : ''}`;
}
