import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics } from './metrics/metrics.ts';
import type { HealthProblem } from './metrics/shows.ts';
import { comesFromThisMachine } from './thisMachine.ts';

export interface StatusOptions {
  build: string;
  /** Whether a show is counting. */
  busy: () => boolean;
  /** Whether accounts can be used; null where there are none. */
  databaseIsOpen: (() => boolean) | null;
  /** Why shows cannot be counted as they should; empty when all is well. */
  problems: () => HealthProblem[];
  metrics: Metrics;
  /** Lets whoever knows it read the metrics from elsewhere; null lets this machine alone. */
  metricsToken: string | null;
}

/** For whoever runs the server, like its log: in English. */
const sentences: Record<HealthProblem, string> = {
  'disk.full': 'The disk with the data is full: make room on it.',
  'show.blocked':
    'A show cannot be written to the disk; its log line says why. What arrives waits in memory.',
};

const METRICS_PATH = '/api/metrics';

/**
 * `GET /api/health` for whoever watches over the server (200 while shows can be counted, even when accounts cannot
 * be reached; 503 with the reason when the disk takes nothing), and `GET /api/metrics` for Prometheus.
 */
export function serveStatus(app: FastifyInstance, options: StatusOptions): void {
  const { build, busy, databaseIsOpen, problems, metrics } = options;
  const startedAt = Date.now();
  app.get('/api/health', async (_request, reply) => {
    const found = problems();
    const code = found.length === 0 ? 200 : 503;
    return reply.code(code).send({
      code,
      msg: found.length === 0 ? 'ok' : found.map((problem) => sentences[problem]).join(' '),
      data: {
        build,
        uptimeSeconds: Math.floor((Date.now() - startedAt) / 1000),
        counting: busy(),
        accounts: databaseIsOpen === null ? 'none' : databaseIsOpen() ? 'open' : 'unavailable',
        problems: found,
      },
    });
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

/** A monitor may know the server by a name of its own network; the token says enough of who it is. */
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
