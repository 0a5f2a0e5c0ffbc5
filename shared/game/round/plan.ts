import type { Problem } from '../../contract/error.ts';
import { type CommandInput, RULES_EDITION } from '../../contract/input.ts';
import type { Preset } from '../../contract/preset.ts';
import type { GameState } from '../state.ts';
import { VOTE } from '../votes.ts';
import { outOf, votesItWentOutWith } from './fates.ts';
import type { Plan } from './round.ts';

/** The anchors of both sides. */
export interface Sides {
  attacker: string[];
  defender: string[];
}

/** What a command asks for; what it leaves open follows from the last round. */
export type Wanted = Pick<
  Extract<CommandInput, { command: 'prepare' }>,
  'attacker' | 'defender' | 'anchorId'
>;

/** What a round of the present preset's mode would be, or why there can be none. */
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
  return { kind: 'ranking', anchors: able(state, preset), seconds, clearance };
}

/** The attempt of an anchor who was knocked out, or why it may not try. */
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
  // At least one vote: an anchor that went out with none must still be brought back by somebody.
  const targetTenths = Math.max(VOTE, Math.ceil((votes * factorTenths) / 10), floor * VOTE);
  const anchors = [anchorId];
  return { kind: 'resurrection', anchors, seconds: length, clearance: 0, targetTenths, out: { ...out } };
}

/** What a resurrection of the anchor would have to reach, and the votes in tenths that it went out with. */
export interface AttemptAhead {
  targetTenths: number;
  wentOutWithTenths: number;
  /** Whether it took part in a round before it went out. */
  played: boolean;
}

/** Null for an anchor that may not try. */
export function attemptAhead(state: GameState, anchorId: string): AttemptAhead | null {
  const plan = planResurrection(state, anchorId, RULES_EDITION);
  if ('code' in plan || plan.kind !== 'resurrection') return null;
  const { targetTenths, out } = plan;
  const wentOutWithTenths = votesItWentOutWith(state, out.round, anchorId, RULES_EDITION);
  return { targetTenths, wentOutWithTenths, played: out.round > 0 };
}

/** The sides for the next battle as the last one leaves them; empty before the first. */
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

/** Whose turn is next in the list; null when everyone is out or there is nobody. */
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
  // The order of the list decides ties, so a side stands in it whatever order it was named in.
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

function able(state: GameState, preset: Preset): string[] {
  return preset.anchors.map(({ id }) => id).filter((id) => outOf(state, id) === null);
}
