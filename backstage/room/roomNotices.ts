import { type Clock, SteadyClock } from '../clock.ts';
import type { Notices } from '../hub.ts';
import type { ClockOffset } from './clockOffset.ts';

const CLOCK_NOTICE = 'clock';

/** Shows a notice while the computer's clock is wrong. Counting does not depend on that clock. */
export class ClockNotice {
  readonly #notices: Notices;
  readonly #clock: Clock;
  #told = 0;

  constructor(notices: Notices, clock: Clock) {
    this.#notices = notices;
    this.#clock = clock;
  }

  /** Updates the notice; call it every few seconds. */
  update(offset: ClockOffset): void {
    const held = this.#clock instanceof SteadyClock ? this.#clock.held : 0;
    const seconds = Math.round(offset.error(held) / 1000);
    if (seconds === this.#told) return;
    this.#told = seconds;
    if (seconds === 0) this.#notices.clear(CLOCK_NOTICE);
    else {
      const code = seconds > 0 ? 'clock.ahead' : 'clock.behind';
      this.#notices.showStanding(CLOCK_NOTICE, 'info', { code, params: { seconds: Math.abs(seconds) } });
    }
  }
}

const FLOOD_NOTICE = 'room.floods';
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
    if (this.#cancel === null) this.#notices.showStanding(FLOOD_NOTICE, 'warn', { code: 'room.floods' });
    this.close();
    this.#cancel = this.#clock.after(ms + STAYS, () => {
      this.#cancel = null;
      this.#notices.clear(FLOOD_NOTICE);
    });
  }

  close(): void {
    this.#cancel?.();
    this.#cancel = null;
  }
}
