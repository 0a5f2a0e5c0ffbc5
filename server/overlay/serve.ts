import type { FastifyInstance } from 'fastify';
import { OverlayGate } from '#backstage/overlay/gate.ts';
import { createPages, OVERLAY_PATH } from '#backstage/overlay/pages.ts';
import { serveOverlaySockets } from '#backstage/overlay/sockets.ts';
import type { Upgrades } from '#backstage/sockets/upgrades.ts';
import { isTrustedOrigin, type Trust } from '../trust.ts';
import type { OverlayPlaces } from './places.ts';

export interface OverlayServing {
  places: OverlayPlaces;
  /** The folder with the built overlay pages. */
  pagesDir: string;
  trust: Trust;
  upgrades: Upgrades;
}

/** More than this many pages at once are asked to come again later. */
const MOST = 5000;

/**
 * Serves the overlays' pages below `/overlay/` and their sockets. Whoever has a widget's link sees that widget,
 * signed in or not. Gives back how many pages are connected; closing the app closes them.
 */
export function serveOverlays(
  app: FastifyInstance,
  { places, pagesDir, trust, upgrades }: OverlayServing,
): () => number {
  const pages = createPages({ dir: pagesDir, picture: (name) => places.picture(name) });
  app.get('/overlay', async (_request, reply) => reply.redirect(OVERLAY_PATH));
  app.get(`${OVERLAY_PATH}*`, (request, reply) => {
    reply.hijack();
    pages(request.raw, reply.raw).catch(() => reply.raw.destroy());
  });
  const gate = new OverlayGate({ find: (token) => places.find(token), now: () => Date.now(), most: MOST });
  const stop = serveOverlaySockets(upgrades, {
    gate,
    isTrusted: ({ headers: { origin, host } }) => isTrustedOrigin(origin, host, trust),
  });
  app.addHook('preClose', async () => stop());
  return () => gate.connected;
}
