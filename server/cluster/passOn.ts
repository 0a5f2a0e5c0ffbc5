import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { Agent } from 'undici';
import { WebSocket } from 'ws';
import type { Found } from '#backstage/overlay/gate.ts';
import { OVERLAY_SOCKET } from '#backstage/overlay/gate.ts';
import type { OverlaySubscription } from '#backstage/overlay/overlayEndpoint.ts';
import type { Upgrade } from '#backstage/sockets/upgrades.ts';
import { OVERLAY_PROTOCOL } from '#shared/contract/overlay/message.ts';

/** Another node of the cluster, which has a host. */
export interface Elsewhere {
  host: string;
  /** Where this node reaches the other one. */
  address: string;
}

/** The header with the secret of the nodes. A request with it is not passed on a second time. */
export const SECRET_HEADER = 'x-ringside-node';
/** The headers of a handshake that the other node needs. */
const PASSED =
  /^(?:host|origin|user-agent|accept-language|authorization|sec-websocket-(?:key|version|protocol))$/;
/** The headers of a request over HTTP that the other node needs, beside those. */
const REQUESTED = /^(?:content-type|if-match|if-none-match|idempotency-key)$/;
/** The headers of an answer over HTTP that the other node alone knows. */
const RESPONDED = /^(?:content-type|etag|retry-after|cache-control|x-accel-buffering|www-authenticate)$/;
/** The headers of the answer that the client needs. */
const ANSWERED = /^(?:upgrade|connection|sec-websocket-(?:accept|protocol))$/;
/** The owner sends a ping every 20 seconds, so a connection that is silent for longer (ms) is dead. */
const SILENT_MS = 60_000;
const CONNECT_TIMEOUT_MS = 3000;
/** A page that is this far behind (bytes) is dropped and connects again. */
const MOST_BACKLOG = 4 * 1024 * 1024;
/** How often (ms) a node looks whether the hosts of passed sockets have moved. */
const LOOK_EVERY_MS = 1000;

export interface PassOnOptions {
  /** All nodes have the same secret. */
  secret: string;
  /** Returns the addresses of the nodes that have these hosts now. */
  addressesOf: (hosts: string[]) => Promise<ReadonlyMap<string, string>>;
}

/**
 * Passes the sockets of screens and overlays on to the node that has their host. Drops them when the host moves: the
 * page connects again, and is passed on to the new node.
 */
export class PassOn {
  readonly #options: PassOnOptions;
  readonly #passed = new Set<Elsewhere & { drop: () => void }>();
  readonly #looking: NodeJS.Timeout;
  #agent: Promise<Agent> | null = null;

  constructor(options: PassOnOptions) {
    this.#options = options;
    this.#looking = setInterval(() => void this.dropMoved().catch(() => undefined), LOOK_EVERY_MS).unref();
  }

  /** The number of sockets that are passed on. */
  get sockets(): number {
    return this.#passed.size;
  }

  /** Whether another node passed the request on. */
  isPassedOn({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
    const given = Buffer.from([headers[SECRET_HEADER] ?? ''].flat().join());
    const wanted = Buffer.from(this.#options.secret);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }

  /** Passes an upgrade on. Rejects while the client can still be answered, if the other node does not accept it. */
  async upgrade(upgrade: Upgrade, elsewhere: Elsewhere): Promise<void> {
    const { request } = upgrade;
    const kept = Object.entries(request.headers).filter(([name]) => PASSED.test(name));
    const dispatcher = await this.#openAgent();
    const { upgrade: connect } = await import('undici');
    const { headers, socket: upstream } = await connect(new URL(request.url ?? '/', elsewhere.address), {
      dispatcher,
      protocol: 'websocket',
      headers: { ...Object.fromEntries(kept), [SECRET_HEADER]: this.#options.secret },
    });
    const taken = upgrade.take();
    if (taken === null) {
      upstream.destroy();
      return;
    }
    const { socket, head } = taken;
    const answer = Object.entries(headers).filter(([name]) => ANSWERED.test(name));
    const lines = answer.map(([name, value]) => `${name}: ${[value ?? ''].flat().join(', ')}\r\n`);
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`);
    if (head.length > 0) upstream.write(head);
    for (const each of [socket, upstream]) if (each instanceof Socket) each.setNoDelay(true);
    if (upstream instanceof Socket) upstream.setTimeout(SILENT_MS, () => upstream.destroy());
    const end = () => {
      socket.destroy();
      upstream.destroy();
    };
    const release = this.#remember(elsewhere, end);
    void Promise.all([pipeline(socket, upstream), pipeline(upstream, socket)])
      .catch(() => undefined)
      .finally(() => {
        release();
        end();
      });
  }

  /** Passes a request over HTTP on, and streams the answer back. Rejects if the other node does not answer. */
  async request(request: IncomingMessage, response: ServerResponse, elsewhere: Elsewhere): Promise<void> {
    const { method = 'GET' } = request;
    const kept = Object.entries(request.headers).filter(
      ([name]) => REQUESTED.test(name) || (PASSED.test(name) && !name.startsWith('sec-')),
    );
    const dispatcher = await this.#openAgent();
    const { request: ask } = await import('undici');
    const given = new AbortController();
    response.once('close', () => given.abort());
    const { statusCode, headers, body } = await ask(new URL(request.url ?? '/', elsewhere.address), {
      dispatcher,
      method,
      headers: { ...Object.fromEntries(kept), [SECRET_HEADER]: this.#options.secret },
      body: method === 'GET' ? null : request,
      signal: given.signal,
    });
    for (const [name, value] of Object.entries(headers))
      if (RESPONDED.test(name) && value !== undefined) response.setHeader(name, value);
    response.writeHead(statusCode);
    const release = this.#remember(elsewhere, () => response.destroy());
    // The client or the other node may end a stream at any time.
    await pipeline(body, response).catch(() => response.destroy());
    release();
  }

  /** The overlays of a host on another node. */
  overlaysAt(elsewhere: Elsewhere): Found['endpoint'] {
    return {
      subscribe: (token, page): OverlaySubscription => {
        const url = new URL(OVERLAY_SOCKET, elsewhere.address);
        url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
        const ws = new WebSocket(url, {
          headers: { [SECRET_HEADER]: this.#options.secret },
          handshakeTimeout: CONNECT_TIMEOUT_MS,
          perMessageDeflate: false,
        });
        const release = this.#remember(elsewhere, () => ws.terminate());
        ws.on('open', () => ws.send(JSON.stringify({ type: 'open', protocol: OVERLAY_PROTOCOL, token })));
        ws.on('message', (data) => {
          if (page.backlog > MOST_BACKLOG) ws.terminate();
          else page.send(String(data));
        });
        // The page hears nothing else of an error: it connects again when its socket closes.
        ws.on('error', () => ws.terminate());
        ws.on('close', () => {
          release();
          page.close();
        });
        return {
          resync: () => {
            if (ws.readyState === ws.OPEN) ws.send(JSON.stringify({ type: 'resync' }));
          },
          leave: () => ws.terminate(),
        };
      },
    };
  }

  /** Drops the sockets of hosts that the other node does not have any more. */
  async dropMoved(): Promise<void> {
    if (this.#passed.size === 0) return;
    const addresses = await this.#options.addressesOf([
      ...new Set([...this.#passed].map(({ host }) => host)),
    ]);
    for (const { host, address, drop } of [...this.#passed]) if (addresses.get(host) !== address) drop();
  }

  async close(): Promise<void> {
    clearInterval(this.#looking);
    for (const { drop } of [...this.#passed]) drop();
    await (await this.#agent)?.destroy();
  }

  #remember(elsewhere: Elsewhere, drop: () => void): () => void {
    const entry = { ...elsewhere, drop };
    this.#passed.add(entry);
    return () => this.#passed.delete(entry);
  }

  /** Imported on demand: a node that has all its visitors' hosts passes nothing on. */
  #openAgent(): Promise<Agent> {
    this.#agent ??= import('undici').then(
      ({ Agent }) => new Agent({ connect: { timeout: CONNECT_TIMEOUT_MS }, headersTimeout: 20_000 }),
    );
    return this.#agent;
  }
}
