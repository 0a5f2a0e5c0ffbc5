import type { Problem } from '../../contract/error.ts';
import { type CommandInput, RULES_EDITION } from '../../contract/input.ts';
import type { Preset } from '../../contract/preset.ts';
import type { GameState } from '../state.ts';
import { VOTE } from '../table.ts';
import { outOf, votesItWentOutWith } from './fates.ts';
import type { Plan } from './round.ts';

/** The anchors of both sides. */
export interface Sides {
  attacker: string[];
  defender: string[];
}

/** The anchors that a command asks for; the last round decides what the command leaves open. */
export type Wanted = Pick<
  Extract<CommandInput, { command: 'prepare' }>,
  'attacker' | 'defender' | 'anchorId'
>;

/** Plans a round by the preset's mode, or gives the reason why there can be none. */
export function planRound(state: GameState, wanted: Wanted): Plan | Problem {
  const { preset } = state;
  if (preset === null) return { code: 'task.previousFirst' };
  const { length: seconds, clearance } = preset.round;
  switch (preset.mode) {
    case 'battle':
      return planBattle(state, preset, wanted);
    case 'freestyle':
      return planTurn(state, preset, wanted.anchorId);
    case 'sticker':
      if (!preset.sticker.scores) return { code: 'round.notInMode' };
      break;
    case 'normal':
    case 'votes':
      break;
  }
  return { kind: 'ranking', anchors: anchorsLeft(state, preset), seconds, clearance };
}

/** Plans the resurrection of a knocked-out anchor, or gives the reason why there can be none. */
export function planResurrection(state: GameState, anchorId: string, edition: number): Plan | Problem {
  const { preset } = state;
  if (preset === null || !state.table.anchors.has(anchorId)) return { code: 'anchor.unknown' };
  const out = outOf(state, anchorId);
  if (out === null) return { code: 'anchor.notOut' };
  if (out.final) return { code: 'anchor.outForGood' };
  const { minStreak, length, factorTenths, floor } = preset.resurrection;
  if (out.streak < minStreak) {
    return { code: 'anchor.streakTooShort', params: { needed: minStreak, had: out.streak } };
  }
  const votes = votesItWentOutWith(state, out.round, anchorId, edition);
  // At least one vote, so that an anchor that went out with none still needs a gift.
  const targetTenths = Math.max(VOTE, Math.ceil((votes * factorTenths) / 10), floor * VOTE);
  const anchors = [anchorId];
  return { kind: 'resurrection', anchors, seconds: length, clearance: 0, targetTenths, out: { ...out } };
}

/** The target of a possible resurrection, and the votes in tenths that the anchor went out with. */
export interface AttemptAhead {
  targetTenths: number;
  wentOutWithTenths: number;
  /** Whether the anchor went out of a round. */
  played: boolean;
}

/** Null for an anchor that cannot have a resurrection. */
export function attemptAhead(state: GameState, anchorId: string): AttemptAhead | null {
  const plan = planResurrection(state, anchorId, RULES_EDITION);
  if ('code' in plan || plan.kind !== 'resurrection') return null;
  const { targetTenths, out } = plan;
  const wentOutWithTenths = votesItWentOutWith(state, out.round, anchorId, RULES_EDITION);
  return { targetTenths, wentOutWithTenths, played: out.round > 0 };
}

/** The sides of the next battle by the last one's result; empty before the first battle. */
export function nextSides(state: GameState): Sides {
  const last = state.rounds.findLast((round) => round.kind === 'battle' && round.settlement !== null);
  if (last === undefined) return { attacker: [], defender: [] };
  const swap = last.rules.battle.winnerDefends && last.settlement?.outcome === 'attacker';
  const still = (ids: readonly string[]) =>
    ids.filter((id) => state.table.anchors.has(id) && outOf(state, id) === null);
  const attacker = still(last.attacker.anchors);
  const defender = still(last.defender.anchors);
  return swap ? { attacker: defender, defender: attacker } : { attacker, defender };
}

/** The next anchor whose turn it is; null if no anchor is left. */
export function nextTurn(state: GameState): string | null {
  const { preset } = state;
  if (preset === null) return null;
  const last = state.rounds.findLast((round) => round.kind === 'turn' && round.phase === 'settled');
  const list = preset.anchors.map(({ id }) => id);
  const from = list.indexOf(last?.anchors[0] ?? '') + 1;
  const inTurn = [...list.slice(from), ...list.slice(0, from)];
  return inTurn.find((id) => outOf(state, id) === null) ?? null;
}

function planBattle(state: GameState, preset: Preset, wanted: Wanted): Plan | Problem {
  const next = nextSides(state);
  const attacker = wanted.attacker ?? next.attacker;
  const defender = wanted.defender ?? next.defender;
  if (attacker.length === 0 || defender.length === 0) return { code: 'round.sidesRequired' };
  for (const id of [...attacker, ...defender]) {
    if (!state.table.anchors.has(id)) return { code: 'anchor.unknown' };
    if (outOf(state, id) !== null) return { code: 'anchor.out' };
  }
  if (attacker.some((id) => defender.includes(id))) return { code: 'round.sidesOverlap' };
  // The preset's order decides ties, so each side is sorted by it.
  const inOrder = (ids: readonly string[]) =>
    preset.anchors.map(({ id }) => id).filter((id) => ids.includes(id));
  return {
    kind: 'battle',
    anchors: inOrder([...attacker, ...defender]),
    attacker: inOrder(attacker),
    defender: inOrder(defender),
    seconds: preset.round.length,
    clearance: preset.round.clearance,
  };
}

function planTurn(state: GameState, preset: Preset, wanted: string | undefined): Plan | Problem {
  const anchorId = wanted ?? nextTurn(state);
  if (anchorId === null) return { code: 'round.anchorRequired' };
  const anchor = preset.anchors.find(({ id }) => id === anchorId);
  if (anchor === undefined) return { code: 'anchor.unknown' };
  if (outOf(state, anchorId) !== null) return { code: 'anchor.out' };
  const { length, clearance } = preset.freestyle;
  return { kind: 'turn', anchors: [anchorId], seconds: anchor.duration || length, clearance };
}

function anchorsLeft(state: GameState, preset: Preset): string[] {
  return preset.anchors.map(({ id }) => id).filter((id) => outOf(state, id) === null);
}
