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
}

/** Of a backstage that does nothing. */
export const quietVitals: Vitals = {
  counting: false,
  blocked: false,
  waiting: { inputs: 0, bytes: 0 },
  upstream: null,
  upstreamAwayMs: 0,
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
