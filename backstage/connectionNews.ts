import type { Connection } from '#shared/contract/connection.ts';
import { type Clock, every } from './clock.ts';
import type { Hub } from './hub.ts';

/** Counts of a connection are told this far apart (ms); a change of its phase is told at once. */
const TELL_EVERY = 250;
/** What has not changed is told again after so long (ms): a screen reads off it how far apart the clocks are. */
const SAY_AGAIN = 5000;

/** Keeps the screens up to date about the line. */
export class ConnectionNews {
  readonly #clock: Clock;
  readonly #hub: Hub;
  readonly #read: () => Connection;
  #told = '';
  #quiet = 0;

  constructor(clock: Clock, hub: Hub, read: () => Connection) {
    this.#clock = clock;
    this.#hub = hub;
    this.#read = read;
  }

  /** Begins to tell what changes. Returns a function that stops it. */
  start(): () => void {
    return every(this.#clock, TELL_EVERY, () => this.#tell(false));
  }

  /** Tells even what has not changed. */
  now(): void {
    this.#tell(true);
  }

  #tell(always: boolean): void {
    const connection = this.#read();
    const content = JSON.stringify({ ...connection, now: 0 });
    this.#quiet += TELL_EVERY;
    if (!always && content === this.#told && this.#quiet < SAY_AGAIN) return;
    this.#quiet = 0;
    this.#told = content;
    this.#hub.broadcast({ push: 'connection', connection });
  }
}
