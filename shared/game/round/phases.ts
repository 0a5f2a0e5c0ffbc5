import type { Problem } from '../../contract/error.ts';
import type { RoundAction } from '../../contract/input.ts';
import { takePresetAhead } from '../presetAhead.ts';
import type { GameState } from '../state.ts';
import { deadlineOf, halt, run } from './countdown.ts';
import { beginFalls } from './decrease.ts';
import { outOf } from './fates.ts';
import { closeSpan, openSpan } from './place.ts';
import { nextSides, planResurrection, planRound, type Sides, type Wanted } from './plan.ts';
import { isOn, newRound, type Plan, type Round } from './round.ts';
import { hasReachedTarget, settle } from './settlement.ts';

/** The last round if it is unfinished: prepared, or begun and not settled. */
export function currentRound(state: GameState): Round | null {
  const last = state.rounds.at(-1);
  return last === undefined || last.phase === 'settled' ? null : last;
}

/** Puts a prepared round at the end, in place of one that is only prepared. */
export function prepare(state: GameState, plan: Plan, edition: number, at: number): void {
  if (state.preset === null) return;
  giveUp(state);
  const played = state.rounds.filter(({ kind }) => kind !== 'resurrection').length;
  const number = plan.kind === 'resurrection' ? played : played + 1;
  state.rounds.push(newRound(state.rounds.length + 1, number, plan, state.preset, edition, at));
}

/** Forgets a round that is only prepared. */
export function giveUp(state: GameState): void {
  if (state.rounds.at(-1)?.phase === 'prepared') state.rounds.pop();
}

/**
 * Another preset or result came: what is only prepared is prepared again by it, as far as that is possible. Its sides
 * keep the anchors that there still are and that are not out; sides that just followed from the last result (`before`)
 * follow from it again.
 */
export function prepareAnew(state: GameState, before?: Sides): void {
  const round = state.rounds.at(-1);
  if (round?.phase !== 'prepared') return;
  const { edition } = round.rules;
  const plan =
    round.kind === 'resurrection' ? planResurrection(state, round.anchors[0] ?? '', edition) : replan();
  giveUp(state);
  if (!('code' in plan)) prepare(state, plan, edition, round.preparedAt);

  function replan(): Plan | Problem {
    if (round === undefined) return { code: 'round.notAllowed' };
    const wanted: Wanted = {};
    const still = (ids: readonly string[]) =>
      ids.filter((id) => state.table.anchors.has(id) && outOf(state, id) === null);
    if (round.kind === 'battle' && !(before !== undefined && haveSides(round, before))) {
      wanted.attacker = still(round.attacker.anchors);
      wanted.defender = still(round.defender.anchors);
    }
    const [turn] = round.kind === 'turn' ? still(round.anchors) : [];
    if (turn !== undefined) wanted.anchorId = turn;
    return planRound(state, wanted);
  }
}

function haveSides(round: Round, { attacker, defender }: Sides): boolean {
  const same = (ids: readonly string[], others: readonly string[]) =>
    ids.length === others.length && ids.every((id) => others.includes(id));
  return same(round.attacker.anchors, attacker) && same(round.defender.anchors, defender);
}

/** Why the host's action on the round cannot be done now; null when it can. */
export function checkRoundAction(state: GameState, action: RoundAction): Problem | null {
  const round = state.rounds.at(-1);
  if (action === 'settle') return checkSettleAgain(state);
  if (action === 'start' && (round === undefined || round.phase === 'settled')) {
    return { code: 'task.previousFirst' };
  }
  if (round === undefined) return { code: 'round.notAllowed' };
  switch (action) {
    case 'start':
      if (round.phase !== 'prepared') return { code: 'round.notAllowed' };
      if (round.kind !== 'resurrection' && round.anchors.some((id) => outOf(state, id) !== null)) {
        return { code: 'anchor.out' };
      }
      break;
    case 'pause':
      if (round.phase !== 'running') return { code: 'round.notAllowed' };
      break;
    case 'resume':
      if (round.phase !== 'paused') return { code: 'round.notAllowed' };
      break;
    case 'end':
      return round.phase === 'settled' || round.phase === 'grace' ? { code: 'round.notAllowed' } : null;
    case 'cut':
      return round.phase === 'grace' ? null : { code: 'round.notAllowed' };
  }
  return state.status === 'paused' ? { code: 'session.paused' } : null;
}

/** Does what `checkRoundAction` allows. */
export function actOnRound(state: GameState, action: RoundAction, at: number): void {
  const round = state.rounds.at(-1);
  if (round === undefined) return;
  switch (action) {
    case 'start':
      round.phase = 'running';
      round.startedAt = at;
      beginFalls(round);
      run(round.countdown, at);
      openSpan(round, at);
      break;
    case 'pause':
      round.phase = 'paused';
      halt(round.countdown, at);
      closeSpan(round, at);
      break;
    case 'resume':
      round.phase = 'running';
      run(round.countdown, at);
      openSpan(round, at);
      break;
    case 'end':
      if (round.phase === 'prepared') giveUp(state);
      else endRound(state, round, at);
      break;
    case 'cut':
      closeRound(state, round, at);
      break;
    case 'settle':
      settleAgain(state, at);
      break;
  }
}

/** The newest round that has been settled. */
export function latestSettled(state: GameState): Round | null {
  return state.rounds.findLast(({ phase }) => phase === 'settled') ?? null;
}

/**
 * The latest round can be settled again while the next one is prepared or on. An attempt at resurrection that is on
 * must end first: it is the try of an anchor that by the new result may not have gone out at all.
 */
function checkSettleAgain(state: GameState): Problem | null {
  const settled = latestSettled(state);
  const current = currentRound(state);
  if (settled === null) return { code: current === null ? 'round.notAllowed' : 'task.previousFirst' };
  const tries = current?.kind === 'resurrection' && isOn(current);
  return tries && current.anchors.some((id) => settled.anchors.includes(id))
    ? { code: 'task.previousFirst' }
    : null;
}

/** A round that is only prepared follows the new result; one that is on keeps its sides. */
function settleAgain(state: GameState, at: number): void {
  const settled = latestSettled(state);
  if (settled === null) return;
  const before = nextSides(state);
  settle(state, settled, at);
  prepareAnew(state, before);
}

/**
 * The countdown is over, or the host ended it: what is under way may still arrive while the delay runs. A
 * round that is ended while it stands paused has nothing under way.
 */
export function endRound(state: GameState, round: Round, at: number): void {
  const wasRunning = round.phase === 'running';
  halt(round.countdown, at);
  round.endedAt = at;
  if (!wasRunning || round.rules.delay === 0) {
    closeRound(state, round, at);
    return;
  }
  round.phase = 'grace';
  if (state.status === 'counting') run(round.grace, at);
}

/** The round is over for good: it takes no more gifts and is settled. */
export function closeRound(state: GameState, round: Round, at: number): void {
  if (round.endedAt === 0) round.endedAt = at;
  halt(round.countdown, at);
  halt(round.grace, at);
  closeSpan(round, at);
  // After the end of the session, gifts sent from now on no longer count either.
  const last = state.stretches.at(-1);
  if (last?.status === 'ended') last.since = Math.min(last.since, at);
  round.phase = 'settled';
  round.settledAt = at;
  settle(state, round, at);
  takePresetAhead(state);
}

/** Ends and settles an attempt at resurrection, without delay, once its votes reach its target. */
export function endWhenReached(state: GameState, round: Round, at: number): void {
  if (round.kind !== 'resurrection' || round.rules.edition === 1 || !isOn(round)) return;
  if (hasReachedTarget(round)) closeRound(state, round, at);
}

/** The session pauses: nothing runs until it goes on. */
export function freezeRound(state: GameState, at: number): void {
  const round = currentRound(state);
  if (round === null) return;
  halt(round.countdown, at);
  halt(round.grace, at);
}

export function thawRound(state: GameState, at: number): void {
  const round = currentRound(state);
  if (round?.phase === 'running') run(round.countdown, at);
  if (round?.phase === 'grace') run(round.grace, at);
}

/**
 * The session ends, and the round with it. A running round has its delay, and at least `linger` ms in which gifts
 * sent before the end may arrive; without `linger` it is settled at once, as is one that stands paused. Returns
 * the moment (ms) from which gifts no longer count.
 */
export function endWithSession(state: GameState, at: number, linger: number | undefined): number {
  giveUp(state);
  const round = currentRound(state);
  if (round === null || !isOn(round)) return at;
  if (linger !== undefined && round.grace.since !== null) return deadlineOf(round.grace);
  const wait = Math.max(round.rules.delay, linger ?? 0);
  if (linger === undefined || wait === 0 || round.countdown.since === null) {
    closeRound(state, round, at);
    return at;
  }
  const until = at + round.rules.delay;
  halt(round.countdown, at);
  closeSpan(round, until);
  round.endedAt = at;
  round.phase = 'grace';
  round.grace.length = wait;
  run(round.grace, at);
  return until;
}
