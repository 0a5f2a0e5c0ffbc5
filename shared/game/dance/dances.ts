import type { GameplayEntry } from '../../contract/preset.ts';
import type { Dance } from '../../contract/round.ts';
import { deadlineOf, halt, newCountdown, run } from '../round/countdown.ts';
import type { GameState } from '../state.ts';

/*
 * A gift that a gameplay entry has chosen triggers the entry. In sticker dance it goes into a queue, and one
 * dance follows another; in the other modes it runs at once and takes the place of the one before.
 */

/** Who wants which dance: a viewer's further gifts for it add to the one that waits. */
export function queueKey(dance: Pick<Dance, 'viewerId' | 'entryId'>): string {
  return `${dance.entryId}|${dance.viewerId}`;
}

/** `pieces` gifts for the entry came; `fresh` when they are not a further part of one combo. */
export function triggerEntry(
  state: GameState,
  seq: number,
  entry: GameplayEntry,
  viewerId: string,
  pieces: number,
  fresh: boolean,
  at: number,
): void {
  const sticker = state.preset?.mode === 'sticker' ? state.preset.sticker : null;
  if (sticker === null) {
    play(state, { id: seq, entryId: entry.id, viewerId, at, times: pieces }, entry.duration, at);
    return;
  }
  const times = sticker.repeat === 'each' ? pieces : Number(fresh);
  if (times === 0) return;
  const dance: Dance = { id: seq, entryId: entry.id, viewerId, at, times };
  const waiting = state.dances.get(queueKey(dance));
  if (waiting === undefined) state.dances.set(queueKey(dance), dance);
  else waiting.times += times;
  // One without an end gives way as soon as somebody wants the next.
  if (sticker.next === 'auto' && !isBusy(state)) startNext(state, at);
}

/** Whether a dance is on that ends by itself: the next one waits for it. */
export function isBusy(state: GameState): boolean {
  return state.playing !== null && state.playing.countdown.length > 0;
}

/** The dance that waits under this id; without one the next. */
export function findDance(state: GameState, id: number | undefined): Dance | undefined {
  for (const dance of state.dances.values()) if (id === undefined || dance.id === id) return dance;
  return undefined;
}

export function startNext(state: GameState, at: number, id?: number): void {
  const dance = findDance(state, id);
  if (dance === undefined) return;
  state.dances.delete(queueKey(dance));
  const entry = state.preset?.gameplay.find((each) => each.id === dance.entryId);
  play(state, dance, (entry?.duration ?? 0) * dance.times, at);
}

export function endDance(state: GameState, at: number): void {
  state.playing = null;
  const sticker = state.preset?.mode === 'sticker' ? state.preset.sticker : null;
  if (sticker?.next === 'auto') startNext(state, at);
}

/** When the dance that is on ends (ms); Infinity when none does. */
export function danceDue(state: GameState): number {
  return state.playing === null ? Number.POSITIVE_INFINITY : deadlineOf(state.playing.countdown);
}

export function endDanceInTime(state: GameState, at: number): void {
  if (danceDue(state) <= at) endDance(state, at);
}

/** The session pauses, or goes on. */
export function freezeDance(state: GameState, at: number): void {
  if (state.playing !== null) halt(state.playing.countdown, at);
}

export function thawDance(state: GameState, at: number): void {
  if (state.playing !== null) run(state.playing.countdown, at);
}

export function forgetDances(state: GameState): void {
  state.playing = null;
  state.dances.clear();
}

/** Another preset came: what it does not have any more is gone, and without a queue nothing waits. */
export function keepKnownDances(state: GameState): void {
  const { preset } = state;
  const known = new Set(preset?.gameplay.map(({ id }) => id));
  if (state.playing !== null && !known.has(state.playing.dance.entryId)) state.playing = null;
  for (const [key, dance] of state.dances) {
    if (preset?.mode !== 'sticker' || !known.has(dance.entryId)) state.dances.delete(key);
  }
}

/** `seconds` 0 runs until the next. */
function play(state: GameState, dance: Dance, seconds: number, at: number): void {
  const countdown = newCountdown(seconds * 1000);
  if (state.status === 'counting') run(countdown, at);
  state.playing = { dance, countdown };
}
