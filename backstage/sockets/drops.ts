import { channel } from 'node:diagnostics_channel';

/**
 * Why the server ended a socket: no answer to pings, too much unsent data, too many control frames, or an error of its
 * handler.
 */
export const dropReasons = ['silent', 'backlog', 'flood', 'fault'] as const;
export type DropReason = (typeof dropReasons)[number];

/** The diagnostics channel that gets the `DropReason` of every socket that the server ends. */
export const drops = channel('ringside.dropped-sockets');

export function noteDrop(reason: DropReason): void {
  drops.publish(reason);
}
