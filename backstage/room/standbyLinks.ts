import type { Line, Phase } from '#shared/contract/connection.ts';
import { RecentIds } from '#shared/live/recentIds.ts';
import type { Clock } from '../clock.ts';
import type { Arrival } from '../show/intake.ts';
import type { RoomLink } from './roomLink.ts';

/** Number of remembered ids of recorded messages that are not gifts. */
const RECORDED_IDS = 20_000;

/**
 * Merges the arrivals of several lines of one room. The journal drops repeated gifts by their message id; this class
 * drops arrivals that an id cannot match: gaps that another line covered, history, and recorded messages.
 */
export class Deduplicator {
  readonly #upSince = new Map<RoomLink, number>();
  #recorded = new RecentIds(RECORDED_IDS);
  /** The line that was live first. Only its history counts as history of the show. */
  #first: RoomLink | null = null;

  /** Call when the room or the show changes. */
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

  /** Returns the arrivals of a line that the show needs. */
  filter(link: RoomLink, arrivals: Arrival[]): Arrival[] {
    return arrivals.filter(({ input, recorded }) => {
      // Another line received what this line missed.
      if (input?.kind === 'gap') return !this.#covers(link, input.from);
      // History of the first connection does not count. It must not replace the live message of another line.
      if (input?.kind === 'gift') return input.history !== 'first' || link === this.#first;
      if (input !== undefined || recorded === undefined) return true;
      const { msgId } = recorded;
      if (msgId === '' || msgId === '0') return true;
      if (this.#recorded.has(msgId)) return false;
      this.#recorded.add(msgId);
      return true;
    });
  }

  /** Whether another line has been live since `from` without a break. */
  #covers(link: RoomLink, from: number): boolean {
    for (const [other, since] of this.#upSince) if (other !== link && since <= from) return true;
    return false;
  }
}

/** How long the former link stays open after the new one is live (ms), so that no gift falls between the two. */
const OVERLAP = 3000;

/**
 * The links that feed a show beside its main link: former links during a handover, and the second line if the host
 * keeps both lines open.
 */
export class StandbyLinks {
  readonly #deduplicator: Deduplicator;
  readonly #clock: Clock;
  readonly #open: (line: Line) => RoomLink;
  readonly #former = new Set<RoomLink>();
  #second: RoomLink | null = null;

  constructor(deduplicator: Deduplicator, clock: Clock, open: (line: Line) => RoomLink) {
    this.#deduplicator = deduplicator;
    this.#clock = clock;
    this.#open = open;
  }

  get second(): RoomLink | null {
    return this.#second;
  }

  includes(link: RoomLink): boolean {
    return link === this.#second || this.#former.has(link);
  }

  /** Whether any of them is live. */
  get listening(): boolean {
    return [...this.#former, this.#second].some((link) => this.#deduplicator.isUp(link));
  }

  /** A new link replaces `main`. Links that are live stay open until `handedOver`. */
  handOver(main: RoomLink | null): void {
    for (const link of [main, this.#second]) {
      if (link === null) continue;
      if (this.#deduplicator.isUp(link)) this.#former.add(link);
      else link.stop();
    }
    this.#second = null;
  }

  /** Call when the new link is live. Closes the former links after the overlap. */
  handedOver(): void {
    const former = [...this.#former];
    if (former.length > 0) this.#clock.after(OVERLAP, () => this.#close(former));
  }

  /** Opens the second line beside `main`; closes it if `line` is null. */
  pair(main: RoomLink, line: Line | null): void {
    if (line === null) this.#closeSecond();
    else if (this.#second === null) {
      this.#second = this.#open(line);
      this.#second.start(main.state.username);
    }
  }

  stop(): void {
    this.#closeSecond();
    this.#close([...this.#former]);
  }

  #closeSecond(): void {
    const second = this.#second;
    this.#second = null;
    second?.stop();
  }

  #close(links: readonly RoomLink[]): void {
    for (const link of links) {
      this.#former.delete(link);
      link.stop();
    }
  }
}
