import type { OverlayRound, OverlayState, OverlayWinner } from '../contract/overlay/state.ts';
import type { Preset } from '../contract/preset.ts';
import type { Countdown } from '../contract/round.ts';
import { roundVotes } from '../game/round/shares.ts';
import { battleBar, breakthroughs, effectOf, type Round, streakOf } from '../game/round/view.ts';
import type { GameState } from '../game/state.ts';
import { VOTE } from '../game/table.ts';
import { type FillsOf, shownEffects } from './packRules.ts';

/** The shown round under the key 'now'; empty without one. `topViewer` is called only for a settled round. */
export function buildRound(
  round: Round | null,
  topViewer: () => OverlayRound['topViewer'] = () => undefined,
): OverlayState['round'] {
  if (round === null) return {};
  const { id, number, kind, phase, rules, targetTenths, pledgedTenths, settlement } = round;
  const now: OverlayRound = {
    id,
    number,
    kind,
    phase,
    countdown: copyCountdown(round.countdown),
    grace: copyCountdown(round.grace),
    clearanceTenths: rules.clearance * VOTE,
    breakthrough: breakthroughs(round).length > 0,
    targetTenths,
    pledgedTenths,
  };
  if (settlement !== null) {
    now.outcome = settlement.outcome;
    now.winners = winnersOf(round);
    const viewer = topViewer();
    if (viewer !== undefined) now.topViewer = viewer;
  }
  return { now };
}

/**
 * The score of a battle and its effect. Effect style, scene and lines come from the current preset, not from the rules
 * that the round started with, because they influence no result.
 */
export function buildBattle(
  round: Round | null,
  preset: Preset | null,
  fillsOf: FillsOf = () => null,
): OverlayState['battle'] {
  if (round?.kind !== 'battle') return {};
  const { style, scene, line } = shownEffects(preset, fillsOf);
  const { attackerTenths, defenderTenths, attackerShare } = battleBar(round);
  const effect = effectOf(round);
  return {
    now: {
      attackerTenths,
      defenderTenths,
      unallocatedTenths: round.targets.get('unallocated')?.votesTenths ?? 0,
      attackers: [...round.attacker.anchors],
      defenders: [...round.defender.anchors],
      attackerPermille: Math.round(attackerShare * 1000),
      effectSide: effect.side,
      effectLevel: effect.level,
      effectStyle: style,
      effectScene: scene,
      effectLines: line,
    },
  };
}

/** The winners of the latest round that had any. Draws and resurrections do not replace them. */
export function buildWinner(state: GameState): OverlayState['winner'] {
  const round = state.rounds.findLast((each) => each.kind !== 'resurrection' && winnersOf(each).length > 0);
  const { settlement } = round ?? {};
  if (round === undefined || settlement == null) return {};
  const anchors = winnersOf(round);
  const last: OverlayWinner = {
    round: round.number,
    outcome: settlement.outcome,
    anchors,
    votesTenths: votesOfWinners(round, anchors),
    streak: Math.max(0, ...anchors.map((id) => streakOf(state, id))),
  };
  return { last };
}

/**
 * Ids of a round's winners: the winning side, all with the highest score of a ranking, or the anchors of a cleared turn
 * or a successful resurrection. Empty for a draw and for a ranking without votes.
 */
export function winnersOf(round: Round): string[] {
  const { settlement } = round;
  switch (settlement?.outcome) {
    case 'attacker':
    case 'defender':
      return [...round[settlement.outcome].anchors];
    case 'cleared':
    case 'restored':
      return [...round.anchors];
    case 'ranked': {
      const most = Math.max(...settlement.shares.map(({ scoreTenths }) => scoreTenths));
      if (round.kind !== 'ranking' || most <= 0) return [];
      return settlement.shares.flatMap(({ anchorId, scoreTenths }) =>
        scoreTenths === most ? [anchorId] : [],
      );
    }
    default:
      return [];
  }
}

/** The winners' votes in tenths: the current sum in a battle, otherwise the settled score of the first winner. */
function votesOfWinners(round: Round, winners: readonly string[]): number {
  if (round.kind === 'battle') return winners.reduce((sum, id) => sum + roundVotes(round, id), 0);
  const { settlement } = round;
  return settlement?.shares.find(({ anchorId }) => anchorId === winners[0])?.scoreTenths ?? 0;
}

export function copyCountdown({ length, ran, since }: Countdown): Countdown {
  return { length, ran, since };
}
