import { channel } from 'node:diagnostics_channel';
import { performance } from 'node:perf_hooks';
import type { RawData, WebSocket } from 'ws';

/**
 * Why the server ended a socket: no answer to pings, too much unsent data, too many control frames, or an error of its
 * handler.
 */
export const dropReasons = ['silent', 'backlog', 'flood', 'fault'] as const;
export type DropReason = (typeof dropReasons)[number];

/** The diagnostics channel that gets the `DropReason` of every socket that the server ends. */
export const drops = channel('ringside.dropped-sockets');

export function noteDrop(reason: DropReason): void {
  drops.publish(reason);
}

/** Counts the sockets of each owner against a limit. */
export class SocketCounter<Owner> {
  readonly #taken = new Map<Owner, number>();

  /** Counts one more socket. Returns the function that releases it, or null at the limit. */
  acquire(owner: Owner, most: number): (() => void) | null {
    const taken = this.#taken.get(owner) ?? 0;
    if (taken >= most) return null;
    this.#taken.set(owner, taken + 1);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const rest = (this.#taken.get(owner) ?? 1) - 1;
      if (rest === 0) this.#taken.delete(owner);
      else this.#taken.set(owner, rest);
    };
  }
}

/** The size of a token bucket and its refill rate. */
export interface Rate {
  burst: number;
  perSecond: number;
}

export interface SocketLimits {
  /** Limit of received bytes. */
  bytes: Rate;
  /** Limit of the time (ms) that handlers block the event loop, up to their first `await`. */
  busyMs: Rate;
  /** The number of messages that are handled concurrently. */
  atOnce: number;
  /** Above this number of unsent bytes, no message is read or handled. */
  backlog: number;
  /** Above this number of unsent bytes, the socket is ended. */
  mostBacklog: number;
}

/**
 * Limits the rate at which the messages of a socket are handled. Above the limits, the socket is not read, so that TCP
 * slows down the sender and no message is lost. At most one message per socket starts in a turn of the event loop, so
 * that one busy socket does not delay the others.
 */
export class ThrottledSocket {
  readonly #ws: WebSocket;
  readonly #limits: SocketLimits;
  readonly #handle: (data: RawData) => void | Promise<void>;
  readonly #bytes: TokenBucket;
  readonly #busyMs: TokenBucket;
  #waiting: RawData[] = [];
  #running = 0;
  #turnTaken = false;
  #timer: NodeJS.Timeout | null = null;

  /** The socket is ended if `handle` throws or rejects. */
  constructor(ws: WebSocket, limits: SocketLimits, handle: (data: RawData) => void | Promise<void>) {
    this.#ws = ws;
    this.#limits = limits;
    this.#handle = handle;
    this.#bytes = new TokenBucket(limits.bytes);
    this.#busyMs = new TokenBucket(limits.busyMs);
    ws.on('message', (data) => {
      this.#waiting.push(data);
      this.#next();
    });
    ws.on('close', () => {
      this.#waiting = [];
      if (this.#timer !== null) clearTimeout(this.#timer);
    });
  }

  /** Sends a message. `sent` is called when the message is written to the network or has failed. */
  send(message: string | Uint8Array, sent?: () => void): void {
    if (this.#ws.readyState !== this.#ws.OPEN) return;
    if (this.#ws.bufferedAmount > this.#limits.mostBacklog) {
      noteDrop('backlog');
      this.#ws.terminate();
      return;
    }
    this.#ws.send(message, () => {
      sent?.();
      this.#next();
    });
  }

  /** Sends the answer to a message. The time to serialise it counts towards `busyMs`. */
  answer(content: object): void {
    this.send(this.#timed(() => JSON.stringify(content)));
  }

  #next(): void {
    const message = this.#waiting[0];
    if (message === undefined) {
      if (this.#ws.isPaused) this.#ws.resume();
      return;
    }
    const { atOnce, backlog } = this.#limits;
    const isBusy = this.#turnTaken || this.#running >= atOnce || this.#ws.bufferedAmount > backlog;
    const waitMs = Math.max(this.#bytes.waitMs, this.#busyMs.waitMs);
    if (isBusy || waitMs > 0) {
      this.#ws.pause();
      if (waitMs > 0) this.#later(waitMs);
      return;
    }
    this.#waiting.shift();
    this.#bytes.spend(lengthOf(message));
    this.#turnTaken = true;
    setImmediate(() => {
      this.#turnTaken = false;
      this.#next();
    });
    void this.#run(message);
  }

  async #run(message: RawData): Promise<void> {
    this.#running += 1;
    try {
      await this.#timed(() => this.#handle(message));
    } catch {
      noteDrop('fault');
      this.#ws.terminate();
    } finally {
      this.#running -= 1;
      this.#next();
    }
  }

  #timed<T>(work: () => T): T {
    const startedAt = performance.now();
    try {
      return work();
    } finally {
      this.#busyMs.spend(performance.now() - startedAt);
    }
  }

  #later(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#next();
    }, ms);
  }
}

/** A token bucket. One spend may overdraw it; the next one has to wait until the bucket has tokens again. */
class TokenBucket {
  readonly #rate: Rate;
  #left: number;
  #at = performance.now();

  constructor(rate: Rate) {
    this.#rate = rate;
    this.#left = rate.burst;
  }

  /** Time until the next spend is allowed (ms); 0 for now. */
  get waitMs(): number {
    const now = performance.now();
    const { burst, perSecond } = this.#rate;
    this.#left = Math.min(burst, this.#left + ((now - this.#at) / 1000) * perSecond);
    this.#at = now;
    return this.#left > 0 ? 0 : Math.ceil((-this.#left / perSecond) * 1000) + 1;
  }

  spend(amount: number): void {
    this.#left -= amount;
  }
}

function lengthOf(data: RawData): number {
  return Array.isArray(data) ? data.reduce((sum, part) => sum + part.byteLength, 0) : data.byteLength;
}

/** Maximum number of senders that are remembered; the oldest is forgotten first. */
const MOST_SENDERS = 1000;

/** A token bucket for each sender. */
export class SenderBudget {
  readonly #rate: Rate;
  readonly #now: () => number;
  readonly #senders = new Map<string, { tokens: number; at: number }>();

  /** `now` returns ms of a steady clock. */
  constructor(rate: Rate, now: () => number = () => performance.now()) {
    this.#rate = rate;
    this.#now = now;
  }

  /** Takes one token of a sender. Returns 0, or the seconds until there is one. */
  take(sender: string): number {
    const { burst, perSecond } = this.#rate;
    const now = this.#now();
    const known = this.#senders.get(sender) ?? { tokens: burst, at: now };
    const tokens = Math.min(burst, known.tokens + ((now - known.at) / 1000) * perSecond);
    const granted = tokens >= 1;
    this.#senders.delete(sender);
    this.#senders.set(sender, { tokens: granted ? tokens - 1 : tokens, at: now });
    const [oldest] = this.#senders.keys();
    if (this.#senders.size > MOST_SENDERS && oldest !== undefined) this.#senders.delete(oldest);
    return granted ? 0 : (1 - tokens) / perSecond;
  }
}
