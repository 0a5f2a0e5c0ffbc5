import { randomUUID } from 'node:crypto';
import { type Dirent, existsSync, readdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Backstage } from '#backstage/api.ts';
import { Upgrades } from '#backstage/sockets/upgrades.ts';
import { negotiateLanguage } from '#shared/contract/language.ts';
import type { Api } from './api/api.ts';
import { answerError } from './api/errors.ts';
import { translate } from './api/language.ts';
import { serveBackstage } from './backstageSocket.ts';
import { type Handover, serveHandover } from './cluster/handover.ts';
import type { PassOn } from './cluster/passOn.ts';
import { type AdmitScreen, admitToOne } from './hosting/screenAdmission.ts';
import { createRateLimits, defaultLimits } from './limits/limits.ts';
import { Metrics, measureSockets } from './metrics/metrics.ts';
import { lookupIn, type OverlayLookup, serveOverlays } from './overlay/overlayLookup.ts';
import type { Relay } from './relay/relay.ts';
import { type Authorise, serveRelay } from './relay/serveRelay.ts';
import { serveReleases } from './releases/serveReleases.ts';
import { mountRemote } from './remote/mountRemote.ts';
import { type RemoteLookup, remotesIn } from './remote/remoteLookup.ts';
import { defaultSocketLimits, type SocketLimits } from './socketLimits.ts';
import { isMonitor, type StatusOptions, serveStatus } from './status.ts';
import { addressOf, isTrustedHost, isTrustedOrigin, type Trust } from './trust.ts';

interface AppOptions {
  backstage: Backstage;
  /** Chooses the backstage of each screen. If it is missing, every screen joins `backstage`. */
  admit?: AdmitScreen;
  trust: Trust;
  /** Browsers reach the server over https. */
  https?: boolean;
  /** The folder of the built web app. Its sibling `overlay` has the overlay pages. */
  webDir: string;
  build: string;
  /** The API for accounts. If it is missing, `/api` has only `health` and `metrics`. */
  api?: Pick<Api, 'serve' | 'isOpen' | 'services'>;
  /** Relays rooms to other Ringsides. If it is missing, the relay's path does not exist. */
  relay?: { relay: Relay; authorise: Authorise };
  /** The folder with releases of the desktop app. If it is missing, no releases are served. */
  releasesDir?: string;
  /** The number of trusted reverse proxies. */
  trustedProxies?: number;
  /** Finds the overlays of a token. If it is missing, every token belongs to `backstage`. */
  overlays?: OverlayLookup;
  /** Finds the program of a token of the remote API. If it is missing, every token belongs to `backstage`. */
  remotes?: RemoteLookup;
  /** Whether any show is counting. Defaults to the state of `backstage`. */
  busy?: () => boolean;
  /** The problems that keep shows from being counted. Defaults to none. */
  problems?: StatusOptions['problems'];
  /** Passes screens and overlays on to other nodes of a cluster. */
  passOn?: PassOn | undefined;
  /** Takes the shows of other nodes of a cluster over. */
  handover?: Handover | undefined;
  /** Whether a proxy may send requests to this server. */
  ready?: StatusOptions['ready'];
  metrics?: Metrics;
  limits?: SocketLimits;
  /** The Bearer token with which a monitor on another machine reads the metrics. */
  metricsToken?: string | null;
  /** Logs errors in the admission of sockets. */
  log?: (message: string, error: unknown) => void;
}

/**
 * The rate limit of one sender's upgrades and relay look-ups. All screens and overlays of a host may reconnect at
 * once.
 */
const UPGRADES_OF_SENDER = { burst: 300, perSecond: 50 };

/** Pages may load from this server only, and connect to it and to programs on the visitor's own computer. */
const CONTENT_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  // OBS on the computer of the host, which the tool's page talks to.
  "connect-src 'self' ws://127.0.0.1:* ws://localhost:*",
  "frame-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join('; ');

/** Browser features that no page uses. Injected code cannot use them either. */
const PERMISSIONS = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'hid', 'midi'];

const YEAR_SECONDS = 31_536_000;

/** Returns the security headers of every response, errors included. */
const securityHeaders = (https: boolean): Record<string, string> => ({
  'content-security-policy': CONTENT_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': PERMISSIONS.map((name) => `${name}=()`).join(', '),
  ...transportSecurity(https),
});

/** Returns the HSTS header if browsers reach the server over https. */
const transportSecurity = (https: boolean): Record<string, string> =>
  https ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}` } : {};

/** Creates the HTTP server: web app, overlays, `/api`, relay, releases and WebSockets. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { backstage, trust, webDir, build, api, relay, trustedProxies = 0, https = false } = options;
  const { limits = defaultSocketLimits } = options;
  const { metrics = new Metrics(), metricsToken = null, busy = () => backstage.busy } = options;
  const { log = () => undefined, passOn } = options;
  const always = securityHeaders(https);
  const isPassedOn = (request: IncomingMessage) => passOn?.isPassedOn(request) === true;
  const app = Fastify({
    ...(api === undefined ? {} : { loggerInstance: api.services.log.logger }),
    // The API logs its own calls: Fastify's request log would contain query strings.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'id' }),
    bodyLimit: 1024 * 1024,
    ...timeouts(limits.requestWithinMs),
    // On close, finish requests that are under way and close idle connections.
    forceCloseConnections: 'idle',
    genReqId: () => randomUUID(),
    // The API sets zod's compilers. Without these factories Fastify loads its own: 100 modules, 16 MB, 0.1 s.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    trustProxy: (_address: string, hop: number) => hop < trustedProxies,
    // A batch deletion has up to a hundred ids in its path.
    routerOptions: { maxParamLength: 1200 },
    // An unreadable request belongs to no route, so Fastify's error handlers do not run for it.
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
    if (!trusted && !isPassedOn(request.raw) && !isMonitor(request, { metricsToken })) {
      const language = negotiateLanguage(request.headers['accept-language']);
      const msg = translate(language, 'api.untrusted', { host: (host ?? '').slice(0, 100) });
      return reply.code(403).send({ code: 403, msg, data: null });
    }
  });

  const databaseIsOpen = api === undefined ? null : () => api.isOpen;
  const { problems = () => [] } = options;
  serveStatus(app, { build, busy, problems, ready: options.ready, databaseIsOpen, metrics, metricsToken });
  if (api !== undefined) await app.register((scope) => api.serve(scope), { prefix: '/api' });
  app.all('/api/*', async (_request, reply) =>
    reply.code(404).send({ code: 404, msg: 'Not Found', data: null }),
  );

  await serveWebApp(app, webDir);
  if (options.handover !== undefined) serveHandover(app, options.handover, isPassedOn);
  if (options.releasesDir !== undefined) serveReleases(app, options.releasesDir);

  const ofSender = createRateLimits({ ...defaultLimits, sender: UPGRADES_OF_SENDER }, Date.now);
  const upgrades = new Upgrades(app.server, {
    headers: always,
    // The node that passes a socket on has taken it from the sender's budget.
    budget: (request) =>
      isPassedOn(request) ? 0 : ofSender.ofSender(addressOf(request, trustedProxies), null),
    pingEveryMs: limits.pingEveryMs,
    mostUnsent: limits.mostUnsent,
    log,
  });
  const pagesDir = join(webDir, '..', 'overlay');
  const connected = serveOverlays(app, {
    lookup: options.overlays ?? lookupIn(backstage),
    pagesDir,
    trust,
    upgrades,
    isPassedOn,
    limits: limits.pages,
    headers: transportSecurity(https),
  });
  metrics.add({ name: 'ringside_overlays', help: 'Connected overlay pages.', read: connected });
  await mountRemote(app, {
    build,
    lookup: options.remotes ?? remotesIn(backstage),
    trust,
    trustedProxies,
    upgrades,
    isPassedOn,
    headers: transportSecurity(https),
    log: (message, error) => log(message, error),
  });
  if (relay !== undefined) {
    const budget = (request: FastifyRequest) => ofSender.ofSender(request.ip, null);
    serveRelay(app, { ...relay, upgrades, trust, budget });
  }
  const admit = options.admit ?? admitToOne(backstage);
  const sockets = serveBackstage(upgrades, { admit, trust, limits: limits.screens, passOn, log });
  metrics.add({ name: 'ringside_screens', help: 'Connected screens.', read: () => sockets.screens });
  const stopMeasuring = measureSockets(metrics, upgrades);
  app.addHook('preClose', async () => {
    stopMeasuring();
    sockets.stop();
    upgrades.close();
  });
  return app;
}

/** Timeouts that close slow connections, so that nobody can exhaust the server's sockets. */
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

/**
 * Serves the files of the built web app. Every other path that looks like a screen gets `index.html`; the rest gets a
 * 404 envelope.
 */
async function serveWebApp(app: FastifyInstance, webDir: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: webDir,
    // Use one route and a set of files instead of two hundred routes.
    serve: false,
    index: false,
    immutable: true,
    maxAge: '365d',
  });
  const send = (reply: FastifyReply, path: string) => {
    // Names of assets contain a hash of their content. Browsers must ask again for all other files.
    if (path.startsWith('assets/')) return reply.sendFile(path);
    return reply.header('cache-control', 'no-cache').sendFile(path, { cacheControl: false });
  };
  const files = new Set(filesIn(webDir));
  const hasPage = existsSync(join(webDir, 'index.html'));
  app.get('/*', async (request, reply) => {
    const path = (request.url.split('?')[0] ?? '').slice(1);
    if (files.has(path)) return send(reply, path);
    return reply.callNotFound();
  });
  app.setNotFoundHandler(async (request, reply) => {
    const wantsPage =
      request.method === 'GET' && (request.headers.accept ?? '*/*').match(/text\/html|\*\/\*/);
    const lastPart = request.url.split('?')[0]?.split('/').pop() ?? '';
    if (!wantsPage || lastPart.includes('.') || !hasPage) {
      return reply.code(404).send({ code: 404, msg: 'Not Found', data: null });
    }
    return send(reply, 'index.html');
  });
}

/** Returns the paths of all files below a folder except hidden ones, with `/` as the separator. */
function filesIn(folder: string, below = ''): string[] {
  return entriesOf(join(folder, below)).flatMap((entry) => {
    const path = `${below}${entry.name}`;
    if (entry.isDirectory()) return filesIn(folder, `${path}/`);
    return entry.isFile() && !entry.name.startsWith('.') ? [path] : [];
  });
}

/** Lists a folder. Returns an empty list if it does not exist. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
