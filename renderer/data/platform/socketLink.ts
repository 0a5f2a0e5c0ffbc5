import {
  type CallArgs,
  type CallName,
  type CallResult,
  closeCodes,
  LARGEST_REQUEST,
  type Push,
  pushSchema,
} from '#shared/contract/backstage.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { parseJson } from '#shared/json.ts';
import { Listeners } from './listeners.ts';
import { PendingCalls } from './pendingCalls.ts';
import type { BackstageLink, LinkState, RejectionReason } from './platform.ts';

/** The part of a WebSocket that the link uses. */
export interface Socket {
  send(data: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  /** Called with the close code of the server. */
  onclose: ((code: number) => void) | null;
}

export interface SocketLinkOptions {
  connect(): Socket;
  now(): number;
  /** Runs `task` after `ms`; returns a function that cancels it. */
  after(ms: number, task: () => void): () => void;
}

/** Estimated size of a request without its arguments. */
const ENVELOPE_BYTES = 100;

const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 5_000;
/** Time (ms) after which a socket that has not opened counts as lost. */
const OPEN_TIMEOUT_MS = 8_000;
/** The WebSocket close code for an abnormal end. */
const ABNORMAL_CLOSE = 1006;
/** Number of attempts to assume after a rejection, so that the delay is the longest one. */
const ATTEMPTS_WHEN_REJECTED = 6;
/** Reasons for a rejection by the close code of the server. */
const rejectionReasons: Readonly<Record<number, RejectionReason>> = {
  [closeCodes.signedOut]: 'signedOut',
  [closeCodes.full]: 'full',
  [closeCodes.tooManyScreens]: 'tooManyScreens',
  [closeCodes.unavailable]: 'unavailable',
};

/** A link over a WebSocket that reconnects with exponential backoff: at once, then after 0.25 s, doubling up to 5 s. */
export class SocketLink implements BackstageLink {
  readonly #options: SocketLinkOptions;
  readonly #pushes = new Listeners<Push>();
  readonly #states = new Listeners<LinkState>();
  readonly #pending = new PendingCalls();
  #socket: Socket | null = null;
  #state: LinkState = { phase: 'connecting' };
  #attempt = 0;
  #cancelTimer: (() => void) | null = null;
  #closed = false;

  constructor(options: SocketLinkOptions) {
    this.#options = options;
    this.#open();
  }

  get state(): LinkState {
    return this.#state;
  }

  onState(listener: (state: LinkState) => void): () => void {
    return this.#states.add(listener);
  }

  onPush(listener: (push: Push) => void): () => void {
    return this.#pushes.add(listener);
  }

  call<N extends CallName>(name: N, args: CallArgs<N>): Promise<CallResult<N>> {
    if (this.#closed || this.#state.phase === 'lost')
      return Promise.reject(new RingsideError('connection.lost'));
    if (isTooLarge(args)) {
      return Promise.reject(new RingsideError(name.startsWith('presets.') ? 'preset.tooLarge' : 'invalid'));
    }
    return this.#pending.call(name, args, (request) => this.#socket?.send(JSON.stringify(request)));
  }

  retryNow(): void {
    if (this.#closed || this.#state.phase !== 'lost') return;
    this.#open();
  }

  reconnect(): void {
    if (this.#closed) return;
    this.#pending.rejectAll();
    this.#open();
  }

  close(): void {
    this.#closed = true;
    this.#closeSocket();
    this.#pending.rejectAll();
  }

  #open(): void {
    this.#closeSocket();
    this.#pending.pause();
    this.#setState({ phase: 'connecting' });
    const socket = this.#options.connect();
    this.#socket = socket;
    this.#cancelTimer = this.#options.after(OPEN_TIMEOUT_MS, () => this.#lose(socket, ABNORMAL_CLOSE));
    socket.onopen = () => {
      if (socket !== this.#socket) return;
      this.#cancelTimer?.();
      this.#cancelTimer = null;
      this.#attempt = 0;
      this.#setState({ phase: 'open' });
      this.#pending.resume();
    };
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#receive(event.data);
    };
    socket.onclose = (code) => this.#lose(socket, code);
  }

  #receive(data: unknown): void {
    if (typeof data !== 'string') return;
    const message = parseJson(data);
    // Ignore an invalid push: a missing input shows as a gap in the sequence and is requested again.
    const push = pushSchema.safeParse(message);
    if (push.success) this.#pushes.notify(push.data);
    else this.#pending.settle(message);
  }

  #lose(socket: Socket, code: number): void {
    if (socket !== this.#socket || this.#closed) return;
    this.#closeSocket();
    const why = rejectionReasons[code];
    // The server opens a socket before it rejects it, and opening resets the attempts: raise them again.
    if (why !== undefined) this.#attempt = Math.max(this.#attempt, ATTEMPTS_WHEN_REJECTED);
    const delay = this.#attempt === 0 ? 0 : Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (this.#attempt - 1));
    this.#attempt += 1;
    // Do not retry without a new sign-in: the server would reject every attempt.
    const retryAt = why === 'signedOut' ? null : this.#options.now() + delay;
    this.#setState({
      phase: 'lost',
      retryAt,
      attempt: this.#attempt,
      ...(why === undefined ? {} : { why }),
    });
    this.#pending.rejectAll();
    if (retryAt !== null) this.#cancelTimer = this.#options.after(delay, () => this.#open());
  }

  #closeSocket(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #setState(state: LinkState): void {
    this.#state = state;
    this.#states.notify(state);
  }
}

/** Whether a request exceeds the size at which the server closes the socket. */
function isTooLarge(args: unknown): boolean {
  const text = JSON.stringify(args);
  return new TextEncoder().encode(text).byteLength + ENVELOPE_BYTES > LARGEST_REQUEST;
}
