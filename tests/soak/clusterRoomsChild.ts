import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openRoomRouter, type RoomPlace, type RoomRouter } from '#tests/cluster/roomRouter.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '#tests/simulator/simulator.ts';

/** How often (ms) it is looked which rooms have heard an acknowledgement of a gift. */
const SAMPLE_MS = 50;
const NS_PER_MS = 1e6;

interface Measured {
  room: Simulator;
  acked: number;
  heardAt: number;
}

const rooms = new Map<string, Measured>();
const lag = monitorEventLoopDelay({ resolution: 10 });
let router: RoomRouter | null = null;
let longestMs = 0;
let begunAt = 0;

const roomOf = (username: string): Simulator => {
  const found = rooms.get(username);
  if (found === undefined) throw new Error(`there is no room ${username}`);
  return found.room;
};
const all = () => [...rooms.values()];

function listen(): void {
  const now = performance.now();
  for (const each of rooms.values()) {
    // Messages that count nothing are acknowledged while no database stores gifts.
    const acked = each.room.ackedGifts();
    if (acked !== each.acked) Object.assign(each, { acked, heardAt: now });
    longestMs = Math.max(longestMs, now - Math.max(each.heardAt, begunAt));
  }
}

/** What the soak's own process asks of a process with rooms. */
const calls = {
  openRouter: async () => {
    router = await openRoomRouter();
    return { webUrl: router.webUrl, wsUrl: router.wsUrl };
  },
  route: async (place: RoomPlace) => await router?.add(place),
  unroute: (username: string) => router?.remove(username),
  open: async (options: SimulatorOptions): Promise<RoomPlace> => {
    const room = await startSimulator(options);
    const { username, roomId, webUrl, wsUrl } = room;
    rooms.set(username, { room, acked: 0, heardAt: performance.now() });
    return { username, roomId, webUrl, wsUrl };
  },
  close: async (username: string) => {
    await roomOf(username).close();
    rooms.delete(username);
  },
  resume: (username: string) => roomOf(username).resume(),
  pause: (username: string) => roomOf(username).pause(),
  ackedGifts: (username: string) => roomOf(username).ackedGifts(),
  played: (username: string) => roomOf(username).played(),
  delivered: (username: string) => {
    const { gifts, diamonds } = roomOf(username).delivered();
    return { gifts, diamonds };
  },
  /** Begins a new measurement of the silence. */
  begin: () => {
    begunAt = performance.now();
    longestMs = 0;
    lag.enable();
    lag.reset();
  },
  /** The longest time (ms) in which no gift of a room was acknowledged, and in which this process did nothing. */
  longest: () => ({ silentMs: Math.round(longestMs), lagMs: Math.round(lag.max / NS_PER_MS) }),
  /** The rooms without an acknowledged gift in this time (ms). */
  silent: (ms: number) => {
    const now = performance.now();
    return all().flatMap(({ room, heardAt }) => (now - heardAt > ms ? [room.username] : []));
  },
  unacked: () => all().flatMap(({ room }) => (room.unacked() > 0 ? [room.username] : [])),
  /** The number of gifts that nobody has received. */
  lost: () => all().reduce((sum, { room }) => sum + room.truth().lost.length, 0),
};

export type RoomCalls = typeof calls;
export interface RoomCall {
  id: number;
  name: keyof RoomCalls;
  args: unknown[];
}
export interface RoomAnswer {
  id: number;
  value?: unknown;
  error?: string;
}

async function answer({ id, name, args }: RoomCall): Promise<RoomAnswer> {
  // The parent has checked the arguments: they are those of the call.
  const call: (...args: never[]) => unknown = calls[name];
  try {
    return { id, value: await call(...(args as never[])) };
  } catch (error) {
    return { id, error: String(error) };
  }
}

setInterval(listen, SAMPLE_MS);
process.on('message', async (call: RoomCall) => process.send?.(await answer(call)));
process.once('disconnect', () => process.exit());
