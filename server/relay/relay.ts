import { systemClock } from '#backstage/clock.ts';
import { gunzip } from '#backstage/sources/gunzip.ts';
import { createSource } from '#backstage/sources/lines.ts';
import { openWsSocket } from '#backstage/sources/socket.ts';
import type { Line } from '#shared/contract/connection.ts';
import { type Problem, RingsideError } from '#shared/contract/error.ts';
import { FROM_DEVICE, type RelayQuery } from '#shared/contract/relay.ts';
import { RoomClient } from '#shared/live/client.ts';
import type { ClientState, Clock } from '#shared/live/clientTypes.ts';
import type { FrameSource, OpenSocket, RoomFacts } from '#shared/live/source.ts';
import { cleanUsername } from '#shared/live/username.ts';
import { Buckets } from '../limits/buckets.ts';
import { brokenFrame, FrameStore, messageFrame, type StoredFrame, type StoreLimits } from './frameStore.ts';

export interface RelayLimits {
  frames: StoreLimits;
  /** Maximum number of rooms of the relay, rooms of one user and sockets of one user at a time. */
  rooms: number;
  roomsOfUser: number;
  socketsOfUser: number;
  /** How long (ms) a room without watchers stays open, for watchers that reconnect. */
  lingerFor: number;
}

const defaultRelayLimits: RelayLimits = {
  frames: { keepFor: 5 * 60_000, most: 16 * 1024 * 1024 },
  rooms: 200,
  roomsOfUser: 3,
  socketsOfUser: 6,
  lingerFor: 2 * 60_000,
};

const LOOKUPS = { burst: 30, perSecond: 0.5 };

interface RelayOptions {
  createSource: () => FrameSource;
  openSocket: OpenSocket;
  clock: Clock;
  random: () => number;
  limits?: Partial<RelayLimits>;
}

/** 429: too many sockets, rooms or look-ups of one user. 503: the relay is full, or the room cannot be reached. */
type RelayRefusal = { status: 429 | 503; retryAfterSeconds: number };

interface OpenRoom {
  room: RelayRoom;
  cancelEnd: () => void;
}

/** Connects to each room once and shares it among all watchers. */
export class Relay {
  readonly #options: RelayOptions;
  readonly #limits: RelayLimits;
  readonly #rooms = new Map<string, OpenRoom>();
  /** For each user: the room key of each of its sockets. */
  readonly #sockets = new Map<string, string[]>();
  readonly #lookups: Buckets;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#limits = { ...defaultRelayLimits, ...options.limits };
    this.#lookups = new Buckets(LOOKUPS, () => options.clock.now());
  }

  /** The number of open rooms, and the limit. */
  get rooms(): { used: number; limit: number } {
    return { used: this.#rooms.size, limit: this.#limits.rooms };
  }

  /**
   * Looks a room up. Rejects with a RingsideError as the source's `resolve` does, and with room.rateLimited after too
   * many look-ups.
   */
  async lookUp(user: string, typed: string, signal: AbortSignal): Promise<RoomFacts> {
    const wait = this.#lookups.take(user);
    if (wait > 0) throw new RingsideError('room.rateLimited', { seconds: Math.ceil(wait) });
    const username = cleanUsername(typed);
    const known = this.#rooms.get(keyOf(username))?.room.facts;
    return known ?? this.#options.createSource().resolve(username, signal);
  }

  /**
   * Opens a room, or joins an open one. Calls `accept` when the relay is connected to the room. Returns a refusal if
   * the user cannot join.
   */
  async join(
    user: string,
    query: RelayQuery,
    accept: (subscription: Subscription) => void,
  ): Promise<RelayRefusal | null> {
    const username = cleanUsername(query.username);
    const key = keyOf(username);
    const sockets = this.#sockets.get(user) ?? [];
    const rooms = new Set([...sockets, key]);
    if (sockets.length >= this.#limits.socketsOfUser || rooms.size > this.#limits.roomsOfUser) {
      return { status: 429, retryAfterSeconds: 30 };
    }
    const known = this.#rooms.get(key);
    // Open a room that has ended or was not live again: it may be live by now.
    if (known?.room.isOver) this.#end(key, known);
    if (!this.#rooms.has(key)) {
      // Opening a room costs the platform a look-up, even if the user leaves at once.
      const wait = this.#lookups.take(user);
      if (wait > 0) return { status: 429, retryAfterSeconds: Math.ceil(wait) };
      if (this.#rooms.size >= this.#limits.rooms && !this.#endUnwatchedRoom()) {
        return { status: 503, retryAfterSeconds: 60 };
      }
    }
    this.#sockets.set(user, [...sockets, key]);
    const open = this.#open(key, username);
    const { room } = open;
    const now = room.last;
    if (!(await room.firstAttempt())) {
      this.#leave(user, key, open);
      return { status: 503, retryAfterSeconds: 2 };
    }
    const device = `${user} ${query.device}`;
    const after =
      query.from === FROM_DEVICE
        ? room.positionOf(device)
        : query.from === ''
          ? undefined
          : Number(query.from);
    let stop = () => {};
    accept({
      start: (watcher) => {
        stop = room.watch(watcher, after ?? now);
      },
      acknowledge: (position) => room.acknowledge(device, position),
      cancel: () => {
        stop();
        this.#leave(user, key, open);
      },
    });
    return null;
  }

  /** Returns the problem of a room's connection, or null. */
  problemOf(username: string): Problem | null {
    return this.#rooms.get(keyOf(username))?.room.problem ?? null;
  }

  close(): void {
    for (const { room, cancelEnd } of this.#rooms.values()) {
      cancelEnd();
      room.close();
    }
    this.#rooms.clear();
  }

  #open(key: string, username: string): OpenRoom {
    const known = this.#rooms.get(key);
    if (known !== undefined) {
      known.cancelEnd();
      return known;
    }
    const { createSource, openSocket, clock, random } = this.#options;
    const parts = { openSocket, clock, random, source: createSource(), limits: this.#limits.frames };
    const open: OpenRoom = { room: new RelayRoom(username, parts), cancelEnd: () => {} };
    this.#rooms.set(key, open);
    return open;
  }

  #leave(user: string, key: string, open: OpenRoom): void {
    const left = [...(this.#sockets.get(user) ?? [])];
    const index = left.indexOf(key);
    if (index >= 0) left.splice(index, 1);
    if (left.length > 0) this.#sockets.set(user, left);
    else this.#sockets.delete(user);
    if (this.#isWatched(key) || this.#rooms.get(key) !== open) return;
    open.cancelEnd = this.#options.clock.after(this.#limits.lingerFor, () => this.#end(key, open));
  }

  #isWatched(key: string): boolean {
    return [...this.#sockets.values()].some((keys) => keys.includes(key));
  }

  /** Ends a room that nobody watches, to make space for another one. Returns false if all rooms are watched. */
  #endUnwatchedRoom(): boolean {
    for (const [key, open] of this.#rooms) {
      if (this.#isWatched(key)) continue;
      this.#end(key, open);
      return true;
    }
    return false;
  }

  #end(key: string, open: OpenRoom): void {
    open.cancelEnd();
    this.#rooms.delete(key);
    open.room.close();
  }
}

/** A user's subscription to the frames of a room. */
export interface Subscription {
  /** Sends the missed frames to `watcher`, and then all new ones. */
  start(watcher: Watcher): void;
  acknowledge(position: number): void;
  cancel(): void;
}

function keyOf(username: string): string {
  return username.toLowerCase();
}

/** Opens a relay that connects to rooms through one of the server's own lines. */
export function openRelay(line: Line): Relay {
  return new Relay({
    createSource: () => createSource(line),
    openSocket: openWsSocket,
    clock: systemClock,
    random: Math.random,
  });
}

/** A socket that receives a room's frames. */
interface Watcher {
  send(frame: StoredFrame): void;
  /** The connection to the room is lost. The watcher reconnects and resumes at its position. */
  interrupt(): void;
}

interface RelayRoomOptions {
  source: FrameSource;
  openSocket: OpenSocket;
  clock: Clock;
  random: () => number;
  limits: StoreLimits;
}

/** Maximum number of devices whose position a room remembers. */
const MOST_DEVICES = 1000;

/** A room with one connection to the platform and any number of watchers. */
class RelayRoom {
  readonly #client: RoomClient;
  readonly #store: FrameStore;
  readonly #watchers = new Set<Watcher>();
  /** The last position that each device has acknowledged. */
  readonly #devices = new Map<string, number>();
  #facts: RoomFacts | null = null;
  #connected = false;
  #waiting: (() => void)[] = [];

  constructor(username: string, { limits, ...options }: RelayRoomOptions) {
    const { clock } = options;
    // Start after all positions of earlier relay processes.
    this.#store = new FrameStore(limits, clock.now() * 1000);
    this.#client = new RoomClient({
      ...options,
      gunzip,
      onFrame: ({ at, raw, ack }) => {
        if (raw.length > 0) this.#add(at, (position) => messageFrame(raw, position));
        ack();
      },
      onState: (state) => this.#changed(state),
      onGap: ({ cause, detail }) => {
        // Watchers detect a broken message themselves. A broken frame has no messages to pass on.
        if (cause === 'badFrame' && detail === '') this.#add(clock.now(), brokenFrame);
      },
      onRoom: (facts) => {
        this.#facts = facts;
      },
    });
    this.#client.start(username);
  }

  /** The last facts of the room; null while the relay is not connected to it. */
  get facts(): RoomFacts | null {
    return this.#connected ? this.#facts : null;
  }

  /** Whether the room is not live and is not tried again. */
  get isOver(): boolean {
    const { phase } = this.#client.state;
    return phase === 'ended' || phase === 'failed';
  }

  get problem(): Problem | null {
    return this.#client.state.problem;
  }

  get watchers(): number {
    return this.#watchers.size;
  }

  /** The position of the newest frame. */
  get last(): number {
    return this.#store.last;
  }

  /** Returns the last position that a device acknowledged; undefined if there is none. */
  positionOf(device: string): number | undefined {
    return this.#devices.get(device);
  }

  acknowledge(device: string, position: number): void {
    const known = this.#devices.get(device) ?? 0;
    if (position > this.#store.last || position < known) return;
    this.#devices.delete(device);
    this.#devices.set(device, position);
    const [oldest] = this.#devices.keys();
    if (this.#devices.size > MOST_DEVICES && oldest !== undefined) this.#devices.delete(oldest);
  }

  /** Waits for the first attempt to connect. Resolves to whether the relay is connected. */
  async firstAttempt(): Promise<boolean> {
    if (this.#isConnecting()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.#connected;
  }

  /** Sends the kept frames after a position, and then all new frames. Returns a function that stops it. */
  watch(watcher: Watcher, after: number): () => void {
    for (const frame of this.#store.after(after)) watcher.send(frame);
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  close(): void {
    this.#client.stop();
  }

  #isConnecting(): boolean {
    const { phase, problem } = this.#client.state;
    return (phase === 'resolving' || phase === 'connecting') && problem === null;
  }

  #add(at: number, make: (position: number) => Uint8Array): void {
    const frame = this.#store.add(at, make);
    for (const watcher of this.#watchers) watcher.send(frame);
  }

  #changed({ phase }: ClientState): void {
    const connected = phase === 'live' || phase === 'silent';
    const lost = this.#connected && !connected && phase !== 'ended';
    this.#connected = connected;
    if (lost) for (const watcher of [...this.#watchers]) watcher.interrupt();
    if (this.#isConnecting()) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
