import { uptime } from 'node:os';
import { type Clock, systemClock } from './clock.ts';

/** What the machine says of time; a test says it instead. */
export interface TimeSources {
  /** The time of day (ms since 1970), which people and time servers set. */
  wall(): number;
  /** Runs evenly and is never set (ms); it may stand still while the machine sleeps. */
  even(): number;
  /** How long the machine has been up, with its sleep (s); it may tell whole seconds only. */
  up(): number;
}

const machine: TimeSources = { wall: () => Date.now(), even: () => performance.now(), up: uptime };

/** Smaller differences (ms) between the clocks are followed: a time server pulls the time of day straight by them. */
const FOLLOWED = 2000;
/** The time up is read again after so long (ms), so that it is fresh when a difference has to be explained. */
const READ_UP_EVERY = 1000;

/**
 * The time of day for a show. A clock that is set in the middle of a show would end its rounds at once, or let
 * them stand for hours; so a show goes on in the time that it began with. The machine's sleep is no such step:
 * that time has passed. What is neither in the even clock's time nor in the machine's sleep was set by somebody.
 */
export class SteadyClock implements Clock {
  readonly after: Clock['after'];
  readonly #sources: TimeSources;
  #held = false;
  /** What is added to the time of day (ms). */
  #correction = 0;
  #wall: number;
  #even: number;
  #up: number;
  #upReadAt: number;

  constructor(sources: TimeSources = machine, after: Clock['after'] = systemClock.after) {
    this.#sources = sources;
    this.after = after;
    this.#wall = sources.wall();
    this.#even = sources.even();
    this.#up = this.#readUp();
    this.#upReadAt = this.#even;
  }

  /** An own function, because clocks are handed on in pieces. */
  readonly now = (): number => {
    const wall = this.#sources.wall();
    const even = this.#sources.even();
    const shift = wall - this.#wall - (even - this.#even);
    if (Math.abs(shift) > FOLLOWED) this.#judge(shift, even);
    this.#wall = wall;
    this.#even = even;
    if (even - this.#upReadAt >= READ_UP_EVERY) {
      this.#up = this.#readUp();
      this.#upReadAt = even;
    }
    return Math.floor(wall + this.#correction);
  };

  /** What is added to the time of day (ms), because it was set in the middle of a show. */
  get held(): number {
    return this.#correction;
  }

  /** A show goes on from a moment that it has seen: time never goes back behind it. */
  holdFrom(moment: number): void {
    this.#held = true;
    this.#correction += Math.max(0, moment - this.now());
  }

  /** Keeps to its time from now on, whatever the machine's clock is set to. */
  hold(): void {
    this.now();
    this.#held = true;
  }

  /** Follows the time of day again. */
  release(): void {
    this.#held = false;
    this.#correction = 0;
  }

  #judge(shift: number, even: number): void {
    const up = this.#readUp();
    const asleep = Math.max(0, (up - this.#up) * 1000 - (even - this.#upReadAt));
    this.#up = up;
    this.#upReadAt = even;
    const set = shift - asleep;
    if (this.#held && Math.abs(set) > FOLLOWED) this.#correction -= set;
  }

  /** Where the system does not say it, a leap forwards is taken for a step: a show must not end by it. */
  #readUp(): number {
    try {
      return this.#sources.up();
    } catch {
      return 0;
    }
  }
}

interface Holding {
  readonly show: { readonly aliveAt: number } | null;
  readonly busy: boolean;
  onBusy(listener: (busy: boolean) => void): void;
}

/** Holds the clock for as long as a show runs, one that was resumed too. */
export function keepSteady(clock: Clock, stage: Holding): void {
  if (!(clock instanceof SteadyClock)) return;
  if (stage.busy) clock.holdFrom(stage.show?.aliveAt ?? 0);
  stage.onBusy((busy) => (busy ? clock.hold() : clock.release()));
}
