import type { Problem } from '../contract/error.ts';
import type { SessionAction } from '../contract/input.ts';
import type { Preset } from '../contract/preset.ts';
import type { Status } from '../contract/snapshot.ts';
import { copyFormer } from './copy.ts';
import { forgetDances, freezeDance, keepKnownDances, thawDance } from './dance.ts';
import { haveOtherRules, withRulesOf } from './presetAhead.ts';
import { currentRound, endWithSession, freezeRound, prepareAgain, thawRound } from './round/phases.ts';
import { isOn } from './round/round.ts';
import type { GameState } from './state.ts';
import { forgetParts } from './streaks.ts';
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

/** The reason why the session refuses an action; null if it allows it. */
export function checkSessionAction(state: GameState, action: SessionAction): Problem | null {
  if (allowed[action].includes(state.status)) return null;
  if (state.status === 'ended') return { code: 'session.ended' };
  if (action === 'start' && state.status === 'initialization') {
    return { code: state.room === null ? 'username.required' : 'task.previousFirst' };
  }
  return { code: 'session.notAllowed' };
}

/**
 * Does what `checkSessionAction` allows. `linger`: ms in which gifts sent before the end may still arrive; without it
 * the round is settled at once.
 */
export function actOnSession(state: GameState, action: SessionAction, at: number, linger?: number): void {
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
 * The status that holds for a gift sent at `moment`.
 *
 * A gift that was sent before a pause or the end counts, even if it arrives later. A gift that was sent during a pause
 * does not count, even if it arrives after the pause. At the start the arrival decides, so that a wrong send time loses
 * no gift. Without a clock offset no send time can be compared, so the current status holds.
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

/** Whether the session has ended and its last round is settled. */
export function isOver(state: GameState): boolean {
  return state.status === 'ended' && currentRound(state) === null;
}

/** The moment (ms) from which gifts no longer count, 0 before the end. */
export function endOf({ status, stretches }: GameState): number {
  return status === 'ended' ? (stretches.at(-1)?.since ?? 0) : 0;
}

/** Makes the session ready once it has both a room and a preset. */
export function becomeReady(state: GameState): void {
  if (state.status === 'initialization' && state.room !== null && state.preset !== null)
    state.status = 'ready';
}

/**
 * Changes the preset, also in the middle of a show. Counted gifts keep their votes; later gifts are counted by the new
 * preset. A round that is on keeps its own rules; with `rulesWait` its gifts also keep their former value until it is
 * over. A combo that an operator assigned to an anchor whom the new preset lacks begins a new row.
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
    forgetParts(streak);
    const anchorId = streak.corrected === null ? null : anchorIdOf(streak.corrected);
    if (anchorId !== null && !state.table.anchors.has(anchorId)) {
      streak.rowId = 0;
      streak.corrected = null;
    }
  }
  prepareAgain(state);
  keepKnownDances(state);
  becomeReady(state);
}

/** Stores the anchors that `next` lacks. Call it before `next` replaces the current preset. */
function keepFormerAnchors(state: GameState, next: Preset): void {
  const former = new Map(state.formerAnchors);
  for (const anchor of state.preset?.anchors ?? []) {
    if (!former.has(anchor.id)) former.set(anchor.id, copyFormer(anchor));
  }
  for (const { id } of next.anchors) former.delete(id);
  state.formerAnchors = former;
}
