import type { Line } from '#shared/contract/connection.ts';
import type { Clock } from '../clock.ts';
import type { Deduplicator } from './deduplicator.ts';
import type { RoomLink } from './roomLink.ts';

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
