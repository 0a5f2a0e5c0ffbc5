/** The estimate rises only on what a whole window (ms) says: a burst of delayed frames is over by then. */
const WINDOW = 60_000;
const BUCKET = 10_000;
/** So many samples below the estimate lower it: a single wrong time of the platform does not. */
const CONFIRMED = 3;
/** An HTTP Date has whole seconds and the time of the request in it: a smaller difference (ms) says nothing. */
const DATE_IS_OFF_BY = 2000;
/** A clock that is off by less (ms) is right enough. */
const WRONG = 3000;
/** An offset up to this (ms) is believed; a larger one only where HTTP answers say about the same. */
const PLAUSIBLE = 60_000;
/** Times outside (ms since 1970) are in another unit, or nonsense. */
const FIRST_TIME = 1_000_000_000_000;
const LAST_TIME = 10_000_000_000_000;

/**
 * Estimates how far the backstage's clock is ahead of the platform's (ms). Each frame says when the platform sent
 * it; arrival minus send time is the offset plus the delay, so the least of a window is nearest to the offset.
 * Delays and repeated frames only make it larger. A clock that drifts or is set is followed within a window.
 */
export class ClockOffset {
  #ahead: number | null = null;
  #dateAhead: number | null = null;
  #buckets: { from: number; least: number }[] = [];
  /** Recent samples below the estimate. */
  #lower: { at: number; ahead: number }[] = [];

  /**
   * Null while nothing is known, and while the offset is large and no HTTP answer confirms it. The messages may then be
   * a recording of another day.
   */
  get ahead(): number | null {
    if (this.#ahead === null) return null;
    const far = Math.min(Math.abs(this.#ahead), Math.abs(this.#ahead - (this.#dateAhead ?? 0)));
    return far <= PLAUSIBLE ? this.#ahead : null;
  }

  /** Goes on from what an earlier run of the same show knew. */
  begin(ahead: number | null): void {
    this.#ahead ??= ahead;
  }

  /** Forgets everything. */
  reset(): void {
    this.#ahead = null;
    this.#buckets = [];
    this.#lower = [];
  }

  /** A frame sent at `sent` by the platform's clock came at `at` by ours. */
  sample(at: number, sent: number): void {
    if (!isTime(sent)) return;
    const ahead = at - sent;
    this.#ahead ??= ahead;
    this.#remember(at, ahead);
    if (ahead < this.#ahead) this.#lower.push({ at, ahead });
    else this.#rise();
    if (this.#lower.length >= CONFIRMED) {
      this.#ahead = Math.max(...this.#lower.map((sample) => sample.ahead));
      this.#dropLower(at);
    }
  }

  /**
   * The Date of an HTTP answer of the platform. It corrects an estimate that no frame has confirmed lately: the
   * clock may have been set since, and the first frames after an outage may be old ones.
   */
  hint(at: number, date: number): void {
    if (!isTime(date)) return;
    this.#dateAhead = at - date;
    const heardAt = this.#buckets.at(-1)?.from ?? Number.NEGATIVE_INFINITY;
    if (this.#ahead === null || at - heardAt < WINDOW) return;
    if (Math.abs(this.#dateAhead - this.#ahead) > DATE_IS_OFF_BY) this.#ahead = this.#dateAhead;
  }

  /**
   * By how much the time of day of this computer is wrong (ms), 0 where it is right or nothing sure is known:
   * frames and HTTP answers must agree. `held` is what the backstage's clock adds to the time of day.
   */
  error(held: number): number {
    if (this.#ahead === null || this.#dateAhead === null) return 0;
    const [frames, dates] = [this.#ahead - held, this.#dateAhead - held];
    const agree = Math.sign(frames) === Math.sign(dates);
    return agree && Math.min(Math.abs(frames), Math.abs(dates)) >= WRONG ? frames : 0;
  }

  #remember(at: number, ahead: number): void {
    const last = this.#buckets.at(-1);
    // A clock that went back makes what was remembered worthless.
    if (last !== undefined && at < last.from) this.#buckets = [];
    const bucket = this.#buckets.at(-1);
    if (bucket === undefined || at - bucket.from >= BUCKET) {
      this.#buckets = this.#buckets.filter(({ from }) => at - from <= WINDOW);
      this.#buckets.push({ from: at, least: ahead });
      this.#dropLower(at);
    } else if (ahead < bucket.least) bucket.least = ahead;
  }

  #rise(): void {
    const [first] = this.#buckets;
    const last = this.#buckets.at(-1);
    if (first === undefined || last === undefined || last.from - first.from < WINDOW - BUCKET) return;
    const least = Math.min(...this.#buckets.map((bucket) => bucket.least));
    if (this.#ahead !== null && least > this.#ahead) this.#ahead = least;
  }

  #dropLower(at: number): void {
    const limit = this.#ahead ?? Number.NEGATIVE_INFINITY;
    this.#lower = this.#lower.filter((sample) => at - sample.at <= WINDOW && sample.ahead < limit);
  }
}

function isTime(time: number): boolean {
  return time > FIRST_TIME && time < LAST_TIME;
}
