import { channel } from 'node:diagnostics_channel';
import type { Phase } from '#shared/contract/connection.ts';

/** How a backstage is, for whoever watches over the server that holds it. */
export interface Vitals {
  /** A show is counting or paused. */
  counting: boolean;
  /** The disk refuses what the show wants to write. */
  blocked: boolean;
  /** What is received and not on disk yet. */
  waiting: { inputs: number; bytes: number };
  /** How the line of the show is; null without a room. */
  upstream: Phase | null;
  /** For how long the show has not heard its room (ms); 0 while it does, and without a show that counts. */
  upstreamAwayMs: number;
  /** When the show that counts began to count (ms since 1970); null while none does. */
  countingSince: number | null;
  /** The show on stage is a rehearsal. */
  rehearsal: boolean;
  /** Gift messages that reached the disk in the last minute. */
  giftsLastMinute: number;
  /** Screens and overlay pages that are connected. */
  screens: number;
  overlays: number;
  /** Size of the data folder in bytes when it was last measured; null without a quota. */
  diskBytes: number | null;
}

/** Of a backstage that does nothing. */
export const quietVitals: Vitals = {
  counting: false,
  blocked: false,
  waiting: { inputs: 0, bytes: 0 },
  upstream: null,
  upstreamAwayMs: 0,
  countingSince: null,
  rehearsal: false,
  giftsLastMinute: 0,
  screens: 0,
  overlays: 0,
  diskBytes: null,
};

/** A batch that reached the disk. */
export interface Commit {
  /** How long writing it took, the disk's own flush included. */
  seconds: number;
  inputs: number;
  /** Gaps in the show that were noted with it. */
  gaps: number;
}

/** Every backstage of this process publishes its commits here, each a `Commit`. */
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

/** Notes since when a room is not heard, however many attempts there were meanwhile. */
export class UpstreamWatch {
  #awaySince: number | null = null;

  see(phase: Phase, now: number): void {
    if (!away.has(phase)) this.#awaySince = null;
    else this.#awaySince ??= now;
  }

  /** ms; 0 while the room is heard, or none is wanted. */
  awayFor(now: number): number {
    return this.#awaySince === null ? 0 : Math.max(0, now - this.#awaySince);
  }
}

const STEP_MS = 5000;
const STEPS = 12;

/** Counts events of the last minute, in steps of five seconds. */
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

  /** Empties the steps since the newest one; all of them if the clock was set back by more than a minute. */
  #moveTo(now: number): void {
    const step = Math.floor(now / STEP_MS);
    const passed = step - this.#newest;
    if (passed >= STEPS || passed <= -STEPS) this.#counts.fill(0);
    else for (let each = this.#newest + 1; each <= step; each += 1) this.#counts[each % STEPS] = 0;
    if (passed > 0 || passed <= -STEPS) this.#newest = step;
  }
}
