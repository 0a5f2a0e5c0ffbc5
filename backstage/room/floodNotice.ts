import type { Clock } from '../clock.ts';
import type { Notices } from '../notices.ts';

const ID = 'room.floods';
/** The notice stays so long (ms) after the last rest, so that it does not flicker. */
const STAYS = 10_000;

/** Says that the room sends more than is read of it, until it has sent less for a while. */
export class FloodNotice {
  readonly #notices: Notices;
  readonly #clock: Clock;
  #cancel: (() => void) | null = null;

  constructor(notices: Notices, clock: Clock) {
    this.#notices = notices;
    this.#clock = clock;
  }

  /** The room is not read for so long (ms). */
  rested(ms: number): void {
    if (this.#cancel === null) this.#notices.stand(ID, 'warn', { code: 'room.floods' });
    this.close();
    this.#cancel = this.#clock.after(ms + STAYS, () => {
      this.#cancel = null;
      this.#notices.clear(ID);
    });
  }

  /** Forgets the timer. */
  close(): void {
    this.#cancel?.();
    this.#cancel = null;
  }
}
