import type { Problem } from '../contract/error.ts';
import type { SessionAction } from '../contract/input.ts';
import type { Preset } from '../contract/preset.ts';
import type { Status } from '../contract/snapshot.ts';
import { keepFormerAnchors } from './anchors.ts';
import { forgetDances, freezeDance, keepKnownDances, thawDance } from './dance/dances.ts';
import { haveOtherRules, withRulesOf } from './presetAhead.ts';
import { currentRound, endWithSession, freezeRound, prepareAnew, thawRound } from './round/phases.ts';
import { isOn } from './round/round.ts';
import { keepParts } from './run.ts';
import type { GameState } from './state.ts';
import { anchorIdOf, buildTable } from './table.ts';

const allowed: Readonly<Record<SessionAction, readonly Status[]>> = {
  start: ['ready'],
  pause: ['counting'],
  resume: ['paused'],
  end: ['counting', 'paused'],
};

const reached: Readonly<Record<SessionAction, Status>> = {
  start: 'counting',
  pause: 'paused',
  resume: 'counting',
  end: 'ended',
};

/** Why an action of the session cannot be done now; null when it can. */
export function checkAction(state: GameState, action: SessionAction): Problem | null {
  if (allowed[action].includes(state.status)) return null;
  if (state.status === 'ended') return { code: 'session.ended' };
  if (action === 'start' && state.status === 'initialization') {
    return { code: state.room === null ? 'username.required' : 'task.previousFirst' };
  }
  return { code: 'session.notAllowed' };
}

/** `linger`: ms in which gifts sent before the end may still arrive; without it the round is settled at once. */
export function act(state: GameState, action: SessionAction, at: number, linger?: number): void {
  state.status = reached[action];
  const stretch = { status: state.status, since: at };
  state.stretches.push(stretch);
  switch (action) {
    case 'start':
      state.startedAt = at;
      break;
    case 'pause':
      freezeRound(state, at);
      freezeDance(state, at);
      break;
    case 'resume':
      thawRound(state, at);
      thawDance(state, at);
      break;
    case 'end':
      state.endedAt = at;
      stretch.since = endWithSession(state, at, linger);
      forgetDances(state);
      break;
  }
}

/**
 * The status that holds for a gift sent at `moment`. A gift sent before a pause or the end counts although it arrives
 * after it, and one sent in a pause does not count after it. At the start the arrival decides: a wrong send time must
 * not lose a gift. Without the clock offset no send time can be compared with the host's clock; then the status at
 * the arrival holds.
 */
export function statusAt(state: GameState, moment: number): Status {
  const { status, stretches, clockAhead } = state;
  if (clockAhead === null || stretches.length === 0) return status;
  for (let index = stretches.length - 1; index >= 0; index -= 1) {
    const stretch = stretches[index];
    if (stretch !== undefined && moment >= stretch.since) return stretch.status;
  }
  return stretches[0]?.status ?? status;
}

/** Ended, and its last round is settled. */
export function isOver(state: GameState): boolean {
  return state.status === 'ended' && currentRound(state) === null;
}

/** The moment (ms) from which gifts no longer count, 0 before the end. */
export function endOf({ status, stretches }: GameState): number {
  return status === 'ended' ? (stretches.at(-1)?.since ?? 0) : 0;
}

/** A show is ready as soon as both its room and its preset are there. */
export function becomeReady(state: GameState): void {
  if (state.status === 'initialization' && state.room !== null && state.preset !== null)
    state.status = 'ready';
}

/**
 * Another preset may come in the middle of a show: what is counted stays as it is, and what comes is counted by the new
 * one. A round that has begun goes on by the rules that it began with; with `rulesWait` gifts are valued by the former
 * rules until the round is over. A running combo that an operator gave to an anchor who is gone begins a new row.
 */
export function changePreset(state: GameState, preset: Preset, rulesWait: boolean): void {
  keepFormerAnchors(state, preset);
  const round = currentRound(state);
  const now = state.preset;
  const waits = rulesWait && now !== null && round !== null && isOn(round) && haveOtherRules(now, preset);
  state.presetAhead = waits ? preset : null;
  state.preset = waits ? withRulesOf(now, preset) : preset;
  state.table = buildTable(state.preset);
  for (const streak of state.streaks.values()) {
    keepParts(streak);
    const anchorId = streak.corrected === null ? null : anchorIdOf(streak.corrected);
    if (anchorId !== null && !state.table.anchors.has(anchorId)) {
      streak.rowId = 0;
      streak.corrected = null;
    }
  }
  prepareAnew(state);
  keepKnownDances(state);
  becomeReady(state);
}
