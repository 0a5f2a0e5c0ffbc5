import { performance } from 'node:perf_hooks';
import type { RawData, WebSocket } from 'ws';

export interface Pace {
  /** Bytes that are taken at once, and each second after that. No message may be longer than `burst`. */
  bytes: { burst: number; perSecond: number };
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
export class PacedSocket {
  readonly #ws: WebSocket;
  readonly #pace: Pace;
  readonly #handle: (data: RawData) => void | Promise<void>;
  #waiting: RawData[] = [];
  #underWay = 0;
  #turnTaken = false;
  #tokens: number;
  #filledAt = performance.now();
  #refill: NodeJS.Timeout | null = null;

  /** A `handle` that throws or rejects ends the socket. */
  constructor(ws: WebSocket, pace: Pace, handle: (data: RawData) => void | Promise<void>) {
    this.#ws = ws;
    this.#pace = pace;
    this.#handle = handle;
    this.#tokens = pace.bytes.burst;
    ws.on('message', (data) => {
      this.#waiting.push(data);
      this.#next();
    });
    ws.on('close', () => {
      this.#waiting = [];
      if (this.#refill !== null) clearTimeout(this.#refill);
    });
  }

  /** Sends a message; `sent` is called once it is on its way or can no longer be sent. */
  send(message: string | Uint8Array, sent?: () => void): void {
    if (this.#ws.readyState !== this.#ws.OPEN) return;
    if (this.#ws.bufferedAmount > this.#pace.mostBacklog) {
      this.#ws.terminate();
      return;
    }
    this.#ws.send(message, () => {
      sent?.();
      this.#next();
    });
  }

  #next(): void {
    const message = this.#waiting[0];
    if (message === undefined) {
      if (this.#ws.isPaused) this.#ws.resume();
      return;
    }
    const { atOnce, backlog } = this.#pace;
    const isBusy = this.#turnTaken || this.#underWay >= atOnce || this.#ws.bufferedAmount > backlog;
    if (isBusy || !this.#afford(lengthOf(message))) {
      this.#ws.pause();
      return;
    }
    this.#waiting.shift();
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
      await this.#handle(message);
    } catch {
      this.#ws.terminate();
    } finally {
      this.#underWay -= 1;
      this.#next();
    }
  }

  /** Takes the bytes from the budget; false if they must wait, and then tries again by itself. */
  #afford(length: number): boolean {
    const { burst, perSecond } = this.#pace.bytes;
    const now = performance.now();
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#filledAt) / 1000) * perSecond);
    this.#filledAt = now;
    if (this.#tokens >= length) {
      this.#tokens -= length;
      return true;
    }
    this.#refill ??= setTimeout(
      () => {
        this.#refill = null;
        this.#next();
      },
      ((length - this.#tokens) / perSecond) * 1000,
    );
    return false;
  }
}

function lengthOf(data: RawData): number {
  return Array.isArray(data) ? data.reduce((sum, part) => sum + part.byteLength, 0) : data.byteLength;
}
