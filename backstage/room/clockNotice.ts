import type { Clock } from '../clock.ts';
import type { Notices } from '../notices.ts';
import { SteadyClock } from '../steadyClock.ts';
import type { ClockOffset } from './clockOffset.ts';

const ID = 'clock';

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
    if (seconds === 0) this.#notices.clear(ID);
    else {
      const code = seconds > 0 ? 'clock.ahead' : 'clock.behind';
      this.#notices.showStanding(ID, 'info', { code, params: { seconds: Math.abs(seconds) } });
    }
  }
}
