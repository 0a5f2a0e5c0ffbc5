import { systemClock } from '#backstage/clock.ts';
import { createSource } from '#backstage/sources/lines.ts';
import { openWsSocket } from '#backstage/sources/socket.ts';
import type { Line } from '#shared/contract/connection.ts';
import { Relay } from './relay.ts';

/** Opens a relay that connects to rooms through one of the server's own lines. */
export function openRelay(line: Line): Relay {
  return new Relay({
    createSource: () => createSource(line),
    openSocket: openWsSocket,
    clock: systemClock,
    random: Math.random,
  });
}
