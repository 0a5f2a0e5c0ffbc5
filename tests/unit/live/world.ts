import { gunzipSync } from 'node:zlib';
import type { Problem } from '#shared/contract/error.ts';
import { RoomClient } from '#shared/live/client.ts';
import type { ClientOptions, ClientState, Clock, Gap, ReceivedFrame } from '#shared/live/clientTypes.ts';
import type {
  FrameSource,
  Opening,
  OpenSocket,
  RoomFacts,
  SocketEnd,
  SocketEvents,
} from '#shared/live/source.ts';
import type { WayChoice } from '#shared/live/wayChoice.ts';

/** A clock that moves only with `pass`. */
class TurnedClock implements Clock {
  #now = 1_800_000_000_000;
  #timers: { at: number; run: () => void }[] = [];

  now = (): number => this.#now;

  after = (ms: number, run: () => void): (() => void) => {
    const timer = { at: this.#now + ms, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  };

  /** Sets the time of day back, as an operating system may. Timers still run after their time. */
  setBack(ms: number): void {
    this.#now -= ms;
    this.#timers = this.#timers.map((timer) => Object.assign(timer, { at: timer.at - ms }));
  }

  get waiting(): number {
    return this.#timers.length;
  }

  /** Advances the clock by `ms`, and runs each timer at its own time. */
  async pass(ms: number): Promise<void> {
    const until = this.#now + ms;
    await settled();
    for (;;) {
      const next = this.#timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#now = Math.max(this.#now, next.at);
      next.run();
      await settled();
    }
    this.#now = until;
  }
}

/** Waits until all pending promises have settled. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export const room: RoomFacts = {
  roomId: '7300000000000000001',
  ownerId: '6838231546857686021',
  ownerUsername: 'mika',
  nickname: 'Mika',
  title: '',
  avatar: '',
  following: 1,
  followers: 2,
  live: true,
};

export class FakeSocket {
  readonly sent: Uint8Array[] = [];
  closed = false;
  paused = false;
  readonly opening: Opening;
  readonly #events: SocketEvents;

  constructor(opening: Opening, events: SocketEvents) {
    this.opening = opening;
    this.#events = events;
  }

  open(): void {
    this.#events.onOpen();
  }

  frame(bytes: Uint8Array): void {
    this.#events.onFrame(bytes);
  }

  room(facts: RoomFacts): void {
    this.#events.onRoom?.(facts);
  }

  blocked(problem: Problem): void {
    this.#events.onBlocked?.(problem);
  }

  end(end: SocketEnd = { kind: 'closed', code: 1006, reason: '' }): void {
    this.#events.onEnd(end);
  }
}

/**
 * A room client with a fake source, sockets and clock. `page`: the source opens the sockets, as a page does. `ways`: the
 * source chooses its way.
 */
export function makeWorld(
  options: Partial<ClientOptions> = {},
  page?: { startLimit: number },
  ways?: WayChoice,
) {
  const clock = new TurnedClock();
  const sockets: FakeSocket[] = [];
  const states: ClientState[] = [];
  const intakes: ReceivedFrame[] = [];
  const gaps: Gap[] = [];
  const rooms: RoomFacts[] = [];
  const asked = { resolve: [] as string[], open: 0, renew: 0, resumes: [] as (string | undefined)[] };
  const answers: { room: () => RoomFacts; opening: () => Opening } = {
    room: () => room,
    opening: () => ({ url: 'wss://push.test/', headers: {} }),
  };
  const source: FrameSource = {
    resolve: async (username) => {
      asked.resolve.push(username);
      return answers.room();
    },
    open: async (_, resume) => {
      asked.open += 1;
      asked.resumes.push(resume?.cursor);
      return answers.opening();
    },
    renew: () => {
      asked.renew += 1;
    },
    ...(ways === undefined ? {} : { ways }),
  };
  const openSocket: OpenSocket = (opening, events) => {
    const socket = new FakeSocket(opening, events);
    sockets.push(socket);
    return {
      send: (bytes) => {
        socket.sent.push(bytes);
      },
      pause: () => {
        socket.paused = true;
      },
      resume: () => {
        socket.paused = false;
      },
      close: () => {
        socket.closed = true;
      },
    };
  };
  const client = new RoomClient({
    source: page === undefined ? source : { ...source, ...page, openSocket },
    openSocket,
    clock,
    random: () => 0.5,
    gunzip: (bytes, limit) => gunzipSync(bytes, { maxOutputLength: limit }),
    onFrame: (intake) => intakes.push(intake),
    onState: (state) => states.push(state),
    onGap: (gap) => gaps.push(gap),
    onRoom: (facts) => rooms.push(facts),
    ...options,
  });
  const socket = (): FakeSocket => {
    const last = sockets.at(-1);
    if (last === undefined) throw new Error('no socket was opened');
    return last;
  };
  /** Starts the client and opens its socket. */
  const live = async (): Promise<FakeSocket> => {
    client.start('mika');
    await settled();
    socket().open();
    return socket();
  };
  const phases = (): string[] =>
    states.map(({ phase }) => phase).filter((phase, i, all) => phase !== all[i - 1]);
  const messages = () => intakes.flatMap((intake) => intake.messages);
  return {
    client,
    clock,
    sockets,
    socket,
    states,
    phases,
    intakes,
    messages,
    gaps,
    rooms,
    asked,
    answers,
    live,
  };
}
