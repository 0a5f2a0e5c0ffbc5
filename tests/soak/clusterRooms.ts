import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { SimulatorOptions } from '#tests/simulator/simulator.ts';
import type { RoomAnswer, RoomCall, RoomCalls } from './clusterRoomsChild.ts';

const ROOMS_OF_PROCESS = 20;

type Waiting = { resolve: (value: never) => void; reject: (error: Error) => void };

/** A process with rooms, or with their router. It ends with this process. */
class RoomProcess {
  readonly #child: ChildProcess = fork(join(import.meta.dirname, 'clusterRoomsChild.ts'));
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  constructor() {
    this.#child.on('message', ({ id, value, error }: RoomAnswer) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve(value as never);
      else waiting?.reject(new Error(error));
    });
    this.#child.once('exit', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('a process with rooms has ended'));
    });
  }

  call<Name extends keyof RoomCalls>(
    name: Name,
    ...args: Parameters<RoomCalls[Name]>
  ): Promise<Awaited<ReturnType<RoomCalls[Name]>>> {
    this.#lastId += 1;
    const call: RoomCall = { id: this.#lastId, name, args };
    return new Promise((resolve, reject) => {
      this.#waiting.set(call.id, { resolve, reject });
      this.#child.send(call);
    });
  }

  end(): void {
    this.#child.kill('SIGKILL');
  }
}

/** A room in another process. */
export interface SoakRoom {
  readonly username: string;
  resume(): Promise<void>;
  pause(): Promise<void>;
  /** Number of gift messages that servers have acknowledged. */
  ackedGifts(): Promise<number>;
  /** Script time that has been played, ms. */
  played(): Promise<number>;
  delivered(): Promise<{ gifts: number; diamonds: number }>;
  close(): Promise<void>;
}

/**
 * The rooms of a soak and the router to them. They are in processes of their own, so that the platform and the measuring
 * do not wait for each other, for screens, or for the lines to the database.
 */
export class SoakRooms {
  readonly #router: RoomProcess;
  readonly #processes: RoomProcess[] = [];
  #opened = 0;
  readonly webUrl: string;
  readonly wsUrl: string;

  private constructor(router: RoomProcess, { webUrl, wsUrl }: { webUrl: string; wsUrl: string }) {
    this.#router = router;
    this.webUrl = webUrl;
    this.wsUrl = wsUrl;
  }

  static async open(): Promise<SoakRooms> {
    const router = new RoomProcess();
    return new SoakRooms(router, await router.call('openRouter'));
  }

  /** Starts a room. */
  async add(options: SimulatorOptions): Promise<SoakRoom> {
    const place = Math.floor(this.#opened / ROOMS_OF_PROCESS);
    this.#opened += 1;
    const process = this.#processes[place] ?? new RoomProcess();
    this.#processes[place] = process;
    const room = await process.call('open', options);
    await this.#router.call('route', room);
    const { username } = room;
    return {
      username,
      resume: () => process.call('resume', username),
      pause: () => process.call('pause', username),
      ackedGifts: () => process.call('ackedGifts', username),
      played: () => process.call('played', username),
      delivered: () => process.call('delivered', username),
      close: async () => {
        // Whoever entered it again would get its script anew.
        await this.#router.call('unroute', username);
        await process.call('close', username);
      },
    };
  }

  /** Begins a new measurement of the silence. */
  async begin(): Promise<void> {
    await this.#all('begin');
  }

  /** The longest time (ms) in which no gift of a room was acknowledged, and in which a process with rooms did nothing. */
  async longest(): Promise<{ silentMs: number; lagMs: number }> {
    const each = await this.#all('longest');
    return {
      silentMs: Math.max(...each.map(({ silentMs }) => silentMs)),
      lagMs: Math.max(...each.map(({ lagMs }) => lagMs)),
    };
  }

  /** The usernames of rooms of which no gift was acknowledged for this time (ms). */
  async silent(ms: number): Promise<string[]> {
    return (await this.#all('silent', ms)).flat();
  }

  /** The usernames of rooms with messages that are not acknowledged. */
  async unacked(): Promise<string[]> {
    return (await this.#all('unacked')).flat();
  }

  async lost(): Promise<number> {
    return (await this.#all('lost')).reduce((sum, lost) => sum + lost, 0);
  }

  close(): void {
    for (const process of [this.#router, ...this.#processes]) process.end();
  }

  #all<Name extends keyof RoomCalls>(name: Name, ...args: Parameters<RoomCalls[Name]>) {
    return Promise.all(this.#processes.map((process) => process.call(name, ...args)));
  }
}
