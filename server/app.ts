import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import type { Backstage } from '#backstage/api.ts';
import { Upgrades } from '#backstage/sockets/upgrades.ts';
import type { Api } from './api/api.ts';
import { answerError } from './api/errors.ts';
import { negotiateLanguage, translate } from './api/language.ts';
import { serveBackstage } from './backstageSocket.ts';
import { securityHeaders, transportSecurity } from './headers.ts';
import { type Entrance, openEntrance } from './hosting/entrance.ts';
import { createRateLimits, defaultLimits } from './limits/limits.ts';
import { Metrics } from './metrics/metrics.ts';
import { measureSockets } from './metrics/sockets.ts';
import { type OverlayPlaces, onePlace } from './overlay/places.ts';
import { serveOverlays } from './overlay/serveOverlays.ts';
import type { Authorise } from './relay/authorise.ts';
import type { Relay } from './relay/relay.ts';
import { serveRelay } from './relay/serveRelay.ts';
import { serveReleases } from './releases/serveReleases.ts';
import { defaultSocketLimits, type SocketLimits } from './socketLimits.ts';
import { isMonitor, type StatusOptions, serveStatus } from './status.ts';
import { addressOf } from './thisMachine.ts';
import { isTrustedHost, isTrustedOrigin, type Trust } from './trust.ts';
import { serveWebApp } from './webApp.ts';

export interface AppOptions {
  backstage: Backstage;
  /** Decides which screen joins which backstage; without it all join the one. */
  entrance?: Entrance;
  trust: Trust;
  /** Browsers reach the server by https. */
  https?: boolean;
  /** The folder with the built web app; the overlay pages are in `overlay` beside it. */
  webDir: string;
  build: string;
  /** Accounts and all that belongs to them; without it `/api` has `health` alone. */
  api?: Pick<Api, 'serve' | 'isOpen' | 'services'>;
  /** Passes rooms on to other Ringsides; without it there is no such path. */
  relay?: { relay: Relay; authorise: Authorise };
  /** The folder with the releases of the desktop app; without it none are offered. */
  releasesDir?: string;
  /** How many proxies before the server are believed about the sender's address. */
  trustedProxies?: number;
  /** Where the tokens of overlays lead; to the one backstage where it is left out. */
  overlays?: OverlayPlaces;
  /** Whether a show is counting; the one backstage's own word where it is left out. */
  busy?: () => boolean;
  /** Why shows cannot be counted as they should; nothing where it is left out. */
  problems?: StatusOptions['problems'];
  metrics?: Metrics;
  limits?: SocketLimits;
  /** Lets a monitor read the metrics from elsewhere. */
  metricsToken?: string | null;
  /** Told of faults in the admission of sockets. */
  log?: (message: string, error: unknown) => void;
}

/** Upgrades and relay lookups of one sender: all of a host's programs may come back at once, and more. */
const UPGRADES_OF_SENDER = { burst: 300, perSecond: 50 };

/** The web server: the app's files, `GET /api/health`, and the backstage over WebSockets. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { backstage, trust, webDir, build, api, relay, trustedProxies = 0, https = false } = options;
  const { limits = defaultSocketLimits } = options;
  const { metrics = new Metrics(), metricsToken = null, busy = () => backstage.busy } = options;
  const { log = () => undefined } = options;
  const always = securityHeaders(https);
  const app = Fastify({
    ...(api === undefined ? {} : { loggerInstance: api.services.log.logger }),
    // The API logs its calls itself: Fastify would write addresses with their queries.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'id' }),
    bodyLimit: 1024 * 1024,
    ...timeouts(limits.requestWithinMs),
    // At the end those who wait for an answer get it; the others are let go.
    forceCloseConnections: 'idle',
    genReqId: () => randomUUID(),
    // The API sets zod's compilers. Without these factories Fastify loads its own: 100 modules, 16 MB, 0.1 s.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    trustProxy: (_address: string, hop: number) => hop < trustedProxies,
    // A hundred ids in a path.
    routerOptions: { maxParamLength: 1200 },
    // What cannot be read as a request at all has no scope of its own to answer it.
    frameworkErrors: (error, request, reply) => {
      const language = negotiateLanguage(request.headers['accept-language']);
      const { status, body } = answerError(error, language);
      const headers = { ...always, 'content-type': 'application/json; charset=utf-8' };
      reply.raw.writeHead(status, headers).end(JSON.stringify(body));
    },
  });

  app.addHook('onRequest', async (request, reply) => {
    const { host, origin } = request.headers;
    const trusted =
      isTrustedHost(host, trust) && (origin === undefined || isTrustedOrigin(origin, host, trust));
    reply.headers({ ...always, 'x-request-id': request.id });
    if (!trusted && !isMonitor(request, { metricsToken })) {
      const language = negotiateLanguage(request.headers['accept-language']);
      const msg = translate(language, 'api.untrusted', { host: (host ?? '').slice(0, 100) });
      return reply.code(403).send({ code: 403, msg, data: null });
    }
  });

  const databaseIsOpen = api === undefined ? null : () => api.isOpen;
  const { problems = () => [] } = options;
  serveStatus(app, { build, busy, problems, databaseIsOpen, metrics, metricsToken });
  if (api !== undefined) await app.register((scope) => api.serve(scope), { prefix: '/api' });
  app.all('/api/*', async (_request, reply) =>
    reply.code(404).send({ code: 404, msg: 'Not Found', data: null }),
  );

  await serveWebApp(app, webDir);
  if (options.releasesDir !== undefined) serveReleases(app, options.releasesDir);

  const ofSender = createRateLimits({ ...defaultLimits, sender: UPGRADES_OF_SENDER }, Date.now);
  const upgrades = new Upgrades(app.server, {
    headers: always,
    budget: (request) => ofSender.ofSender(addressOf(request, trustedProxies), null),
    pingEveryMs: limits.pingEveryMs,
    mostUnsent: limits.mostUnsent,
    log,
  });
  const pagesDir = join(webDir, '..', 'overlay');
  const places = options.overlays ?? onePlace(backstage);
  const connected = serveOverlays(app, {
    ...{ places, pagesDir, trust, upgrades },
    limits: limits.pages,
    headers: transportSecurity(https),
  });
  metrics.add({ name: 'ringside_overlays', help: 'Overlay pages that are connected.', read: connected });
  if (relay !== undefined) {
    const budget = (request: FastifyRequest) => ofSender.ofSender(request.ip, null);
    serveRelay(app, { ...relay, upgrades, trust, budget });
  }
  const entrance = options.entrance ?? openEntrance(backstage);
  const sockets = serveBackstage(upgrades, { entrance, trust, limits: limits.screens, log });
  metrics.add({ name: 'ringside_screens', help: 'Screens that are joined.', read: () => sockets.screens });
  const stopMeasuring = measureSockets(metrics, upgrades);
  app.addHook('preClose', async () => {
    stopMeasuring();
    sockets.stop();
    upgrades.close();
  });
  return app;
}

/** Who sends or reads too slowly is cut off, so that nobody can hold connections for nothing. */
function timeouts(requestTimeout: number) {
  return {
    requestTimeout,
    connectionTimeout: 120_000,
    http: {
      headersTimeout: Math.min(15_000, requestTimeout),
      connectionsCheckingInterval: Math.min(5000, requestTimeout / 2),
    },
  };
}

function noCompiler(): never {
  throw new Error('only routes of the API have schemas');
}
