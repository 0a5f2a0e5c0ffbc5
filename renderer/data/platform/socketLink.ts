import {
  type CallArgs,
  type CallName,
  type CallResult,
  LARGEST_REQUEST,
  type Push,
  pushSchema,
} from '#shared/contract/backstage.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { closeCodes } from '#shared/contract/screenSocket.ts';
import { PendingCalls } from './calls.ts';
import { Listeners } from './listeners.ts';
import type { BackstageLink, LinkState, TurnedAway } from './platform.ts';

/** The part of a WebSocket that the link uses. */
export interface Socket {
  send(data: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  /** With the code by which the other side has closed it. */
  onclose: ((code: number) => void) | null;
}

export interface SocketLinkOptions {
  connect(): Socket;
  now(): number;
  /** Runs `task` after `ms`; returns a function that cancels it. */
  after(ms: number, task: () => void): () => void;
}

/** What the request has beside its arguments. */
const ENVELOPE_BYTES = 100;

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;
/** A backstage answers a new socket at once; one that never opens is given up after this. */
const OPEN_TIMEOUT_MS = 8_000;
/** The code of a socket that went away without one. */
const NO_CODE = 1006;
/** A server without room is asked as seldom as one that has been away for long. */
const ATTEMPTS_WHEN_FULL = 6;
/** The codes by which a server turns a screen away. */
const turnedAway: Readonly<Record<number, TurnedAway>> = {
  [closeCodes.signedOut]: 'signedOut',
  [closeCodes.full]: 'full',
  [closeCodes.tooManyScreens]: 'tooManyScreens',
  [closeCodes.unavailable]: 'unavailable',
};

/** A link over a socket that reconnects by itself: at once, then after 0.25 s, doubling up to 5 s. */
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
    return this.#pending.ask(name, args, (request) => this.#socket?.send(JSON.stringify(request)));
  }

  retryNow(): void {
    if (this.#closed || this.#state.phase !== 'lost') return;
    this.#open();
  }

  rejoin(): void {
    if (this.#closed) return;
    this.#pending.rejectAll();
    this.#open();
  }

  close(): void {
    this.#closed = true;
    this.#drop();
    this.#pending.rejectAll();
  }

  #open(): void {
    this.#drop();
    this.#pending.hold();
    this.#set({ phase: 'connecting' });
    const socket = this.#options.connect();
    this.#socket = socket;
    this.#cancelTimer = this.#options.after(OPEN_TIMEOUT_MS, () => this.#lose(socket, NO_CODE));
    socket.onopen = () => {
      if (socket !== this.#socket) return;
      this.#cancelTimer?.();
      this.#cancelTimer = null;
      this.#attempt = 0;
      this.#set({ phase: 'open' });
      this.#pending.release();
    };
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#receive(event.data);
    };
    socket.onclose = (code) => this.#lose(socket, code);
  }

  #receive(data: unknown): void {
    if (typeof data !== 'string') return;
    let message: unknown;
    try {
      message = JSON.parse(data);
    } catch {
      return;
    }
    // What is not understood here shows as a gap in the numbers of the inputs, and is asked for again.
    const push = pushSchema.safeParse(message);
    if (push.success) this.#pushes.tell(push.data);
    else this.#pending.answer(message);
  }

  #lose(socket: Socket, code: number): void {
    if (socket !== this.#socket || this.#closed) return;
    this.#drop();
    const why = turnedAway[code];
    // A socket opens before it is turned away, so that its opening is no sign that the next one may stay.
    if (why !== undefined) this.#attempt = Math.max(this.#attempt, ATTEMPTS_WHEN_FULL);
    const wait =
      this.#attempt === 0 ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (this.#attempt - 1));
    this.#attempt += 1;
    // Without a new sign-in the same would come of every further attempt.
    const retryAt = why === 'signedOut' ? null : this.#options.now() + wait;
    this.#set({
      phase: 'lost',
      retryAt,
      attempt: this.#attempt,
      ...(why === undefined ? {} : { why }),
    });
    this.#pending.rejectAll();
    if (retryAt !== null) this.#cancelTimer = this.#options.after(wait, () => this.#open());
  }

  #drop(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #set(state: LinkState): void {
    this.#state = state;
    this.#states.tell(state);
  }
}

/** The server would end the socket over it. */
function isTooLarge(args: unknown): boolean {
  const text = JSON.stringify(args);
  return new TextEncoder().encode(text).byteLength + ENVELOPE_BYTES > LARGEST_REQUEST;
}
