import { gunzip } from '#backstage/sources/gunzip.ts';
import { createSource } from '#backstage/sources/lines.ts';
import type { Pages } from '#backstage/sources/page/pageSource.ts';
import { openWsSocket } from '#backstage/sources/socket.ts';
import { advance, piecesOf, streakKey } from '#shared/game/streaks.ts';
import { RoomClient } from '#shared/live/client.ts';
import type { ClientState, Gap } from '#shared/live/clientTypes.ts';
import type { Simulator } from '#tests/simulator/simulator.ts';

interface Counted {
  gifts: number;
  diamonds: number;
  /** Number of pieces by `userId giftId`. */
  pieces: Map<string, number>;
}

export interface CountingClient {
  client: RoomClient;
  gaps: Gap[];
  count(): Counted;
  until(holds: (state: ClientState) => boolean): Promise<void>;
  stop(): void;
}

/**
 * By default the client's waits are divided by this, so that a reconnect takes milliseconds. A page then has 3 s to open
 * its socket.
 */
const HURRY = 50;
const PAGE_HURRY = 20;

/** Time limits (ms): short with faults, and on a healthy line long enough for a busy machine. */
const patience = {
  faulty: { silentAfter: 150, deadAfter: 400 },
  /** A page takes a second or two to load, and its frames arrive in bursts. */
  page: { silentAfter: 10_000, deadAfter: 30_000 },
  /** A page that gets no frames after its start: for tests that wait for its end. */
  hanging: { silentAfter: 4000, deadAfter: 6000 },
  healthy: { silentAfter: 30_000, deadAfter: 60_000 },
};

/** Counts with the product's own code: source, client, decoder and streaks. */
export function listenAndCount(
  simulator: Simulator,
  kind: 'auto' | 'direct' | 'signed' | 'page' = 'direct',
  line: keyof typeof patience = 'faulty',
  pages?: Pages,
  hurry = kind === 'page' ? PAGE_HURRY : HURRY,
): CountingClient {
  const marks = new Map<string, number>();
  const counted: Counted = { gifts: 0, diamonds: 0, pieces: new Map() };
  const gaps: Gap[] = [];
  const watchers = new Set<() => void>();
  const changed = (): void => {
    for (const watcher of [...watchers]) watcher();
  };
  const client = new RoomClient({
    source: createSource(
      {
        id: 'line1',
        kind,
        webUrl: simulator.webUrl,
        wsUrl: simulator.wsUrl,
        signUrl: simulator.signUrl,
        signKey: 'key',
        relayUrl: '',
      },
      { pages },
    ),
    openSocket: openWsSocket,
    clock: {
      now: () => Date.now(),
      after: (ms, run) => {
        const timer = setTimeout(run, ms / hurry);
        return () => clearTimeout(timer);
      },
    },
    times: {
      ...patience[kind === 'page' && line === 'faulty' ? 'page' : line],
      tryFor: 5000 * hurry,
      lingerFor: 100,
    },
    random: () => 0,
    gunzip,
    onFrame: ({ messages, ack }) => {
      for (const gift of messages) {
        if (gift.kind !== 'gift') continue;
        const { user, giftId, groupId, repeatCount: repeat, repeatEnd: end, tickets, diamonds } = gift;
        let add = gift.history === 'first' ? 0 : piecesOf(repeat);
        if (gift.streak) {
          const key = streakKey(simulator.roomId, user.id, giftId, groupId);
          const step = { repeat, end, tickets, diamonds, history: gift.history };
          const advanced = advance(marks.get(key), step);
          marks.set(key, advanced.seen);
          add = advanced.add;
        }
        counted.gifts += add;
        counted.diamonds += add * diamonds;
        const key = `${user.id} ${giftId}`;
        if (add > 0) counted.pieces.set(key, (counted.pieces.get(key) ?? 0) + add);
      }
      ack();
      changed();
    },
    onState: changed,
    onGap: (gap) => {
      gaps.push(gap);
      changed();
    },
    onRoom: () => undefined,
  });
  client.start(simulator.username);
  return {
    client,
    gaps,
    count: () => counted,
    until: (holds) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!holds(client.state)) return;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
        look();
      }),
    stop: () => client.stop(),
  };
}

/** The simulator's own counts in the same form. */
export function truthOf(simulator: Simulator): Counted {
  const { gifts, diamonds, bySenderAndGift } = simulator.delivered();
  return {
    gifts,
    diamonds,
    pieces: new Map(bySenderAndGift.map(({ userId, giftId, count }) => [`${userId} ${giftId}`, count])),
  };
}
