import type { ShowEvent } from '../show/event.ts';

export interface PlayerOptions {
  events: Iterator<ShowEvent>;
  /** 1 is real time, 0 as fast as `ready` allows. */
  speed: number;
  /** Ms; only differences count. */
  now(): number;
  /** Whether anybody can take more right now. */
  ready(): boolean;
  /** Whether anybody is there at all. */
  watched(): boolean;
  emit(events: readonly ShowEvent[], finished: boolean): void;
}

/** Events handed over at once, so that a long absence is caught up in slices and not in one long stop. */
const SLICE = 2000;
const SLICE_UNPACED = 100;
/** How often a show that nobody watches is brought up to date, ms. */
const UNWATCHED_MS = 1000;
/** How soon an unpaced show asks again whether its client is ready, unless it is told before, ms. */
const RETRY_MS = 20;

/** Plays events by the clock. A show goes on while nobody watches, as a real room would. */
export class Player {
  readonly #options: PlayerOptions;
  #next: ShowEvent | undefined;
  #state: 'waiting' | 'playing' | 'paused' | 'finished' = 'waiting';
  /** The clock's time at which virtual 0 was. */
  #zero = 0;
  #pausedAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #immediate: NodeJS.Immediate | undefined;

  constructor(options: PlayerOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#state !== 'waiting') return;
    this.#state = 'playing';
    this.#zero = this.#options.now();
    this.#pull();
    this.wake();
  }

  pause(): void {
    if (this.#state !== 'playing') return;
    this.#state = 'paused';
    this.#pausedAt = this.#options.now();
    this.#cancel();
  }

  resume(): void {
    if (this.#state !== 'paused') return;
    this.#state = 'playing';
    this.#zero += this.#options.now() - this.#pausedAt;
    this.wake();
  }

  stop(): void {
    this.#state = 'finished';
    this.#cancel();
  }

  /** Somebody came, acknowledged or took what was waiting: go on now. */
  wake(): void {
    if (this.#state !== 'playing') return;
    this.#cancel();
    this.#immediate = setImmediate(() => this.#play());
  }

  /** Emits at once whatever is due by now, however much that is; of an unpaced show nothing ever is due. */
  catchUp(): void {
    if (this.#options.speed <= 0) return;
    while (this.#state === 'playing' && this.#isDue()) this.#emitDue(this.#virtualNow(), SLICE);
  }

  #isDue(): boolean {
    return this.#next !== undefined && this.#next.at <= this.#virtualNow();
  }

  #virtualNow(): number {
    return (this.#options.now() - this.#zero) * this.#options.speed;
  }

  #play(): void {
    this.#cancel();
    if (this.#state !== 'playing') return;
    const paced = this.#options.speed > 0;
    if (paced || this.#options.ready()) {
      const most = paced ? SLICE : SLICE_UNPACED;
      const taken = this.#emitDue(paced ? this.#virtualNow() : Number.POSITIVE_INFINITY, most);
      if (taken === most) this.wake();
      else this.#waitForNext();
    } else {
      this.#after(RETRY_MS);
    }
  }

  /** Hands over what is due until then, `most` events of it at most; the number of them. */
  #emitDue(until: number, most: number): number {
    const batch: ShowEvent[] = [];
    while (this.#next !== undefined && this.#next.at <= until && batch.length < most) {
      batch.push(this.#next);
      this.#pull();
    }
    const finished = this.#next === undefined;
    if (finished) this.#state = 'finished';
    if (batch.length > 0 || finished) this.#options.emit(batch, finished);
    return batch.length;
  }

  #waitForNext(): void {
    if (this.#next === undefined) return;
    const wait = (this.#next.at - this.#virtualNow()) / this.#options.speed;
    this.#after(this.#options.watched() ? wait : Math.max(wait, UNWATCHED_MS));
  }

  #pull(): void {
    const { value, done } = this.#options.events.next();
    this.#next = done === true ? undefined : value;
  }

  #after(ms: number): void {
    // Timers take at most 2^31 ms; a recording with a longer silence just asks again.
    this.#timer = setTimeout(() => this.#play(), Math.min(Math.max(ms, 5), 60_000));
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#immediate);
  }
}
