import type { ShowEvent } from '../show/event.ts';

export interface PlayerOptions {
  events: Iterator<ShowEvent>;
  /** Ms; only differences count. */
  now(): number;
  /** Whether a client is in the room. */
  watched(): boolean;
  emit(events: readonly ShowEvent[], finished: boolean): void;
}

/** Maximum number of events per turn of the event loop. A longer backlog is emitted in slices. */
const SLICE = 2000;
/** How often a show without viewers is brought up to date, ms. */
const UNWATCHED_MS = 1000;

/** Plays events by the clock. A show continues while nobody watches, as a real one does. */
export class Player {
  protected readonly options: PlayerOptions;
  protected state: 'waiting' | 'playing' | 'paused' | 'finished' = 'waiting';
  /** The clock's time at which the show began. */
  protected startedAt = 0;
  #next: ShowEvent | undefined;
  #timer: NodeJS.Timeout | undefined;
  #immediate: NodeJS.Immediate | undefined;

  constructor(options: PlayerOptions) {
    this.options = options;
  }

  start(): void {
    if (this.state !== 'waiting') return;
    this.state = 'playing';
    this.startedAt = this.options.now();
    this.#pull();
    this.wake();
  }

  stop(): void {
    this.state = 'finished';
    this.cancel();
  }

  /** Emits due events now instead of at the next timer. */
  wake(): void {
    if (this.state !== 'playing') return;
    this.cancel();
    this.#immediate = setImmediate(() => this.#turn());
  }

  /** Emits everything that is due, within this call. */
  catchUp(): void {
    while (this.state === 'playing' && this.#next !== undefined && this.#next.at <= this.#elapsed()) {
      this.emit(this.#elapsed(), SLICE);
    }
  }

  protected play(): void {
    if (this.emit(this.#elapsed(), SLICE) === SLICE) {
      this.wake();
    } else if (this.#next !== undefined) {
      const wait = this.#next.at - this.#elapsed();
      this.after(this.options.watched() ? wait : Math.max(wait, UNWATCHED_MS));
    }
  }

  /** Emits the events until this moment of the show, at most `most` of them. Returns their number. */
  protected emit(until: number, most: number): number {
    const batch: ShowEvent[] = [];
    while (this.#next !== undefined && this.#next.at <= until && batch.length < most) {
      batch.push(this.#next);
      this.#pull();
    }
    const finished = this.#next === undefined;
    if (finished) this.state = 'finished';
    if (batch.length > 0 || finished) this.options.emit(batch, finished);
    return batch.length;
  }

  protected after(ms: number): void {
    // Timers take at most 2^31 ms, so a longer silence takes several timers.
    this.#timer = setTimeout(() => this.#turn(), Math.min(Math.max(ms, 5), 60_000));
  }

  protected cancel(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#immediate);
  }

  #turn(): void {
    this.cancel();
    if (this.state === 'playing') this.play();
  }

  /** Ms since the show began. */
  #elapsed(): number {
    return this.options.now() - this.startedAt;
  }

  #pull(): void {
    const { value, done } = this.options.events.next();
    this.#next = done === true ? undefined : value;
  }
}
