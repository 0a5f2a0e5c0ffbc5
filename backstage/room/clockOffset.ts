/** The estimate rises only after a whole window (ms), because a burst of delayed frames is shorter. */
const WINDOW = 60_000;
const BUCKET = 10_000;
/** How many samples below the estimate lower it. A single wrong time of the platform does not. */
const CONFIRMED = 3;
/** Accuracy of an HTTP Date (ms): it has whole seconds and includes the time of the request. */
const DATE_ACCURACY = 2000;
/** Smallest error of the computer's clock (ms) that is reported. */
const MIN_ERROR = 3000;
/** Largest offset (ms) that needs no confirmation by an HTTP Date. */
const PLAUSIBLE = 60_000;
/** Valid times (ms since 1970); others are in another unit or wrong. */
const FIRST_TIME = 1_000_000_000_000;
const LAST_TIME = 10_000_000_000_000;

/**
 * Estimates how far the backstage's clock is ahead of the platform's (ms). Arrival time minus send time is the offset
 * plus the delay, so the minimum of a window is nearest to the offset; delays and repeated frames only make a sample
 * larger. The estimate follows a clock that drifts or is set within one window.
 */
export class ClockOffset {
  #ahead: number | null = null;
  #dateAhead: number | null = null;
  #buckets: { from: number; least: number }[] = [];
  /** Recent samples below the estimate. */
  #lower: { at: number; ahead: number }[] = [];

  /**
   * The offset (ms). Null if unknown, or if it is large and no HTTP Date confirms it: the messages may then be a
   * recording of another day.
   */
  get ahead(): number | null {
    if (this.#ahead === null) return null;
    const far = Math.min(Math.abs(this.#ahead), Math.abs(this.#ahead - (this.#dateAhead ?? 0)));
    return far <= PLAUSIBLE ? this.#ahead : null;
  }

  /** Starts from the offset that an earlier run of the show stored. */
  begin(ahead: number | null): void {
    this.#ahead ??= ahead;
  }

  reset(): void {
    this.#ahead = null;
    this.#buckets = [];
    this.#lower = [];
  }

  /** Adds a frame that the platform sent at `sent` by its clock and that arrived at `at` by ours. */
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
   * Adds the Date header of a platform response. It replaces an estimate that no frame has confirmed within a window:
   * the clock may have been set since, and the first frames after an outage may be old.
   */
  hint(at: number, date: number): void {
    if (!isTime(date)) return;
    this.#dateAhead = at - date;
    const heardAt = this.#buckets.at(-1)?.from ?? Number.NEGATIVE_INFINITY;
    if (this.#ahead === null || at - heardAt < WINDOW) return;
    if (Math.abs(this.#dateAhead - this.#ahead) > DATE_ACCURACY) this.#ahead = this.#dateAhead;
  }

  /**
   * The error of the computer's clock (ms); 0 if it is right, or if frames and HTTP Dates do not agree. `held` is what
   * the steady clock adds to the system time.
   */
  error(held: number): number {
    if (this.#ahead === null || this.#dateAhead === null) return 0;
    const [frames, dates] = [this.#ahead - held, this.#dateAhead - held];
    const agree = Math.sign(frames) === Math.sign(dates);
    return agree && Math.min(Math.abs(frames), Math.abs(dates)) >= MIN_ERROR ? frames : 0;
  }

  #remember(at: number, ahead: number): void {
    const last = this.#buckets.at(-1);
    // After the clock went back, old buckets are not comparable.
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
