import { type Connection, connectionSchema, noStats } from '#shared/contract/connection.ts';

/** A connection that is live, with some fields changed. */
export function connection(change: Partial<Connection> = {}): Connection {
  return connectionSchema.parse({
    phase: 'live',
    username: 'misaki',
    lineId: 'line1',
    kind: 'direct',
    rehearsal: false,
    roomId: '7',
    since: 0,
    lastEventAt: 90_000,
    attempt: 0,
    nextTryAt: null,
    problem: null,
    stats: noStats,
    now: 100_000,
    ...change,
  });
}
