import { type DropReason, dropReasons, drops } from '#backstage/sockets/socketCounters.ts';
import type { Upgrades } from '#backstage/sockets/upgrades.ts';
import type { Metrics } from './metrics.ts';

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
