import type { OpenSocket } from '#shared/live/socket.ts';
import type { Fetch } from './http.ts';
import { openWsSocket } from './socket.ts';

/** Everything by which a backstage asks other machines. */
export interface Outbound {
  fetch: Fetch;
  openSocket: OpenSocket;
}

/** Asks every address: for a backstage whose host owns the machine. */
export const unguarded: Outbound = {
  fetch: (input, init) => globalThis.fetch(input, init),
  openSocket: openWsSocket,
};

/** Asks the addresses that `isOwn` names directly, and all others by `outbound`. */
export function besides(isOwn: (url: string) => boolean, outbound: Outbound): Outbound {
  return {
    fetch: (input, init) => (isOwn(urlOf(input)) ? unguarded : outbound).fetch(input, init),
    openSocket: (opening, events) => (isOwn(opening.url) ? unguarded : outbound).openSocket(opening, events),
  };
}

/** The address that a call of `fetch` asks. */
export function urlOf(input: Parameters<Fetch>[0]): string {
  return input instanceof Request ? input.url : String(input);
}
