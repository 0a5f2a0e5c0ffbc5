import type { Line } from '#shared/contract/connection.ts';
import type { Clock } from '../clock.ts';
import type { OneStream } from './oneStream.ts';
import type { RoomLink } from './roomLink.ts';

/**
 * A line that is open is not in the room yet: for so long after it (ms) the one before it is listened to as
 * well, so that no gift falls between the two.
 */
const OVERLAP = 3000;

/**
 * The links that feed a show besides its own: those that were left for it, for a moment, and the other line's,
 * where the host wants both open at once.
 */
export class Companions {
  readonly #stream: OneStream;
  readonly #clock: Clock;
  readonly #open: (line: Line) => RoomLink;
  readonly #left = new Set<RoomLink>();
  #second: RoomLink | null = null;

  constructor(stream: OneStream, clock: Clock, open: (line: Line) => RoomLink) {
    this.#stream = stream;
    this.#clock = clock;
    this.#open = open;
  }

  get second(): RoomLink | null {
    return this.#second;
  }

  includes(link: RoomLink): boolean {
    return link === this.#second || this.#left.has(link);
  }

  /** Whether any of them listens. */
  get listening(): boolean {
    return [...this.#left, this.#second].some((link) => this.#stream.isUp(link));
  }

  /** Another link takes the place of `main`: whatever listens goes on until `handedOver`. */
  handOver(main: RoomLink | null): void {
    for (const link of [main, this.#second]) {
      if (link === null) continue;
      if (this.#stream.isUp(link)) this.#left.add(link);
      else link.stop();
    }
    this.#second = null;
  }

  /** The new link is live. */
  handedOver(): void {
    const leaving = [...this.#left];
    if (leaving.length > 0) this.#clock.after(OVERLAP, () => this.#leave(leaving));
  }

  /** Opens the other line beside `main`, or closes it where there is to be none. */
  pair(main: RoomLink, line: Line | null): void {
    if (line === null) this.#leaveSecond();
    else if (this.#second === null) {
      this.#second = this.#open(line);
      this.#second.start(main.state.username);
    }
  }

  stop(): void {
    this.#leaveSecond();
    this.#leave([...this.#left]);
  }

  #leaveSecond(): void {
    const second = this.#second;
    this.#second = null;
    second?.stop();
  }

  #leave(links: readonly RoomLink[]): void {
    for (const link of links) {
      this.#left.delete(link);
      link.stop();
    }
  }
}
