import { gunzip } from '#backstage/sources/gunzip.ts';
import type { Problem } from '#shared/contract/error.ts';
import { RoomClient } from '#shared/live/client.ts';
import type { ClientState, Clock } from '#shared/live/clientTypes.ts';
import type { FrameSource, OpenSocket, RoomFacts } from '#shared/live/source.ts';

import { brokenFrame, FrameStore, messageFrame, type StoredFrame, type StoreLimits } from './frameStore.ts';

/** A socket that receives a room's frames. */
export interface Watcher {
  send(frame: StoredFrame): void;
  /** The connection to the room is lost. The watcher reconnects and resumes at its position. */
  interrupt(): void;
}

export interface RelayRoomOptions {
  source: FrameSource;
  openSocket: OpenSocket;
  clock: Clock;
  random: () => number;
  limits: StoreLimits;
}

/** Maximum number of devices whose position a room remembers. */
const MOST_DEVICES = 1000;

/** A room with one connection to the platform and any number of watchers. */
export class RelayRoom {
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
