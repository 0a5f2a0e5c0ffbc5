import { describe, expect, it } from 'vitest';
import { type Outbound, unguarded } from '#backstage/sources/outbound.ts';
import { JoinedRooms, LateJoinError } from '#server/cluster/joinedRooms.ts';
import type { Line } from '#shared/contract/connection.ts';
import type { Opening, OpenSocket, SocketEnd } from '#shared/live/source.ts';
import type { Simulator } from '#tests/simulator/simulator.ts';
import { atEnd, backstage, linesTo, simulator, startShow } from '../backstage/setup.ts';

const ROSE = 5655;
const HOST = 'mika';

const roomOn = (sim: Simulator) => {
  const line: Line | undefined = linesTo(sim)[0];
  if (line === undefined) throw new Error('there is no line');
  return { line, username: sim.username };
};

/** Joins the room of a simulator as a node does for a show that is about to come, and that comes if `isConfirmed`. */
async function join(sim: Simulator, isConfirmed = true): Promise<JoinedRooms> {
  const joined = new JoinedRooms();
  atEnd(() => joined.drop(HOST));
  await joined.join(HOST, roomOn(sim), unguarded);
  if (isConfirmed) joined.confirm(HOST);
  return joined;
}

describe('room that a node has joined before it gets the show', () => {
  it('gives everything since then to the backstage that opens the show', async () => {
    const sim = await simulator();
    const { screen, dataDir, close } = await backstage({ lines: linesTo(sim) });
    await startShow(screen, sim);
    sim.sendGift({ viewer: 'Mika', gift: ROSE });
    await sim.allAcked();
    const joined = await join(sim);
    sim.sendGift({ viewer: 'Mika', gift: ROSE, count: 2 });
    await close();
    sim.sendGift({ viewer: 'Ken', gift: ROSE, count: 4 });
    const next = await backstage({
      dataDir,
      lines: linesTo(sim),
      outbound: joined.outboundOf(HOST, unguarded),
      joined: joined.of(HOST),
    });
    await next.screen.until(() => next.screen.votes('anchor:a') === 7);
    await sim.allAcked();
    sim.sendGift({ viewer: 'Ken', gift: ROSE, count: 8 });
    await next.screen.until(() => next.screen.votes('anchor:a') === 15);
    expect(next.screen.state.gaps).toEqual([]);
    expect(sim.truth().lost).toEqual([]);
    expect(sim.truth().strange).toEqual([]);
  });

  it('marks a gap from the moment at which it was lost, if nobody reads it yet', async () => {
    const sim = await simulator();
    const { screen, dataDir, close } = await backstage({ lines: linesTo(sim) });
    await startShow(screen, sim);
    sim.sendGift({ viewer: 'Mika', gift: ROSE });
    await sim.allAcked();
    const joined = await join(sim);
    await close();
    let lookedUp = () => {};
    const asked = new Promise<void>((resolve) => {
      lookedUp = resolve;
    });
    const outbound = joined.outboundOf(HOST, {
      ...unguarded,
      fetch: async (...request) => {
        // The show is open, and the room is being looked up.
        sim.cutNow();
        lookedUp();
        return unguarded.fetch(...request);
      },
    });
    const next = await backstage({ dataDir, lines: linesTo(sim), outbound, joined: joined.of(HOST) });
    await asked;
    await next.screen.until(() => next.screen.state.gaps.length > 0);
    expect(next.screen.state.gaps).toMatchObject([{ cause: 'restart' }]);
  });

  it('does not hide a gap if the other node has not confirmed that it has stored everything', async () => {
    const sim = await simulator();
    const { screen, dataDir, close } = await backstage({ lines: linesTo(sim) });
    await startShow(screen, sim);
    const joined = await join(sim, false);
    await close();
    sim.sendGift({ viewer: 'Mika', gift: ROSE });
    expect(joined.of(HOST)).toBeUndefined();
    const next = await backstage({
      dataDir,
      lines: linesTo(sim),
      outbound: joined.outboundOf(HOST, unguarded),
    });
    await next.screen.until(() => next.screen.state.gaps.length > 0 && next.screen.state.seen.count === 1);
    expect(next.screen.state.gaps).toMatchObject([{ cause: 'restart' }]);
    expect(sim.truth().lost).toEqual([]);
  });

  it('is left when the show does not come', async () => {
    const sim = await simulator();
    const joined = await join(sim);
    sim.sendGift({ viewer: 'Mika', gift: ROSE });
    expect(sim.truth().lost).toEqual([]);
    joined.drop(HOST);
    expect(joined.of(HOST)).toBeUndefined();
    await expect
      .poll(() => {
        sim.sendGift({ viewer: 'Mika', gift: ROSE });
        return sim.truth().lost.length;
      })
      .toBeGreaterThan(0);
  });

  it('is not joined on a line whose platform refuses the socket', async () => {
    const sim = await simulator({ faults: 'blocked=5' });
    await expect(join(sim)).rejects.toThrow();
  });

  it('is tried again later if the platform is too slow, and not if it refuses', async () => {
    const sim = await simulator({ faults: 'blocked=5' });
    const joined = new JoinedRooms({ joinWithinMs: 20 });
    const slow: Outbound = {
      ...unguarded,
      fetch: (_url, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
        }),
    };
    await expect(joined.join(HOST, roomOn(sim), slow)).rejects.toThrow(LateJoinError);
    const refused = await join(sim).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Error);
    expect(refused).not.toBeInstanceOf(LateJoinError);
  });

  it('gives its frames to the show only as fast as the show reads them', async () => {
    const sim = await simulator();
    const joined = new JoinedRooms();
    atEnd(() => joined.drop(HOST));
    const { promise: opened, resolve } = Promise.withResolvers<Opening>();
    let waiting = 0;
    const openSocket: OpenSocket = (opening, { onFrame, ...events }) => {
      resolve(opening);
      const count = (bytes: Uint8Array) => {
        waiting += 1;
        onFrame(bytes);
      };
      return unguarded.openSocket(opening, { ...events, onFrame: count });
    };
    await joined.join(HOST, roomOn(sim), { ...unguarded, openSocket });
    const before = waiting;
    for (const viewer of ['Mika', 'Ken', 'Ada']) sim.sendGift({ viewer, gift: ROSE });
    await expect.poll(() => waiting).toBeGreaterThan(before);
    let frames = 0;
    const socket = joined.outboundOf(HOST, unguarded).openSocket(await opened, {
      onOpen: () => {},
      onFrame: () => {
        frames += 1;
        socket.pause?.();
      },
      onEnd: () => {},
    });
    for (let read = 1; read <= waiting; read += 1) {
      await expect.poll(() => frames).toBe(read);
      socket.resume?.();
    }
    expect(frames).toBe(waiting);
    socket.close();
  });

  it('opens a socket of its own for another room', async () => {
    const sim = await simulator();
    const other = await simulator({ username: 'other' });
    const joined = await join(sim);
    const { openSocket } = joined.outboundOf(HOST, unguarded);
    const opening: Opening = {
      url: `${other.wsUrl}/webcast/im/ws_proxy/ws_reuse_supplement/?room_id=1`,
      headers: {},
    };
    const ended = new Promise<SocketEnd>((resolve) =>
      openSocket(opening, { onOpen: () => {}, onFrame: () => {}, onEnd: resolve }),
    );
    expect(await ended).toMatchObject({ kind: 'refused' });
    expect(joined.of(HOST)?.isOpen).toBe(true);
  });
});
