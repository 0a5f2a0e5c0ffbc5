import type { Push, StoredInput } from '#shared/contract/backstage.ts';
import type { Connection } from '#shared/contract/connection.ts';
import type { Problem } from '#shared/contract/error.ts';
import { type Clock, every } from './clock.ts';

/** A screen with more unsent bytes gets no inputs until it has caught up. Then it resyncs. */
const LARGEST_BACKLOG = 1024 * 1024;

/** One screen as the hub knows it. */
export interface Listener {
  readonly by: string;
  readonly send: (push: Push) => void;
  /** Bytes of pushes that are not sent yet. Answers, such as a large snapshot, do not count. */
  backlog: number;
  /** The show whose inputs the screen gets; null before its first subscription. */
  showId: string | null;
  /** The number of the last input that was sent to the screen. */
  seq: number;
}

/**
 * Sends pushes to all screens. Each screen gets each input once, in order; inputs of one event loop turn are one push.
 */
export class Hub {
  readonly #clock: Clock;
  readonly #log: (message: string, error: unknown) => void;
  readonly #listeners = new Set<Listener>();
  readonly #watchers = new Set<() => void>();
  #pending: StoredInput[] = [];
  #showId = '';
  #cancel: (() => void) | null = null;

  constructor(clock: Clock, log: (message: string, error: unknown) => void) {
    this.#clock = clock;
    this.#log = log;
  }

  /** The number of connected screens. */
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

  /** Calls `watcher` whenever something was committed or is sent to all screens. */
  watch(watcher: () => void): void {
    this.#watchers.add(watcher);
  }

  #notify(): void {
    for (const watcher of this.#watchers) watcher();
  }

  send(listener: Listener, push: Push): void {
    try {
      listener.send(push);
    } catch (error) {
      this.#log('a push could not be sent to a screen', error);
      this.remove(listener);
    }
  }

  broadcast(push: Push): void {
    for (const listener of this.#listeners) this.send(listener, push);
    this.#notify();
  }

  /** Subscribes a screen to the inputs of a show after `seq`. */
  follow(listener: Listener, showId: string | null, seq: number): void {
    listener.showId = showId;
    listener.seq = seq;
  }

  /** Announces another show. Sends the pending inputs of the previous show first. */
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
    this.#notify();
    if (this.#cancel !== null) return;
    // Flush in the next turn: the answer to a subscription must be sent before the inputs that follow it. The journal
    // has batched the inputs already, so wait no longer.
    this.#cancel = this.#clock.after(0, () => this.flush());
  }

  /** Sends the pending inputs now. */
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
      // A screen that was skipped gets only the new inputs. It detects the gap in the numbers and subscribes again.
      const unsent = listener.seq < first.seq ? inputs : inputs.filter(({ seq }) => seq > listener.seq);
      listener.seq = last.seq;
      this.send(listener, { push: 'inputs', showId: this.#showId, inputs: unsent });
    }
  }

  /**
   * Records the unsent bytes of a screen. When a skipped screen has caught up, sends it `newest`, the last input of the
   * show, so that it detects the gap even if no new input arrives.
   */
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
    this.#watchers.clear();
  }
}

/** The interval (ms) at which changed counts of a connection are sent. A change of its phase is sent at once. */
const CHECK_EVERY = 250;
/** An unchanged connection is sent again after this time (ms). Screens compute the clock difference from it. */
const REPEAT_AFTER = 5000;

/** Sends the state of the connection to the room to all screens. */
export class ConnectionPush {
  readonly #clock: Clock;
  readonly #hub: Hub;
  readonly #read: () => Connection;
  #lastSent = '';
  /** The time since the last push (ms). */
  #sinceSent = 0;

  constructor(clock: Clock, hub: Hub, read: () => Connection) {
    this.#clock = clock;
    this.#hub = hub;
    this.#read = read;
  }

  /** Begins to send changes. Returns a function that stops it. */
  start(): () => void {
    return every(this.#clock, CHECK_EVERY, () => this.#send(false));
  }

  /** Sends the connection now, even if it has not changed. */
  sendNow(): void {
    this.#send(true);
  }

  #send(always: boolean): void {
    const connection = this.#read();
    const content = JSON.stringify({ ...connection, now: 0 });
    this.#sinceSent += CHECK_EVERY;
    if (!always && content === this.#lastSent && this.#sinceSent < REPEAT_AFTER) return;
    this.#sinceSent = 0;
    this.#lastSent = content;
    this.#hub.broadcast({ push: 'connection', connection });
  }
}

type Notice = Extract<Push, { push: 'notice' }>;

/** Sends notices to operators. Standing notices are stored for screens that connect later. */
export class Notices {
  readonly #send: (notice: Notice) => void;
  readonly #standing = new Map<string, Notice>();

  constructor(send: (notice: Notice) => void) {
    this.#send = send;
  }

  get standing(): Notice[] {
    return [...this.#standing.values()];
  }

  /** Shows a notice until the same id is cleared. */
  showStanding(id: string, severity: Notice['severity'], problem: Problem): void {
    const notice: Notice = { push: 'notice', id, severity, standing: true, problem };
    this.#standing.set(id, notice);
    this.#send(notice);
  }

  /** Removes a standing notice. */
  clear(id: string): void {
    if (!this.#standing.delete(id)) return;
    this.#send({ push: 'notice', id, severity: 'info', standing: true, problem: null });
  }
}
