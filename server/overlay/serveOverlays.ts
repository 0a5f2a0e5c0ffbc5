import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { OverlayGate, type PageLimits } from '#backstage/overlay/gate.ts';
import { createPages, OVERLAY_PATH } from '#backstage/overlay/pages.ts';
import { serveOverlaySockets } from '#backstage/overlay/sockets.ts';
import type { Upgrades } from '#backstage/sockets/upgrades.ts';
import { isTrustedOrigin, type Trust } from '../trust.ts';
import type { OverlayLookup } from './overlayLookup.ts';

export interface OverlayServing {
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
