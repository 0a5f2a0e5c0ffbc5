import type { Problem } from '../../contract/error.ts';
import type { RoundAction } from '../../contract/input.ts';
import { applyPresetAhead } from '../presetAhead.ts';
import type { GameState } from '../state.ts';
import { beginFalls } from './decrease.ts';
import { outOf } from './fates.ts';
import { nextSides, planResurrection, planRound, type Sides, type Wanted } from './plan.ts';
import {
  closeSpan,
  deadlineOf,
  halt,
  isOn,
  newRound,
  openSpan,
  type Plan,
  type Round,
  run,
} from './round.ts';
import { hasReachedTarget, settle } from './settlement.ts';

/** The last round if it is not settled yet; it may be only prepared. */
export function currentRound(state: GameState): Round | null {
  const last = state.rounds.at(-1);
  return last === undefined || last.phase === 'settled' ? null : last;
}

/** Appends a prepared round, in place of one that was not started. */
export function prepare(state: GameState, plan: Plan, edition: number, at: number): void {
  if (state.preset === null) return;
  dropPrepared(state);
  const played = state.rounds.filter(({ kind }) => kind !== 'resurrection').length;
  const number = plan.kind === 'resurrection' ? played : played + 1;
  state.rounds.push(newRound(state.rounds.length + 1, number, plan, state.preset, edition, at));
}

/** Removes a round that was not started. */
function dropPrepared(state: GameState): void {
  if (state.rounds.at(-1)?.phase === 'prepared') state.rounds.pop();
}

/**
 * Prepares the prepared round again after a new preset or result, or removes it if that is impossible. Its sides keep
 * their anchors that are still in the preset and not out. If the sides equal `before`, the sides by the last result,
 * they follow the new result.
 */
export function prepareAgain(state: GameState, before?: Sides): void {
  const round = state.rounds.at(-1);
  if (round?.phase !== 'prepared') return;
  const { edition } = round.rules;
  const plan =
    round.kind === 'resurrection' ? planResurrection(state, round.anchors[0] ?? '', edition) : replan();
  dropPrepared(state);
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

/** The reason why the host's action on the round is refused; null if it is allowed. */
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
      if (round.phase === 'prepared') dropPrepared(state);
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

/** The newest settled round; null for none. */
export function latestSettled(state: GameState): Round | null {
  return state.rounds.findLast(({ phase }) => phase === 'settled') ?? null;
}

/**
 * The latest round can be settled again while the next one is prepared or on. A running resurrection must end first,
 * because its anchor is perhaps not knocked out under the new result.
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

/** Settles the latest round again. A prepared round follows the new result; a running one keeps its sides. */
function settleAgain(state: GameState, at: number): void {
  const settled = latestSettled(state);
  if (settled === null) return;
  const before = nextSides(state);
  settle(state, settled, at);
  prepareAgain(state, before);
}

/**
 * Ends the countdown and starts the delay, in which gifts on their way may still arrive. A paused round has none on
 * their way, so it is settled at once.
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

/** Settles the round; from now on it takes no gifts. */
export function closeRound(state: GameState, round: Round, at: number): void {
  if (round.endedAt === 0) round.endedAt = at;
  halt(round.countdown, at);
  halt(round.grace, at);
  closeSpan(round, at);
  // If the session has ended, gifts sent from now on no longer count either.
  const last = state.stretches.at(-1);
  if (last?.status === 'ended') last.since = Math.min(last.since, at);
  round.phase = 'settled';
  round.settledAt = at;
  settle(state, round, at);
  applyPresetAhead(state);
}

/** Settles a resurrection at once when its votes reach the target. */
export function endWhenReached(state: GameState, round: Round, at: number): void {
  if (round.kind !== 'resurrection' || round.rules.edition === 1 || !isOn(round)) return;
  if (hasReachedTarget(round)) closeRound(state, round, at);
}

/** Stops the round's countdowns while the session is paused; `thawRound` resumes them. */
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
 * Ends the round with the session. A running round has its delay, and at least `linger` ms, for gifts that were sent
 * before the end. Without `linger`, or if the round is paused, it is settled at once. Returns the moment (ms) from
 * which gifts no longer count.
 */
export function endWithSession(state: GameState, at: number, linger: number | undefined): number {
  dropPrepared(state);
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
