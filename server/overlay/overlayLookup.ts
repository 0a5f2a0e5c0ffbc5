import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Backstage } from '#backstage/api.ts';
import { type Found, OverlayGate, type PageLimits, serveOverlaySockets } from '#backstage/overlay/gate.ts';
import { readTokens } from '#backstage/overlay/linkStore.ts';
import type { OverlayEndpoint, Picture } from '#backstage/overlay/overlayEndpoint.ts';
import { createPages, OVERLAY_PATH } from '#backstage/overlay/pages.ts';
import type { Upgrades } from '#backstage/sockets/upgrades.ts';
import type { Hosting } from '../hosting/hosting.ts';
import { TokenIndex } from '../hosting/tokenIndex.ts';
import { isTrustedOrigin, type Trust } from '../trust.ts';

/** Finds the overlays to which a token belongs, and pictures of overlay pages. */
export interface OverlayLookup {
  /**
   * Returns null for a wrong token. Rejects if the overlays are temporarily unavailable. `here`: only those of this
   * server, because another one has passed the connection on.
   */
  find(token: string, here?: boolean): Found | null | Promise<Found | null>;
  picture(name: string): Picture | null | Promise<Picture | null>;
}

/** The look-up of a server with one backstage. */
export function lookupIn({ overlays }: Backstage): OverlayLookup {
  return {
    find: (token) => (overlays.knows(token) ? { endpoint: overlays } : null),
    picture: (name) => overlays.picture(name),
  };
}

/** Reads the tokens of a host whose backstage may be closed. */
type ReadTokens = (folder: string) => Promise<string[]>;

interface HostedOverlaysOptions {
  /** Maximum number of backstages that overlays may keep open. */
  mostHeld?: number;
  readTokens?: ReadTokens;
  /** The overlays of all servers of a cluster. By default, the folders of this server have all links. */
  shared?: SharedOverlays;
}

/** What the servers of a cluster know together. Its methods reject if they cannot be reached. */
export interface SharedOverlays {
  /** The key of the account to which a token belongs; null if there is none. */
  accountOf(token: string): Promise<string | null>;
  /** The overlays of an account on another server; null if this server may open them. */
  elsewhere(account: string, here: boolean): Promise<Found | null>;
  picture(name: string): Promise<Picture | null>;
}

/**
 * The look-up of a server with a backstage per account. Opens a closed backstage for its overlay, up to a limit: OBS
 * may run for days while the host is away.
 */
export class HostedOverlays implements OverlayLookup {
  readonly #hosting: Pick<Hosting, 'open' | 'acquire'>;
  readonly #mostHeld: number;
  readonly #shared: SharedOverlays | undefined;
  /** Null in a cluster. */
  readonly #index: TokenIndex | null;
  /** The number of connected overlays of each account. */
  readonly #connected = new Map<string, number>();

  constructor(
    dataDir: string,
    hosting: Pick<Hosting, 'open' | 'acquire'>,
    options: HostedOverlaysOptions = {},
  ) {
    const read = options.readTokens ?? readTokens;
    this.#hosting = hosting;
    this.#mostHeld = options.mostHeld ?? 25;
    this.#shared = options.shared;
    this.#index =
      this.#shared === undefined
        ? new TokenIndex(dataDir, async (folder) => (await read(folder)).map(digestOf))
        : null;
  }

  /** The number of hosts with an open overlay, and the limit of backstages that are open for overlays only. */
  get seats(): { used: number; limit: number } {
    return { used: this.#connected.size, limit: this.#mostHeld };
  }

  async find(token: string, here = false): Promise<Found | null> {
    const open = this.#openOverlaysOf(token);
    const key = await this.#accountOf(token).catch((error: unknown) => {
      // An open overlay goes on while the cluster cannot be reached.
      if (open === null) throw error;
      return null;
    });
    // The token belongs to the machine's owner or to a visitor, whose backstages do not depend on overlays.
    if (key === null) return open === null ? null : { endpoint: open };
    const elsewhere = open === null ? await this.#shared?.elsewhere(key, here) : null;
    if (elsewhere) return elsewhere;
    const count = this.#connected.get(key) ?? 0;
    if (open === null && count === 0 && this.#connected.size >= this.#mostHeld)
      throw new Error('too many backstages are open for an overlay');
    const lease = await this.#hosting.acquire({ kind: 'host', key });
    if (lease === null) throw new Error('too many backstages are open for an overlay');
    this.#connected.set(key, (this.#connected.get(key) ?? 0) + 1);
    return {
      endpoint: lease.backstage.overlays,
      leave: () => {
        const left = (this.#connected.get(key) ?? 1) - 1;
        if (left === 0) this.#connected.delete(key);
        else this.#connected.set(key, left);
        lease.release();
      },
    };
  }

  picture(name: string): Picture | null | Promise<Picture | null> {
    for (const { overlays } of this.#hosting.open) {
      const picture = overlays.picture(name);
      if (picture !== null) return picture;
    }
    return this.#shared?.picture(name) ?? null;
  }

  /** Reads the links of a host again. Call it when they have changed. */
  refresh(key: string): void {
    this.#index?.refresh(key);
  }

  #openOverlaysOf(token: string): OverlayEndpoint | null {
    let found: OverlayEndpoint | null = null;
    for (const { overlays } of this.#hosting.open) if (overlays.knows(token)) found = overlays;
    return found;
  }

  async #accountOf(token: string): Promise<string | null> {
    if (this.#shared !== undefined) return this.#shared.accountOf(token);
    return this.#index?.accountOf(digestOf(token)) ?? null;
  }
}

export function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

interface OverlayServing {
  lookup: OverlayLookup;
  /** The folder of the built overlay pages. */
  pagesDir: string;
  trust: Trust;
  upgrades: Upgrades;
  /** Whether another node of the cluster passed the request on, after it checked the origin. */
  isPassedOn?: (request: IncomingMessage) => boolean;
  limits?: PageLimits | undefined;
  /** Additional headers of every response. */
  headers?: Readonly<Record<string, string>>;
}

export const defaultPageLimits: PageLimits = { inAll: 5000, ofHost: 500, ofLink: 100 };

/**
 * Serves the overlay pages below `/overlay/` and their sockets. A widget's link needs no sign-in. Returns a function
 * that counts connected pages. Closing the app closes them.
 */
export function serveOverlays(
  app: FastifyInstance,
  {
    lookup,
    pagesDir,
    trust,
    upgrades,
    isPassedOn = () => false,
    limits = defaultPageLimits,
    headers = {},
  }: OverlayServing,
): () => number {
  const pages = createPages({ dir: pagesDir, headers, picture: (name) => lookup.picture(name) });
  app.get('/overlay', async (_request, reply) => reply.redirect(OVERLAY_PATH));
  app.get(`${OVERLAY_PATH}*`, (request, reply) => {
    reply.hijack();
    pages(request.raw, reply.raw).catch(() => reply.raw.destroy());
  });
  const gate = new OverlayGate({ find: (token) => lookup.find(token), now: () => Date.now(), limits });
  const stop = serveOverlaySockets(upgrades, {
    gate,
    isTrusted: (request) => {
      const { origin, host } = request.headers;
      return isPassedOn(request) || isTrustedOrigin(origin, host, trust);
    },
    findFor: (request) => (isPassedOn(request) ? (token) => lookup.find(token, true) : undefined),
  });
  app.addHook('preClose', async () => stop());
  return () => gate.connected;
}
