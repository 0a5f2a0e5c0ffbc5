import type { OpenSocket } from '#shared/live/source.ts';
import type { Fetch } from './http.ts';
import { openWsSocket } from './socket.ts';

/** The functions with which a backstage connects to other machines. */
export interface Outbound {
  fetch: Fetch;
  openSocket: OpenSocket;
}

/** Connects to every address. Only for a backstage whose host owns the machine. */
export const unguarded: Outbound = {
  fetch: (input, init) => globalThis.fetch(input, init),
  openSocket: openWsSocket,
};

/** Connects to addresses that match `isOwn` directly, and to all others through `outbound`. */
export function bypassing(isOwn: (url: string) => boolean, outbound: Outbound): Outbound {
  return {
    fetch: (input, init) => (isOwn(urlOf(input)) ? unguarded : outbound).fetch(input, init),
    openSocket: (opening, events) => (isOwn(opening.url) ? unguarded : outbound).openSocket(opening, events),
  };
}

/** Returns the address of a call of `fetch`. */
export function urlOf(input: Parameters<Fetch>[0]): string {
  return input instanceof Request ? input.url : String(input);
}
