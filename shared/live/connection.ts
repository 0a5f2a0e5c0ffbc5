import type { Problem } from '../contract/error.ts';
import type { ClientTimes, Clock } from './clientTypes.ts';
import { ProtoWriter } from './proto/writer.ts';
import type { LiveSocket, Opening, OpenSocket, RoomFacts, SocketEnd } from './source.ts';

/** Frames that a client sends. Field numbers are the platform's. */

const LIVE_ID = 12;

function pushFrame(payloadType: string, payload: Uint8Array, logId?: string): Uint8Array {
  const frame = new ProtoWriter();
  if (logId !== undefined) frame.varint(2, logId);
  return frame.string(6, 'pb').string(7, payloadType).bytes(8, payload).finish();
}

/** Keeps the connection alive; send it at the interval that the server requests. */
export function heartbeatFrame(roomId: string): Uint8Array {
  return pushFrame('hb', new ProtoWriter().varint(1, roomId).finish());
}

/** Enters the room. `cursor` is that of the last received frame, '' for none. */
export function enterRoomFrame(roomId: string, cursor: string): Uint8Array {
  const enter = new ProtoWriter().varint(1, roomId).varint(4, LIVE_ID).string(5, 'audience');
  return pushFrame('im_enter_room', enter.string(6, cursor).string(9, '0').finish());
}

/** Acknowledges the frame `logId`. */
export function ackFrame(logId: string, internalExt: Uint8Array): Uint8Array {
  return pushFrame('ack', internalExt, logId);
}

const HEARTBEAT = 10_000;
/** Bounds (ms) for the heartbeat interval that the server requests; requests outside are ignored. */
const SHORTEST_HEARTBEAT = 1000;
const LONGEST_HEARTBEAT = 60_000;

interface ConnectionOptions {
  roomId: string;
  /** The cursor of the last frame before this connection; '' for none. */
  cursor: string;
  opening: Opening;
  openSocket: OpenSocket;
  clock: Clock;
  times: ClientTimes;
}

interface ConnectionEvents {
  onOpen(): void;
  /** `before` is the arrival time of the frame before this one (ms). */
  onFrame(bytes: Uint8Array, before: number): void;
  /** The transport has read the facts of the room. */
  onRoom(room: RoomFacts): void;
  /** The history of the following frames may contain missed messages. */
  onResumed(): void;
  /** The transport waits until a person has solved the problem. */
  onBlocked(problem: Problem): void;
  /** No message for `silentAfter` ms. Called once, until `messageReceived`. */
  onSilent(): void;
  /** `dead`: no frame for `deadAfter` ms. `timeout`: the socket did not open in time. The last event. */
  onEnd(end: SocketEnd | 'dead' | 'timeout'): void;
}

/** One socket: enters the room, sends heartbeats, detects silence and death. */
export class RoomConnection {
  readonly #options: ConnectionOptions;
  readonly #events: ConnectionEvents;
  readonly #socket: LiveSocket;
  #over = false;
  #opened = false;
  #silent = false;
  #lastFrameAt: number;
  #lastEventAt = 0;
  #heartbeat = HEARTBEAT;
  #cancelHeartbeat = (): void => {};
  #cancelWatch: () => void;
  #cancelPause: (() => void) | null = null;

  constructor(options: ConnectionOptions, events: ConnectionEvents) {
    this.#options = options;
    this.#events = events;
    this.#lastFrameAt = options.clock.now();
    this.#cancelWatch = options.clock.after(options.times.tryFor, () => this.#end('timeout'));
    this.#socket = options.openSocket(options.opening, {
      onOpen: () => this.#open(),
      onFrame: (bytes) => this.#frame(bytes),
      onRoom: (room) => {
        if (!this.#over) this.#events.onRoom(room);
      },
      onResumed: () => this.#events.onResumed(),
      onBlocked: (problem) => this.#blocked(problem),
      onEnd: (end) => this.#end(end),
    });
  }

  get opened(): boolean {
    return this.#opened;
  }

  /** When the last frame arrived (ms). */
  get lastFrameAt(): number {
    return this.#lastFrameAt;
  }

  /** Call when the last frame contained a message of the room. */
  messageReceived(): void {
    this.#lastEventAt = this.#lastFrameAt;
    this.#silent = false;
  }

  /** Stops reading from the socket for `ms`. */
  pause(ms: number): void {
    if (this.#over || this.#cancelPause !== null) return;
    this.#socket.pause?.();
    this.#cancelPause = this.#options.clock.after(ms, () => {
      this.#cancelPause = null;
      this.#socket.resume?.();
    });
  }

  /** Sets the heartbeat interval (ms) that the server requests. */
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

  /** Closes the socket; no event follows. */
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

  #blocked(problem: Problem): void {
    if (this.#over || this.#opened) return;
    // Stop the timeout: a person may need longer to solve the problem.
    this.#cancelWatch();
    this.#events.onBlocked(problem);
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

  /** Watches both limits with one timer. Setting a timer for each frame would be slow. */
  #watch(): void {
    const { clock, times } = this.#options;
    const now = clock.now();
    // Clamp: the clock may have been set back, which would lengthen the wait.
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
    this.#cancelPause?.();
  }
}
