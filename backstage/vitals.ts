import { channel } from 'node:diagnostics_channel';
import type { Phase } from '#shared/contract/connection.ts';

/** Health figures of a backstage, for the monitoring of a server. */
export interface Vitals {
  /** A show is counting or paused. */
  counting: boolean;
  /** The disk refuses the writes of the show. */
  blocked: boolean;
  /** Inputs that are received and not on disk yet. */
  waiting: { inputs: number; bytes: number };
  /** The phase of the connection to the room; null without a room. */
  upstream: Phase | null;
  /** How long a counting show has been disconnected from its room (ms); otherwise 0. */
  upstreamAwayMs: number;
  /** When the counting show began (ms since 1970); null if no show counts. */
  countingSince: number | null;
  /** The open show is a rehearsal. */
  rehearsal: boolean;
  /** Gift messages that reached the disk in the last minute. */
  giftsLastMinute: number;
  /** Screens and overlay pages that are connected. */
  screens: number;
  overlays: number;
  /** Size of the data folder in bytes when it was last measured; null without a quota. */
  diskBytes: number | null;
}

/** Figures of a batch that was written to disk. */
export interface Commit {
  /** How long the write took, including the flush of the disk. */
  seconds: number;
  inputs: number;
  /** How many of the inputs are gaps. */
  gaps: number;
}

/** The diagnostics channel on which every backstage of this process publishes its `Commit`s. */
export const commits = channel('ringside.commits');

export function isCommit(message: unknown): message is Commit {
  return typeof message === 'object' && message !== null && 'seconds' in message && 'gaps' in message;
}

const away: ReadonlySet<Phase> = new Set([
  'resolving',
  'connecting',
  'silent',
  'reconnecting',
  'blocked',
  'failed',
]);

/** Measures how long a room has been disconnected, across all attempts to reconnect. */
export class UpstreamWatch {
  #awaySince: number | null = null;

  see(phase: Phase, now: number): void {
    if (!away.has(phase)) this.#awaySince = null;
    else this.#awaySince ??= now;
  }

  /** How long the room has been disconnected (ms); 0 while it is connected, or if no room is wanted. */
  awayFor(now: number): number {
    return this.#awaySince === null ? 0 : Math.max(0, now - this.#awaySince);
  }
}

const STEP_MS = 5000;
const STEPS = 12;

/** Counts events of the last minute in a ring of twelve slots of five seconds. */
export class LastMinute {
  readonly #counts = new Array<number>(STEPS).fill(0);
  /** The number of the newest step since 1970. */
  #newest = 0;

  add(count: number, now: number): void {
    this.#moveTo(now);
    const slot = this.#newest % STEPS;
    this.#counts[slot] = (this.#counts[slot] ?? 0) + count;
  }

  sum(now: number): number {
    this.#moveTo(now);
    return this.#counts.reduce((total, count) => total + count, 0);
  }

  /** Empties the slots that have passed. Empties all if the clock was set back by a minute or more. */
  #moveTo(now: number): void {
    const step = Math.floor(now / STEP_MS);
    const passed = step - this.#newest;
    if (passed >= STEPS || passed <= -STEPS) this.#counts.fill(0);
    else for (let each = this.#newest + 1; each <= step; each += 1) this.#counts[each % STEPS] = 0;
    if (passed > 0 || passed <= -STEPS) this.#newest = step;
  }
}
