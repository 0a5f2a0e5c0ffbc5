import type { Push, StoredInput } from '#shared/contract/backstage.ts';
import type { Clock } from './clock.ts';

/** A client with more unsent pushes (bytes) is left out; it is resynced once it has caught up. */
const LARGEST_BACKLOG = 1024 * 1024;

/** One screen as the hub knows it. */
export interface Listener {
  readonly by: string;
  readonly send: (push: Push) => void;
  /** Bytes of pushes that are not sent yet. Answers, such as a large snapshot, do not count. */
  backlog: number;
  /** The show that it follows, null while it has not asked for one. */
  showId: string | null;
  /** The number of the last input that it was sent. */
  seq: number;
}

/** Sends the pushes to every screen; inputs go out in order, once, and those of one turn together. */
export class Hub {
  readonly #clock: Clock;
  readonly #log: (message: string, error: unknown) => void;
  readonly #listeners = new Set<Listener>();
  #pending: StoredInput[] = [];
  #showId = '';
  #cancel: (() => void) | null = null;

  constructor(clock: Clock, log: (message: string, error: unknown) => void) {
    this.#clock = clock;
    this.#log = log;
  }

  /** How many screens are joined. */
  get screens(): number {
    return this.#listeners.size;
  }

  add(by: string, send: (push: Push) => void): Listener {
    const listener: Listener = { by, send, backlog: 0, showId: null, seq: 0 };
    this.#listeners.add(listener);
    return listener;
  }

  remove(listener: Listener): void {
    this.#listeners.delete(listener);
  }

  send(listener: Listener, push: Push): void {
    try {
      listener.send(push);
    } catch (error) {
      this.#log('a screen could not be sent to', error);
      this.remove(listener);
    }
  }

  broadcast(push: Push): void {
    for (const listener of this.#listeners) this.send(listener, push);
  }

  /** From now on the listener gets the inputs after `seq`. */
  follow(listener: Listener, showId: string | null, seq: number): void {
    listener.showId = showId;
    listener.seq = seq;
  }

  /** Another show: what was pending of the last one goes out first. */
  changeShow(showId: string | null): void {
    this.flush();
    this.#showId = showId ?? '';
    this.broadcast({ push: 'show', showId });
  }

  inputs(showId: string, inputs: StoredInput[]): void {
    if (showId !== this.#showId) {
      this.flush();
      this.#showId = showId;
    }
    for (const input of inputs) this.#pending.push(input);
    if (this.#cancel !== null) return;
    // Never at once: the answer to a subscription has to be on its way before what follows it. Nor later: what comes
    // here was gathered for its write to the disk.
    this.#cancel = this.#clock.after(0, () => this.flush());
  }

  /** Sends what is pending now. */
  flush(): void {
    this.#cancel?.();
    this.#cancel = null;
    const inputs = this.#pending;
    const first = inputs[0];
    const last = inputs.at(-1);
    if (first === undefined || last === undefined) return;
    this.#pending = [];
    for (const listener of this.#listeners) {
      if (listener.showId !== this.#showId || listener.seq >= last.seq) continue;
      if (listener.backlog > LARGEST_BACKLOG) continue;
      // One that was left out gets what is new; the hole before it makes the screen ask for everything.
      const news = listener.seq < first.seq ? inputs : inputs.filter(({ seq }) => seq > listener.seq);
      listener.seq = last.seq;
      this.send(listener, { push: 'inputs', showId: this.#showId, inputs: news });
    }
  }

  /** `newest` is the last input of the show, for a listener that was left out while nothing new comes. */
  setBacklog(listener: Listener, bytes: number, newest: () => StoredInput | null): void {
    const wasFull = listener.backlog > LARGEST_BACKLOG;
    listener.backlog = bytes;
    if (!wasFull || bytes > LARGEST_BACKLOG || listener.showId !== this.#showId) return;
    const input = newest();
    if (input === null || input.seq <= listener.seq) return;
    this.flush();
    if (input.seq <= listener.seq) return;
    listener.seq = input.seq;
    this.send(listener, { push: 'inputs', showId: this.#showId, inputs: [input] });
  }

  close(): void {
    this.#cancel?.();
    this.#listeners.clear();
  }
}
