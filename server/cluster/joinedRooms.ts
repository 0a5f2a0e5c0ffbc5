import { setTimeout as delay } from 'node:timers/promises';
import type { JoinedRoom } from '#backstage/api.ts';
import { createSource } from '#backstage/sources/lines.ts';
import type { Outbound } from '#backstage/sources/outbound.ts';
import type { Line } from '#shared/contract/connection.ts';
import { enterRoomFrame, heartbeatFrame } from '#shared/live/connection.ts';
import {
  type LiveSocket,
  type Opening,
  type SocketEnd,
  type SocketEvents,
  unknownPosition,
} from '#shared/live/source.ts';

/** Time limit (ms) for looking a room up and joining it. */
const JOIN_WITHIN_MS = 5000;
/** How long (ms) a joined room waits for its show. A server that does not hand it over in this time has failed. */
const KEEP_MS = 30_000;
/** A room that could not be joined in time. Other failures would only repeat. */
export class LateJoinError extends Error {}

/** The largest size (bytes) of the frames that wait. A show sends some 100 kB a second. */
const LARGEST_WAIT = 32 * 1024 * 1024;

/**
 * The rooms of shows that another node is about to hand over. This node joins a room while the other one still reads
 * it, so nothing is missed between the two. What arrives waits for the show's backstage, which takes the socket over.
 */
export class JoinedRooms {
  readonly #rooms = new Map<string, WaitingRoom>();
  readonly #joinWithinMs: number;

  constructor({ joinWithinMs = JOIN_WITHIN_MS } = {}) {
    this.#joinWithinMs = joinWithinMs;
  }

  /**
   * Joins the room of a host. Rejects if that fails, or if the line has no socket that can wait.
   *
   * @throws LateJoinError if it takes too long.
   */
  async join(host: string, room: { line: Line; username: string }, outbound: Outbound): Promise<void> {
    const signal = AbortSignal.timeout(this.#joinWithinMs);
    try {
      await this.#join(host, room, outbound, signal);
    } catch (error) {
      throw signal.aborted ? new LateJoinError('the room could not be joined in time') : error;
    }
  }

  async #join(
    host: string,
    { line, username }: { line: Line; username: string },
    outbound: Outbound,
    signal: AbortSignal,
  ): Promise<void> {
    this.drop(host);
    const source = createSource(line, { fetch: outbound.fetch });
    const facts = await source.resolve(username, signal);
    const opening = await source.open(facts, unknownPosition, signal);
    if (source.openSocket !== undefined || !facts.live) throw new Error('the room cannot be joined');
    const room = new WaitingRoom(facts.roomId, opening, outbound);
    this.#rooms.set(host, room);
    void delay(KEEP_MS, undefined, { ref: false }).then(() => this.#forget(host, room));
    try {
      await Promise.race([room.entered, rejected(signal)]);
    } catch (error) {
      this.#forget(host, room);
      throw error;
    }
  }

  /**
   * Notes that the other node has stored everything that it has read. Without this, it may have failed with gifts that it
   * had read before this node joined, so the show marks a gap.
   */
  confirm(host: string): void {
    const room = this.#rooms.get(host);
    if (room !== undefined) room.isConfirmed = true;
  }

  /** The joined room of a host if nothing has been missed; undefined without one. */
  of(host: string): JoinedRoom | undefined {
    const room = this.#rooms.get(host);
    return room?.isConfirmed === true ? room : undefined;
  }

  /** Leaves the room of a host, because its show does not come, or comes with a gap. */
  drop(host: string): void {
    const room = this.#rooms.get(host);
    if (room !== undefined) this.#forget(host, room);
  }

  #forget(host: string, room: WaitingRoom): void {
    if (this.#rooms.get(host) !== room) return;
    this.#rooms.delete(host);
    room.close();
  }

  /** The outbound connections of a host: the first one to its joined room takes the waiting socket over. */
  outboundOf(host: string, outbound: Outbound): Outbound {
    return {
      fetch: outbound.fetch,
      openSocket: (opening, events) => {
        const room = this.#rooms.get(host);
        if (room === undefined || !room.leadsTo(opening)) return outbound.openSocket(opening, events);
        this.#rooms.delete(host);
        return room.takeOver(events);
      },
    };
  }
}

/** A socket that has entered a room, and the frames that nobody has read yet. */
class WaitingRoom implements JoinedRoom {
  /** Resolves with the first frame after the room was entered. */
  readonly entered: Promise<void>;
  isConfirmed = false;
  readonly #opening: Opening;
  readonly #socket: LiveSocket;
  readonly #frames: Uint8Array[] = [];
  #size = 0;
  #reader: SocketEvents | null = null;
  #end: SocketEnd | null = null;
  #lost: (at: number) => void = () => undefined;

  constructor(roomId: string, opening: Opening, { openSocket }: Outbound) {
    this.#opening = opening;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.entered = promise;
    this.#socket = openSocket(opening, {
      onOpen: () => {
        // The answer to the heartbeat tells that the platform has read the frame before it.
        this.#socket.send(enterRoomFrame(roomId, ''));
        this.#socket.send(heartbeatFrame(roomId));
      },
      onFrame: (bytes) => {
        resolve();
        this.#receive(bytes);
      },
      onEnd: (end) => {
        reject(new Error('the platform has closed the socket'));
        this.#ended(end);
      },
    });
  }

  get isOpen(): boolean {
    return this.#end === null;
  }

  onLost(listener: (at: number) => void): void {
    this.#lost = listener;
  }

  leadsTo({ url }: Opening): boolean {
    return this.isOpen && placeOf(url) === placeOf(this.#opening.url);
  }

  takeOver(reader: SocketEvents): LiveSocket {
    let isPaused = false;
    const readWaiting = () => {
      for (let bytes = this.#frames.shift(); bytes !== undefined; bytes = this.#frames.shift()) {
        this.#size -= bytes.length;
        reader.onFrame(bytes);
        if (isPaused) return;
      }
      this.#reader = reader;
      if (this.#end !== null) reader.onEnd(this.#end);
    };
    queueMicrotask(() => {
      reader.onOpen();
      readWaiting();
    });
    let isEntered = false;
    return {
      send: (bytes) => {
        // The reader enters the room when its socket opens. This socket has done so.
        if (!isEntered && Buffer.from(bytes).includes('im_enter_room')) isEntered = true;
        else this.#socket.send(bytes);
      },
      pause: () => {
        isPaused = true;
        this.#socket.pause?.();
      },
      resume: () => {
        isPaused = false;
        this.#socket.resume?.();
        if (this.#reader === null) readWaiting();
      },
      close: () => this.#socket.close(),
    };
  }

  close(): void {
    this.#socket.close();
  }

  #receive(bytes: Uint8Array): void {
    if (this.#reader !== null) {
      this.#reader.onFrame(bytes);
      return;
    }
    this.#frames.push(bytes);
    this.#size += bytes.length;
    if (this.#size > LARGEST_WAIT) this.#socket.close();
  }

  #ended(end: SocketEnd): void {
    this.#end = end;
    if (this.#reader !== null) this.#reader.onEnd(end);
    else this.#lost(Date.now());
  }
}

/** The parts of an address that two connections to a room have in common. Signatures and cursors differ. */
function placeOf(address: string): string {
  const { origin, pathname, searchParams } = new URL(address);
  return `${origin}${pathname} ${searchParams.get('room_id')}`;
}

function rejected(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}
