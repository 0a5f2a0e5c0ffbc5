import type { ClientTimes, Clock } from './clientTypes.ts';
import { enterRoomFrame, heartbeatFrame } from './outgoing.ts';
import type { LiveSocket, OpenSocket, SocketEnd } from './socket.ts';
import type { Opening } from './source.ts';

const HEARTBEAT = 10_000;
/** Heartbeats that a server asks for outside these bounds are not believed. */
const SHORTEST_HEARTBEAT = 1000;
const LONGEST_HEARTBEAT = 60_000;

export interface ConnectionOptions {
  roomId: string;
  /** Where the last connection stopped, '' for nowhere. */
  cursor: string;
  opening: Opening;
  openSocket: OpenSocket;
  clock: Clock;
  times: ClientTimes;
}

export interface ConnectionEvents {
  onOpen(): void;
  /** `before` is when the connection was last known to work before this frame. */
  onFrame(bytes: Uint8Array, before: number): void;
  /** No message for as long as makes a room silent; told once until `heard`. */
  onSilent(): void;
  /** `dead` when no frame came for so long that nothing will. Nothing comes after it. */
  onEnd(end: SocketEnd | 'dead' | 'timeout'): void;
}

/** One opened socket: enters the room, keeps the connection alive, notices when it is silent or dead. */
export class RoomConnection {
  readonly #options: ConnectionOptions;
  readonly #events: ConnectionEvents;
  readonly #socket: LiveSocket;
  #over = false;
  #opened = false;
  #silent = false;
  #lastFrameAt: number;
  #lastEventAt: number;
  #heartbeat = HEARTBEAT;
  #cancelHeartbeat = (): void => {};
  #cancelWatch: () => void;
  #cancelRest: (() => void) | null = null;

  constructor(options: ConnectionOptions, events: ConnectionEvents) {
    this.#options = options;
    this.#events = events;
    this.#lastFrameAt = options.clock.now();
    this.#lastEventAt = this.#lastFrameAt;
    this.#cancelWatch = options.clock.after(options.times.tryFor, () => this.#end('timeout'));
    this.#socket = options.openSocket(options.opening, {
      onOpen: () => this.#open(),
      onFrame: (bytes) => this.#frame(bytes),
      onEnd: (end) => this.#end(end),
    });
  }

  get opened(): boolean {
    return this.#opened;
  }

  /** The last moment at which the connection was known to work. */
  get lastFrameAt(): number {
    return this.#lastFrameAt;
  }

  /** A message of the room has come, at the arrival of the last frame. */
  heard(): void {
    this.#lastEventAt = this.#lastFrameAt;
    this.#silent = false;
  }

  /** Reads nothing more from the socket for so long (ms). */
  rest(ms: number): void {
    if (this.#over || this.#cancelRest !== null) return;
    this.#socket.pause?.();
    this.#cancelRest = this.#options.clock.after(ms, () => {
      this.#cancelRest = null;
      this.#socket.resume?.();
    });
  }

  /** The server may ask for another pace (ms). */
  setHeartbeat(ms: number): void {
    if (ms < SHORTEST_HEARTBEAT || ms > LONGEST_HEARTBEAT || ms === this.#heartbeat) return;
    this.#heartbeat = ms;
    if (!this.#opened || this.#over) return;
    this.#cancelHeartbeat();
    this.#beat();
  }

  send(bytes: Uint8Array): void {
    if (!this.#over) this.#socket.send(bytes);
  }

  /** Lets go of the socket; no event comes any more. */
  close(): void {
    this.#release();
    this.#socket.close();
  }

  #open(): void {
    if (this.#over) return;
    this.#opened = true;
    this.#lastFrameAt = this.#options.clock.now();
    this.#lastEventAt = this.#lastFrameAt;
    this.#socket.send(heartbeatFrame(this.#options.roomId));
    this.#socket.send(enterRoomFrame(this.#options.roomId, this.#options.cursor));
    this.#beat();
    this.#cancelWatch();
    this.#watch();
    this.#events.onOpen();
  }

  #frame(bytes: Uint8Array): void {
    if (this.#over) return;
    const before = this.#lastFrameAt;
    this.#lastFrameAt = this.#options.clock.now();
    this.#events.onFrame(bytes, before);
  }

  #beat(): void {
    this.#cancelHeartbeat = this.#options.clock.after(this.#heartbeat, () => {
      this.#socket.send(heartbeatFrame(this.#options.roomId));
      this.#beat();
    });
  }

  /** One timer for both limits, set to the nearer one and checked when it is over: frames set no timers. */
  #watch(): void {
    const { clock, times } = this.#options;
    const now = clock.now();
    // A clock that was set back must not make the wait longer.
    this.#lastFrameAt = Math.min(this.#lastFrameAt, now);
    this.#lastEventAt = Math.min(this.#lastEventAt, now);
    const deadIn = this.#lastFrameAt + times.deadAfter - now;
    if (deadIn <= 0) {
      this.#end('dead');
      return;
    }
    const silentIn = this.#lastEventAt + times.silentAfter - now;
    if (silentIn <= 0 && !this.#silent) {
      this.#silent = true;
      this.#events.onSilent();
      if (this.#over) return;
    }
    const next = silentIn > 0 ? Math.min(deadIn, silentIn) : Math.min(deadIn, times.silentAfter);
    this.#cancelWatch = clock.after(next, () => this.#watch());
  }

  #end(end: SocketEnd | 'dead' | 'timeout'): void {
    if (this.#over) return;
    this.#release();
    if (end === 'dead' || end === 'timeout') this.#socket.close();
    this.#events.onEnd(end);
  }

  #release(): void {
    this.#over = true;
    this.#cancelHeartbeat();
    this.#cancelWatch();
    this.#cancelRest?.();
  }
}
