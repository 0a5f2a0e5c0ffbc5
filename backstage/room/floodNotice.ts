import type { Clock } from '../clock.ts';
import type { Notices } from '../notices.ts';

const ID = 'room.floods';
/** How long the notice stays after the last pause (ms), so that it does not flicker. */
const STAYS = 10_000;

/** Shows a notice while the room sends more than its budget. */
export class FloodNotice {
  readonly #notices: Notices;
  readonly #clock: Clock;
  #cancel: (() => void) | null = null;

  constructor(notices: Notices, clock: Clock) {
    this.#notices = notices;
    this.#clock = clock;
  }

  /** The room is not read for `ms`. */
  paused(ms: number): void {
    if (this.#cancel === null) this.#notices.showStanding(ID, 'warn', { code: 'room.floods' });
    this.close();
    this.#cancel = this.#clock.after(ms + STAYS, () => {
      this.#cancel = null;
      this.#notices.clear(ID);
    });
  }

  close(): void {
    this.#cancel?.();
    this.#cancel = null;
  }
}
