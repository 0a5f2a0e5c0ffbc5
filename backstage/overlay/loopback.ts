import { createServer, type IncomingMessage, type Server } from 'node:http';
import { join } from 'node:path';
import { z } from 'zod';
import { type Clock, systemClock } from '../clock.ts';
import { isRemotePath, type RemoteApiOptions, serveRemote } from '../remote/serveRemote.ts';
import { Upgrades } from '../sockets/upgrades.ts';
import { readStored, type StoredShape, writeStored } from '../store/storedFile.ts';
import { OverlayGate, serveOverlaySockets } from './gate.ts';
import type { OverlayEndpoint } from './overlayEndpoint.ts';
import { createPages, OVERLAY_PATH } from './pages.ts';

interface LoopbackOptions {
  endpoint: OverlayEndpoint;
  /** The folder in which the port is stored, so that links stay valid. */
  dataDir: string;
  /** The folder with the built pages. */
  pagesDir: string;
  frames?: readonly string[];
  /** The local page of a link, empty for none. */
  fileOf?: (linkId: string) => string;
  /** The remote API at the same port. */
  remote?: Pick<RemoteApiOptions, 'build' | 'find' | 'sentence'>;
  clock?: Clock;
  /** The first port to try; 0 lets the system choose. */
  firstPort?: number;
  log: (message: string, error?: unknown) => void;
}

export interface Loopback {
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
/** The default port of a new installation. No known program uses it. */
const FIRST_PORT = 17_840;
/** The number of retries before the host gets a notice: the previous process may still hold the port. */
const QUICK_TRIES = 12;
const QUICKLY = 250;
const SLOWLY = 2000;

const portShape: StoredShape<number> = {
  migrations: [],
  read: (content) => ({ value: z.number().int().min(1).max(65_535).parse(content), dropped: 0 }),
};

/**
 * Serves the overlays of one backstage on the loopback interface. The port stays the same, because streaming software
 * stores the links. If another program uses the port, shows a notice and retries until it is free.
 */
export function openLoopback(options: LoopbackOptions): Loopback {
  return new LoopbackHub(options);
}

class LoopbackHub implements Loopback {
  readonly #options: LoopbackOptions;
  readonly #clock: Clock;
  readonly #file: string;
  #server: Server | null = null;
  #stopSockets = () => {};
  #cancel: (() => void) | null = null;
  #closed = false;
  #port: number | null;

  constructor(options: LoopbackOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#file = join(options.dataDir, 'overlay-port.json');
    this.#port = readStored(this.#file, portShape, this.#clock.now()).value;
    void this.#open(0);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#cancel?.();
    await this.#stop();
  }

  /** Listens on the stored port. Without one, tries the default port and then any free port. */
  async #open(tries: number): Promise<void> {
    if (this.#closed) return;
    const { firstPort = FIRST_PORT, log } = this.#options;
    const remembered = this.#port;
    try {
      if (remembered !== null) await this.#listen(remembered);
      else await this.#listen(firstPort).catch(() => this.#listen(0));
    } catch (error) {
      if (tries === QUICK_TRIES) {
        log(`overlays cannot be served at port ${remembered}`, error);
        this.#options.endpoint.serveAt(this.#place(remembered ?? 0), {
          code: 'overlay.portTaken',
          params: { port: String(remembered ?? 0) },
        });
      }
      const wait = tries < QUICK_TRIES ? QUICKLY : SLOWLY;
      this.#cancel = this.#clock.after(wait, () => void this.#open(tries + 1));
    }
  }

  async #listen(port: number): Promise<void> {
    const { endpoint, pagesDir, frames = [], remote, log } = this.#options;
    const server = createServer({ requestTimeout: 30_000, headersTimeout: 15_000 });
    server.timeout = 120_000;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, HOST, resolve);
    });
    if (this.#closed) {
      server.close();
      return;
    }
    const address = server.address();
    const found = typeof address === 'object' && address !== null ? address.port : port;
    const pages = createPages({ dir: pagesDir, frames, picture: (hash) => endpoint.picture(hash) });
    const upgrades = new Upgrades(server, { log });
    const api =
      remote &&
      serveRemote(upgrades, {
        ...remote,
        isTrusted: (request) => isOwn(request, found) && isOwnOrigin(request, true),
        senderOf: () => HOST,
        log,
      });
    server.on('request', (request, response) => {
      if (isOwn(request, found) && request.url?.startsWith(OVERLAY_PATH)) void pages(request, response);
      else if (api !== undefined && isRemotePath(request.url)) void api.handle(request, response);
      else response.writeHead(isOwn(request, found) ? 404 : 403).end();
    });
    const gate = new OverlayGate({
      find: (token) => (endpoint.knows(token) ? { endpoint } : null),
      now: () => this.#clock.now(),
      limits: { inAll: 500 },
    });
    const stop = serveOverlaySockets(upgrades, {
      gate,
      isTrusted: (request) => isOwn(request, found) && isOwnOrigin(request),
    });
    this.#stopSockets = () => {
      stop();
      api?.close();
      upgrades.close();
    };
    this.#server = server;
    this.#remember(found);
    endpoint.serveAt(this.#place(found));
  }

  #place(port: number) {
    return {
      url: (token: string) => `http://${HOST}:${port}${OVERLAY_PATH}#${token}`,
      file: this.#options.fileOf ?? (() => ''),
      move: () => this.#move(),
    };
  }

  async #move(): Promise<void> {
    this.#cancel?.();
    await this.#stop();
    await this.#listen(0);
  }

  #remember(port: number): void {
    if (port === this.#port) return;
    this.#port = port;
    try {
      writeStored(this.#file, portShape, port);
    } catch (error) {
      this.#options.log('the port of the overlays cannot be stored', error);
    }
  }

  async #stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    this.#stopSockets();
    if (server === null) return;
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}

/** Whether the Host header names this machine. Rejects DNS rebinding: other names that resolve to 127.0.0.1. */
function isOwn({ headers: { host } }: IncomingMessage, port: number): boolean {
  return host === `${HOST}:${port}` || host === `localhost:${port}`;
}

/** Whether a page of this hub has sent the request; with `orNone`, also a program, which sends no Origin. */
function isOwnOrigin({ headers: { host, origin } }: IncomingMessage, orNone = false): boolean {
  return origin === undefined ? orNone : origin === `http://${host}`;
}
