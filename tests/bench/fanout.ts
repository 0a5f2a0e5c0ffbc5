import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setImmediate as macrotask } from 'node:timers/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { OverlayGate, serveOverlaySockets } from '#backstage/overlay/gate.ts';
import type { OverlaySocket } from '#backstage/overlay/overlayEndpoint.ts';
import { Upgrades } from '#backstage/sockets/upgrades.ts';
import { textOfFrame } from '../support/textFrame.ts';
import { BenchClock } from './benchClock.ts';
import { FanoutShow } from './fanoutShow.ts';
import { median } from './statistics.ts';

const SHOWS = 50;
const OVERLAYS = 2000;
const ROUNDS = 60;
const RUNS = 5;
/** Time between two changes of a show. */
const EVERY_MS = 100;
/** Bytes that may be queued before the next round. */
const MOST_WAITING = 4 * 1024 * 1024;

/**
 * Measures the changes per second that one process sends to the overlays of many shows, as a ratio to a plain broadcast
 * of the same bytes by `ws` to as many sockets. Also measures the memory per overlay, and the processor share of all
 * overlays at ten changes a second.
 */
export async function bench(): Promise<Record<string, number>> {
  const clock = new BenchClock();
  const shows = Array.from(
    { length: SHOWS },
    (_, index) => new FanoutShow(`s${index}`, OVERLAYS / SHOWS, clock),
  );
  const sent: Sent = { sockets: new Map(), last: new Map(), frames: 0 };
  const server = createServer();
  const gate = new OverlayGate({
    find: (token) => {
      const show = shows.find(({ endpoint }) => endpoint.knows(token));
      return show === undefined ? null : { endpoint: noting(show.endpoint, token, sent) };
    },
    now: () => clock.now(),
    limits: { inAll: OVERLAYS, ofHost: OVERLAYS, ofLink: OVERLAYS },
    mostStrangers: OVERLAYS,
    patience: 60_000,
  });
  const upgrades = new Upgrades(server);
  const stop = serveOverlaySockets(upgrades, { gate, isTrusted: () => true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const before = memory();
  const clients = fork(join(import.meta.dirname, 'fanoutClients.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let plain: Plain | undefined;
  try {
    await ask(clients, { port, tokens: shows.flatMap(({ tokens }) => tokens) });
    while (sent.sockets.size < OVERLAYS) await macrotask();
    clock.turn(EVERY_MS);
    const perOverlay = (memory() - before) / OVERLAYS;

    const round = () => {
      for (const show of shows) show.give();
      clock.turn(EVERY_MS);
    };
    const hubSockets = [...sent.sockets.values()];
    const unsent = () => sum(hubSockets, ({ backlog }) => backlog);
    for (let warm = 0; warm < ROUNDS; warm += 1) await settled(round, unsent);
    const others = await openPlain(clients, [...sent.sockets.keys()]);
    plain = others;
    const bytes = [...sent.sockets.keys()].map((token) =>
      Buffer.from(textOfFrame(sent.last.get(token) ?? EMPTY)),
    );
    const broadcast = () => {
      for (const [at, ws] of others.sockets.entries()) ws.send(bytes[at] ?? EMPTY, AS_TEXT);
    };
    const unsentPlain = () => sum(others.sockets, ({ bufferedAmount }) => bufferedAmount);
    const hub: number[] = [];
    const floor: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const before = sent.frames;
      const hubMs = await timeOf(clients, round, unsent);
      // Not every page shows something that a gift changes.
      hub.push(((sent.frames - before) / hubMs) * 1000);
      floor.push(((ROUNDS * OVERLAYS) / (await timeOf(clients, broadcast, unsentPlain))) * 1000);
    }
    const paced = await pacedShare(round);
    return {
      'fanout.messages.perSecond': median(hub),
      'fanout.bare.perSecond': median(floor),
      'fanout.messages.ratio': median(hub.map((value, run) => value / (floor[run] ?? Number.NaN))),
      'fanout.memory.kbPerOverlay': perOverlay / 1000,
      'fanout.paced.cpuShare': paced,
    };
  } finally {
    clients.kill('SIGKILL');
    plain?.close();
    stop();
    upgrades.close();
    server.close();
  }
}

interface Sent {
  sockets: Map<string, OverlaySocket>;
  /** The last message to each socket. */
  last: Map<string, Buffer>;
  /** The number of messages to all sockets. */
  frames: number;
}

/** Wraps the endpoint to record its sockets and their last messages. */
function noting(endpoint: FanoutShow['endpoint'], token: string, sent: Sent): FanoutShow['endpoint'] {
  return {
    ...endpoint,
    subscribe: (known, socket) => {
      const bare: OverlaySocket = {
        get backlog() {
          return socket.backlog;
        },
        send: (text) => socket.send(text),
        sendFrame: (frame) => {
          sent.last.set(token, frame);
          sent.frames += 1;
          socket.sendFrame(frame);
        },
        close: () => socket.close(),
        drop: () => socket.drop(),
      };
      sent.sockets.set(token, socket);
      return endpoint.subscribe(known, bare);
    },
  };
}

const EMPTY = Buffer.alloc(0);
const AS_TEXT = { binary: false };

interface Plain {
  sockets: readonly WebSocket[];
  close(): void;
}

/** Serves as many sockets by `ws` alone. */
async function openPlain(clients: ChildProcess, tokens: readonly string[]): Promise<Plain> {
  const sockets: WebSocket[] = [];
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  server.on('connection', (ws) => sockets.push(ws));
  await once(server, 'listening');
  const address = server.address();
  await ask(clients, { port: typeof address === 'object' && address !== null ? address.port : 0, tokens });
  while (sockets.length < tokens.length) await macrotask();
  return {
    sockets,
    close: () => {
      for (const ws of sockets) ws.terminate();
      server.close();
    },
  };
}

function sum<T>(all: readonly T[], of: (each: T) => number): number {
  return all.reduce((total, each) => total + of(each), 0);
}

/** Runs a round, and waits until most of its bytes are sent. */
async function settled(round: () => void, unsent: () => number): Promise<void> {
  round();
  await macrotask();
  while (unsent() >= MOST_WAITING) await macrotask();
}

/** Time (ms) of all rounds until the last byte has arrived. */
async function timeOf(clients: ChildProcess, round: () => void, unsent: () => number): Promise<number> {
  const begun = performance.now();
  for (let done = 0; done < ROUNDS; done += 1) await settled(round, unsent);
  let before = -1;
  for (;;) {
    const waiting = unsent();
    const { received } = await ask(clients, null);
    if (waiting === 0 && received === before) break;
    before = received;
  }
  return performance.now() - begun;
}

/** Share of one core for ten changes a second of each show. */
async function pacedShare(round: () => void): Promise<number> {
  const rounds = 30;
  const cpu = process.cpuUsage();
  const begun = performance.now();
  for (let done = 1; done <= rounds; done += 1) {
    round();
    const early = begun + done * EVERY_MS - performance.now();
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, early)));
  }
  const { user, system } = process.cpuUsage(cpu);
  return (user + system) / 1000 / (performance.now() - begun);
}

const countSchema = z.object({ opened: z.number(), received: z.number() });

async function ask(clients: ChildProcess, message: object | null): Promise<z.infer<typeof countSchema>> {
  const answer = once(clients, 'message');
  clients.send(message ?? 'count');
  const [count] = await answer;
  return countSchema.parse(count);
}

function memory(): number {
  globalThis.gc?.();
  return process.memoryUsage().rss;
}
