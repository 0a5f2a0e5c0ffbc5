import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics } from './metrics/metrics.ts';
import type { HealthProblem } from './metrics/shows.ts';
import { comesFromThisMachine } from './trust.ts';

export interface StatusOptions {
  build: string;
  /** Whether any show is counting. */
  busy: () => boolean;
  /** Whether the database can be used; null if the server has no accounts. */
  databaseIsOpen: (() => boolean) | null;
  /** The problems that keep shows from being counted; empty if there are none. */
  problems: () => HealthProblem[];
  /** Whether a proxy may send requests to this server; by default, as long as it listens. */
  ready?: (() => boolean) | undefined;
  metrics: Metrics;
  /** The Bearer token of monitors on other machines. Null allows this machine only. */
  metricsToken: string | null;
}

/** Messages for the operator, in English like the log. */
const messages: Record<HealthProblem, string> = {
  'disk.full': 'The disk of DATA_DIR is full. Free some space.',
  'show.blocked': 'A show cannot be written to the disk. The log has the reason. Its gifts wait in memory.',
};

const METRICS_PATH = '/api/metrics';

/** The time (s) after which a server that is not ready may be asked again. */
const RETRY_AFTER = 1;

/**
 * Serves `GET /api/health` and `GET /api/metrics` (Prometheus). `health` answers 200 while shows can be counted, even
 * without accounts. It answers 503 with the reason if the disk is full or a show cannot be written.
 * `GET /api/ready` answers 503 while a node of a cluster has no lease or stops, so that a proxy takes another node.
 */
export function serveStatus(app: FastifyInstance, options: StatusOptions): void {
  const { build, busy, databaseIsOpen, problems, metrics } = options;
  const startedAt = Date.now();
  app.get('/api/health', async (_request, reply) => {
    const found = problems();
    const code = found.length === 0 ? 200 : 503;
    return reply.code(code).send({
      code,
      msg: found.length === 0 ? 'ok' : found.map((problem) => messages[problem]).join(' '),
      data: {
        build,
        uptimeSeconds: Math.floor((Date.now() - startedAt) / 1000),
        counting: busy(),
        accounts: databaseIsOpen === null ? 'none' : databaseIsOpen() ? 'open' : 'unavailable',
        problems: found,
      },
    });
  });
  app.get('/api/ready', async (_request, reply) => {
    if (options.ready?.() !== false) return reply.send({ code: 200, msg: 'ready', data: null });
    reply.header('retry-after', String(RETRY_AFTER));
    return reply.code(503).send({ code: 503, msg: 'This server is not in the cluster.', data: null });
  });
  app.get(METRICS_PATH, async (request, reply) => {
    if (!mayReadMetrics(request, options)) {
      return reply.code(403).send({ code: 403, msg: 'Forbidden', data: null });
    }
    return reply.type(metrics.registry.contentType).send(await metrics.text());
  });
  app.addHook('onResponse', async (request, reply) => {
    const pattern = request.routeOptions.url ?? '';
    const path = pattern.startsWith('/api/') ? pattern : 'pages';
    metrics.answered(request.method, path, reply.statusCode, reply.elapsedTime / 1000);
  });
}

/** Whether a request for metrics has the token. Such a request may use any host name. */
export function isMonitor(request: FastifyRequest, { metricsToken }: Pick<StatusOptions, 'metricsToken'>) {
  if (metricsToken === null || request.url.split('?')[0] !== METRICS_PATH) return false;
  const [given, wanted] = [
    Buffer.from(request.headers.authorization ?? ''),
    Buffer.from(`Bearer ${metricsToken}`),
  ];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function mayReadMetrics(request: FastifyRequest, options: StatusOptions): boolean {
  return isMonitor(request, options) || comesFromThisMachine(request);
}
