import type { Connection } from '#shared/contract/connection.ts';
import { type Clock, every } from './clock.ts';
import type { Hub } from './hub.ts';

/** The interval (ms) at which changed counts of a connection are sent. A change of its phase is sent at once. */
const CHECK_EVERY = 250;
/** An unchanged connection is sent again after this time (ms). Screens compute the clock difference from it. */
const REPEAT_AFTER = 5000;

/** Sends the state of the connection to the room to all screens. */
export class ConnectionPush {
  readonly #clock: Clock;
  readonly #hub: Hub;
  readonly #read: () => Connection;
  #lastSent = '';
  /** The time since the last push (ms). */
  #sinceSent = 0;

  constructor(clock: Clock, hub: Hub, read: () => Connection) {
    this.#clock = clock;
    this.#hub = hub;
    this.#read = read;
  }

  /** Begins to send changes. Returns a function that stops it. */
  start(): () => void {
    return every(this.#clock, CHECK_EVERY, () => this.#send(false));
  }

  /** Sends the connection now, even if it has not changed. */
  sendNow(): void {
    this.#send(true);
  }

  #send(always: boolean): void {
    const connection = this.#read();
    const content = JSON.stringify({ ...connection, now: 0 });
    this.#sinceSent += CHECK_EVERY;
    if (!always && content === this.#lastSent && this.#sinceSent < REPEAT_AFTER) return;
    this.#sinceSent = 0;
    this.#lastSent = content;
    this.#hub.broadcast({ push: 'connection', connection });
  }
}
