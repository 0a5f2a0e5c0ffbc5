import { performance } from 'node:perf_hooks';
import type { RawData, WebSocket } from 'ws';
import { noteDrop } from './drops.ts';

/** The size of a token bucket and its refill rate. */
export interface Rate {
  burst: number;
  perSecond: number;
}

export interface SocketLimits {
  /** Bytes that are received. */
  bytes: Rate;
  /** Milliseconds of this process that handling takes until it first waits for something. */
  busyMs: Rate;
  /** Messages that are handled at a time. */
  atOnce: number;
  /** Unsent bytes above which no message is handled and nothing is read. */
  backlog: number;
  /** Unsent bytes above which nothing more is sent: the socket is ended. */
  mostBacklog: number;
}

/**
 * Handles the messages of a socket no faster than its pace. Above it, the socket is not read, so that TCP slows the
 * sender down; nothing is lost. One message begins in a turn of the event loop, so that many of one socket let
 * others have their turn.
 */
export class ThrottledSocket {
  readonly #ws: WebSocket;
  readonly #pace: SocketLimits;
  readonly #handle: (data: RawData) => void | Promise<void>;
  readonly #bytes: TokenBucket;
  readonly #busyMs: TokenBucket;
  #waiting: RawData[] = [];
  #underWay = 0;
  #turnTaken = false;
  #timer: NodeJS.Timeout | null = null;

  /** A `handle` that throws or rejects ends the socket. */
  constructor(ws: WebSocket, pace: SocketLimits, handle: (data: RawData) => void | Promise<void>) {
    this.#ws = ws;
    this.#pace = pace;
    this.#handle = handle;
    this.#bytes = new TokenBucket(pace.bytes);
    this.#busyMs = new TokenBucket(pace.busyMs);
    ws.on('message', (data) => {
      this.#waiting.push(data);
      this.#next();
    });
    ws.on('close', () => {
      this.#waiting = [];
      if (this.#timer !== null) clearTimeout(this.#timer);
    });
  }

  /** Sends a message; `sent` is called once it is on its way or can no longer be sent. */
  send(message: string | Uint8Array, sent?: () => void): void {
    if (this.#ws.readyState !== this.#ws.OPEN) return;
    if (this.#ws.bufferedAmount > this.#pace.mostBacklog) {
      noteDrop('backlog');
      this.#ws.terminate();
      return;
    }
    this.#ws.send(message, () => {
      sent?.();
      this.#next();
    });
  }

  /** Sends the answer to a message. The time of writing it counts as time of handling the message. */
  answer(content: object): void {
    this.send(this.#timed(() => JSON.stringify(content)));
  }

  #next(): void {
    const message = this.#waiting[0];
    if (message === undefined) {
      if (this.#ws.isPaused) this.#ws.resume();
      return;
    }
    const { atOnce, backlog } = this.#pace;
    const isBusy = this.#turnTaken || this.#underWay >= atOnce || this.#ws.bufferedAmount > backlog;
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
    this.#underWay += 1;
    try {
      await this.#timed(() => this.#handle(message));
    } catch {
      noteDrop('fault');
      this.#ws.terminate();
    } finally {
      this.#underWay -= 1;
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

/** A token bucket. It may be overdrawn once; spending then waits until it is refilled. */
class TokenBucket {
  readonly #rate: Rate;
  #left: number;
  #at = performance.now();

  constructor(rate: Rate) {
    this.#rate = rate;
    this.#left = rate.burst;
  }

  /** Milliseconds until more may be spent. */
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
