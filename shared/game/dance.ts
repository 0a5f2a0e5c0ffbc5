import type { Problem } from '../contract/error.ts';
import type { CommandInput } from '../contract/input.ts';
import type { GameplayEntry } from '../contract/preset.ts';
import type { Dance } from '../contract/round.ts';
import { deadlineOf, halt, newCountdown, run } from './round/round.ts';
import type { GameState } from './state.ts';

/*
 * The gift of a gameplay entry triggers that entry. In sticker dance mode the dance joins a queue; in the other modes
 * the entry runs at once and replaces the running one.
 */

/** The queue's key: further gifts of one viewer for one dance add to the dance that waits. */
export function queueKey(dance: Pick<Dance, 'viewerId' | 'entryId'>): string {
  return `${dance.entryId}|${dance.viewerId}`;
}

/** Gifts that trigger a gameplay entry. */
interface Trigger {
  /** The number of the input. */
  id: number;
  viewerId: string;
  at: number;
  pieces: number;
  /** False for further pieces of a combo. */
  fresh: boolean;
}

/** Queues or starts the entry whose gift a viewer sent. */
export function triggerEntry(state: GameState, entry: GameplayEntry, trigger: Trigger): void {
  const { id, viewerId, at, pieces, fresh } = trigger;
  const sticker = state.preset?.mode === 'sticker' ? state.preset.sticker : null;
  if (sticker === null) {
    play(state, { id, entryId: entry.id, viewerId, at, times: pieces }, entry.duration, at);
    return;
  }
  const times = sticker.repeat === 'each' ? pieces : Number(fresh);
  if (times === 0) return;
  const dance: Dance = { id, entryId: entry.id, viewerId, at, times };
  const waiting = state.dances.get(queueKey(dance));
  if (waiting === undefined) state.dances.set(queueKey(dance), dance);
  else waiting.times += times;
  // A dance without a length ends as soon as the next one is queued.
  if (sticker.next === 'auto' && !isBusy(state)) startNext(state, at);
}

/** Whether a dance with a length is running; the next one waits for its end. */
export function isBusy(state: GameState): boolean {
  return state.playing !== null && state.playing.countdown.length > 0;
}

/** The waiting dance with this id; without an id, the next one. */
function findDance(state: GameState, id: number | undefined): Dance | undefined {
  for (const dance of state.dances.values()) if (id === undefined || dance.id === id) return dance;
  return undefined;
}

/** Starts the next dance or the one with this id. A running one ends. */
function startNext(state: GameState, at: number, id?: number): void {
  const dance = findDance(state, id);
  if (dance === undefined) return;
  state.dances.delete(queueKey(dance));
  const entry = state.preset?.gameplay.find((each) => each.id === dance.entryId);
  play(state, dance, (entry?.duration ?? 0) * dance.times, at);
}

/** Ends the running dance and starts the next one if the preset starts dances automatically. */
function endDance(state: GameState, at: number): void {
  state.playing = null;
  const sticker = state.preset?.mode === 'sticker' ? state.preset.sticker : null;
  if (sticker?.next === 'auto') startNext(state, at);
}

type DanceCommand = Extract<CommandInput, { command: 'dance' }>;

/** The reason why a dance command is refused; null if it is allowed. */
export function checkDance(state: GameState, { action, danceId }: DanceCommand): Problem | null {
  switch (action) {
    case 'start':
      if (state.status === 'paused') return { code: 'session.paused' };
      if (isBusy(state)) return { code: 'task.previousFirst' };
      return findDance(state, danceId) === undefined ? { code: 'dance.none' } : null;
    case 'end':
      return state.playing === null ? { code: 'dance.none' } : null;
    case 'remove':
      return findDance(state, danceId) === undefined ? { code: 'dance.none' } : null;
  }
}

/** Does what `checkDance` allows. */
export function foldDance(state: GameState, { action, danceId, at }: DanceCommand): void {
  switch (action) {
    case 'start':
      startNext(state, at, danceId);
      break;
    case 'end':
      endDance(state, at);
      break;
    case 'remove': {
      const dance = findDance(state, danceId);
      if (dance !== undefined) state.dances.delete(queueKey(dance));
      break;
    }
  }
}

/** The time (ms) at which the running dance ends; Infinity if it does not end by itself. */
export function danceDue(state: GameState): number {
  return state.playing === null ? Number.POSITIVE_INFINITY : deadlineOf(state.playing.countdown);
}

/** Ends the running dance if its time is up. */
export function endDanceInTime(state: GameState, at: number): void {
  if (danceDue(state) <= at) endDance(state, at);
}

/** Stops the running dance's countdown while the session is paused; `thawDance` resumes it. */
export function freezeDance(state: GameState, at: number): void {
  if (state.playing !== null) halt(state.playing.countdown, at);
}

/** Resumes the running dance's countdown after a pause. */
export function thawDance(state: GameState, at: number): void {
  if (state.playing !== null) run(state.playing.countdown, at);
}

/** Removes all dances. */
export function forgetDances(state: GameState): void {
  state.playing = null;
  state.dances.clear();
}

/** Removes dances that a new preset lacks, and the whole queue if the preset has none. */
export function keepKnownDances(state: GameState): void {
  const { preset } = state;
  const known = new Set(preset?.gameplay.map(({ id }) => id));
  if (state.playing !== null && !known.has(state.playing.dance.entryId)) state.playing = null;
  for (const [key, dance] of state.dances) {
    if (preset?.mode !== 'sticker' || !known.has(dance.entryId)) state.dances.delete(key);
  }
}

/** Starts a dance. With `seconds` 0 it runs until the next one. */
function play(state: GameState, dance: Dance, seconds: number, at: number): void {
  const countdown = newCountdown(seconds * 1000);
  if (state.status === 'counting') run(countdown, at);
  state.playing = { dance, countdown };
}
