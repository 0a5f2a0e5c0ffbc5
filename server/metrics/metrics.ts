import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type DropReason, dropReasons, drops } from '#backstage/sockets/throttledSocket.ts';
import type { Upgrades } from '#backstage/sockets/upgrades.ts';

/** Upper bounds of the histogram of answer times, in seconds. */
const ANSWER_BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** A metric whose value is read at each scrape. */
export interface Reading {
  name: string;
  help: string;
  /** Defaults to `gauge`. A counter never decreases. */
  type?: 'gauge' | 'counter';
  /** The names of the labels. Defaults to none. */
  labels?: readonly string[];
  /** One value, or one for each set of labels. */
  read(): number | readonly LabelledValue[];
}

interface LabelledValue {
  labels: Record<string, string>;
  value: number;
}

/** The Prometheus metrics of a server. Each server has its own registry, even if a process has several servers. */
export class Metrics {
  readonly registry = new Registry();
  readonly #calls = new Counter({
    name: 'ringside_http_requests_total',
    help: 'Answered HTTP requests.',
    labelNames: ['method', 'path', 'status'],
    registers: [this.registry],
  });
  readonly #times = new Histogram({
    name: 'ringside_http_request_duration_seconds',
    help: 'Time to answer an HTTP request.',
    labelNames: ['method', 'path'],
    buckets: ANSWER_BOUNDS,
    registers: [this.registry],
  });

  add(...readings: readonly Reading[]): void {
    for (const { name, help, type = 'gauge', labels = [], read } of readings) {
      const settings = { name, help, labelNames: labels, registers: [this.registry] };
      const each = (take: (labels: Record<string, string>, value: number) => void) => {
        const values = read();
        if (typeof values === 'number') take({}, values);
        else for (const { labels: of, value } of values) take(of, value);
      };
      if (type === 'counter') {
        const counter: Counter = new Counter({
          ...settings,
          collect: () => {
            counter.reset();
            each((of, value) => counter.inc(of, value));
          },
        });
      } else {
        const gauge: Gauge = new Gauge({
          ...settings,
          collect: () => {
            gauge.reset();
            each((of, value) => gauge.set(of, value));
          },
        });
      }
    }
  }

  /** Counts an answered call. `path` is the pattern of the route, never the requested path. */
  answered(method: string, path: string, status: number, seconds: number): void {
    this.#calls.inc({ method, path, status: String(status) });
    this.#times.observe({ method, path }, seconds);
  }

  /** Returns all metrics in Prometheus' text format. */
  text(): Promise<string> {
    return this.registry.metrics();
  }
}

const isReason = (message: unknown): message is DropReason =>
  dropReasons.some((reason) => reason === message);

/** Adds the metrics of WebSockets. Returns a function that stops measuring. */
export function measureSockets(metrics: Metrics, upgrades: Pick<Upgrades, 'unsent'>): () => void {
  const counts = new Map<DropReason, number>(dropReasons.map((reason) => [reason, 0]));
  const dropped = (message: unknown) => {
    if (isReason(message)) counts.set(message, (counts.get(message) ?? 0) + 1);
  };
  drops.subscribe(dropped);
  metrics.add(
    {
      name: 'ringside_sockets_dropped_total',
      help: 'WebSockets that the server closed, by reason: no answer to pings, reading too slowly, flooding, or a fault.',
      type: 'counter',
      labels: ['reason'],
      read: () => [...counts].map(([reason, value]) => ({ labels: { reason }, value })),
    },
    {
      name: 'ringside_sockets_unsent_bytes',
      help: 'Bytes that wait to be sent to screens, overlays and users of the relay.',
      labels: ['path'],
      read: () => [...upgrades.unsent].map(([path, value]) => ({ labels: { path }, value })),
    },
  );
  return () => drops.unsubscribe(dropped);
}
