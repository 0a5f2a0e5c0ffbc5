import type { Phase } from '#shared/contract/connection.ts';
import { RecentIds } from '#shared/live/recentIds.ts';
import type { Arrival } from '../show/intake.ts';
import type { RoomLink } from './roomLink.ts';

/** Messages besides gifts that are told apart; they are few. */
const RECORDED_IDS = 20_000;

/**
 * Makes one stream of what several lines bring of one room. Gifts have the same message id on every line and
 * the journal takes each of them once; here is what ids alone do not settle.
 */
export class OneStream {
  readonly #upSince = new Map<RoomLink, number>();
  #recorded = new RecentIds(RECORDED_IDS);
  /** The line that was live first: what came before it is the session's past. */
  #first: RoomLink | null = null;

  /** Another room or another show. */
  reset(): void {
    this.#recorded = new RecentIds(RECORDED_IDS);
    this.#first = null;
    this.#upSince.clear();
  }

  changed(link: RoomLink, phase: Phase, now: number): void {
    if (phase !== 'live' && phase !== 'silent') this.#upSince.delete(link);
    else if (!this.#upSince.has(link)) {
      this.#upSince.set(link, now);
      this.#first ??= link;
    }
  }

  isUp(link: RoomLink | null): boolean {
    return link !== null && this.#upSince.has(link);
  }

  /** What of a line's arrivals is for the show. */
  filter(link: RoomLink, arrivals: Arrival[]): Arrival[] {
    return arrivals.filter(({ input, recorded }) => {
      // What one line missed has come by the other.
      if (input?.kind === 'gap') return !this.#covers(link, input.from);
      // History of the first connection counts nothing, and must not stand for what another line has live.
      if (input?.kind === 'gift') return input.history !== 'first' || link === this.#first;
      if (input !== undefined || recorded === undefined) return true;
      const { msgId } = recorded;
      if (msgId === '' || msgId === '0') return true;
      if (this.#recorded.has(msgId)) return false;
      this.#recorded.add(msgId);
      return true;
    });
  }

  /** Whether another line has been up without a break since a moment. */
  #covers(link: RoomLink, from: number): boolean {
    for (const [other, since] of this.#upSince) if (other !== link && since <= from) return true;
    return false;
  }
}
