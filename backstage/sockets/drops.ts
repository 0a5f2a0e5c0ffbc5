import { channel } from 'node:diagnostics_channel';

/**
 * Why this process has ended a socket: it answered no ping, was too slow to read, sent too many control frames, or could not
 * be served.
 */
export const dropReasons = ['silent', 'backlog', 'flood', 'fault'] as const;
export type DropReason = (typeof dropReasons)[number];

/** Every socket that this process ends is published here, each by its `DropReason`. */
export const drops = channel('ringside.dropped-sockets');

export function noteDrop(reason: DropReason): void {
  drops.publish(reason);
}
