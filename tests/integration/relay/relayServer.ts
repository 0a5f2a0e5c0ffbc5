import Fastify from 'fastify';
import { systemClock } from '#backstage/clock.ts';
import { Upgrades } from '#backstage/sockets/upgrades.ts';
import { createSource } from '#backstage/sources/lines.ts';
import { openWsSocket } from '#backstage/sources/socket.ts';
import { Relay, type RelayLimits } from '#server/relay/relay.ts';
import { type Authorise, serveRelay } from '#server/relay/serveRelay.ts';
import type { Line } from '#shared/contract/connection.ts';
import type { LiveSocket, OpenSocket } from '#shared/live/source.ts';
import type { Simulator } from '#tests/simulator/simulator.ts';
import { linesTo } from '../backstage/fixtures.ts';
import { atEnd } from '../backstage/setup.ts';

export interface RelayServer {
  url: string;
  /** The number of open sockets to the platform. */
  upstream(): number;
}

/** Authorises everybody. The token is the name of the user. */
const byName: Authorise = async ({ headers }) =>
  /^Bearer (\w+)$/.exec(headers.authorization ?? '')?.[1] ?? null;

/** Starts a relay that connects to the simulator. It closes at the end of the test. */
export async function startRelay(
  sim: Simulator,
  { limits = {}, authorise = byName }: { limits?: Partial<RelayLimits>; authorise?: Authorise } = {},
): Promise<RelayServer> {
  const [line] = linesTo(sim);
  if (line === undefined) throw new Error('a line');
  const wires = new Wires();
  const relay = new Relay({
    createSource: () => createSource(line),
    openSocket: wires.open,
    clock: systemClock,
    random: () => 0,
    limits,
  });
  const app = Fastify({ forceCloseConnections: true });
  const upgrades = new Upgrades(app.server);
  const trust = { publicHost: null, listenHost: '127.0.0.1' };
  serveRelay(app, { relay, authorise, upgrades, trust });
  app.addHook('preClose', async () => upgrades.close());
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  atEnd(() => app.close());
  return { url: url.replace('http', 'ws'), upstream: () => wires.count };
}

/** The two lines of a host: directly to the platform, and through the relay. */
export function linesBy(sim: Simulator, relay: RelayServer, token: string): [direct: Line, relayed: Line] {
  const [direct, other] = linesTo(sim);
  if (direct === undefined || other === undefined) throw new Error('two lines');
  return [direct, { ...other, kind: 'relay', relayUrl: relay.url, relayToken: token }];
}

/** Real sockets that a test can close. */
export class Wires {
  readonly #sockets = new Set<LiveSocket>();

  get count(): number {
    return this.#sockets.size;
  }

  readonly open: OpenSocket = (opening, events) => {
    const socket = openWsSocket(opening, {
      ...events,
      onEnd: (end) => {
        this.#sockets.delete(socket);
        events.onEnd(end);
      },
    });
    this.#sockets.add(socket);
    return socket;
  };

  /** Closes all sockets, as a change of the network would. */
  cut(): void {
    for (const socket of [...this.#sockets]) socket.close();
  }
}
