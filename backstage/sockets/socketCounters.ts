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

/** Counts the sockets of each owner against a limit. */
export class SocketCounter<Owner> {
  readonly #taken = new Map<Owner, number>();

  /** Counts one more socket. Returns the function that releases it, or null at the limit. */
  acquire(owner: Owner, most: number): (() => void) | null {
    const taken = this.#taken.get(owner) ?? 0;
    if (taken >= most) return null;
    this.#taken.set(owner, taken + 1);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const rest = (this.#taken.get(owner) ?? 1) - 1;
      if (rest === 0) this.#taken.delete(owner);
      else this.#taken.set(owner, rest);
    };
  }
}
