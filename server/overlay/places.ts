import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Backstage } from '#backstage/api.ts';
import type { OverlayDoor, Picture } from '#backstage/overlay/door.ts';
import type { Found } from '#backstage/overlay/gate.ts';
import { readTokens } from '#backstage/overlay/linkStore.ts';
import type { Hosting } from '../hosting/hosting.ts';

/** Where a token leads, and the pictures of pages. */
export interface OverlayPlaces {
  find(token: string): Found | null | Promise<Found | null>;
  picture(name: string): Picture | null;
}

/** Of a server with one backstage. */
export function onePlace({ overlays }: Backstage): OverlayPlaces {
  return {
    find: (token) => (overlays.knows(token) ? { door: overlays } : null),
    picture: (name) => overlays.picture(name),
  };
}

/** Backstages that are open for nobody but an overlay: half of what a server has leaves room for hosts. */
const MOST_HELD = 25;

/**
 * Of a server with a backstage for each account. One that is closed is opened for its overlay, as long as there
 * are not too many of these: somebody's streaming software may be on for days with no host there.
 */
export class HostedPlaces implements OverlayPlaces {
  readonly #hosting: Pick<Hosting, 'open' | 'enter'>;
  readonly #folder: string;
  /** Accounts by the digests of their tokens, as last read. */
  #hosts: Map<string, string> | null = null;
  readonly #held = new Map<string, number>();

  constructor(dataDir: string, hosting: Pick<Hosting, 'open' | 'enter'>) {
    this.#folder = join(dataDir, 'hosts');
    this.#hosting = hosting;
  }

  async find(token: string): Promise<Found | null> {
    const open = this.#doorOf(token);
    const key = this.#hostOf(token);
    // Without an account's folder it is the machine's own, or a visitor's, which stay as long as they are wanted.
    if (key === null) return open === null ? null : { door: open };
    const count = this.#held.get(key) ?? 0;
    if (open === null && count === 0 && this.#held.size >= MOST_HELD)
      throw new Error('no room for an overlay');
    const seat = await this.#hosting.enter({ kind: 'host', key });
    if (seat === null) throw new Error('no room for an overlay');
    this.#held.set(key, (this.#held.get(key) ?? 0) + 1);
    return {
      door: seat.backstage.overlays,
      leave: () => {
        const left = (this.#held.get(key) ?? 1) - 1;
        if (left === 0) this.#held.delete(key);
        else this.#held.set(key, left);
        seat.leave();
      },
    };
  }

  picture(name: string): Picture | null {
    for (const { overlays } of this.#hosting.open) {
      const picture = overlays.picture(name);
      if (picture !== null) return picture;
    }
    return null;
  }

  /** To be called when links have become others. */
  changed(): void {
    this.#hosts = null;
  }

  #doorOf(token: string): OverlayDoor | null {
    let found: OverlayDoor | null = null;
    for (const { overlays } of this.#hosting.open) if (overlays.knows(token)) found = overlays;
    return found;
  }

  #hostOf(token: string): string | null {
    this.#hosts ??= this.#read();
    return this.#hosts.get(digestOf(token)) ?? null;
  }

  #read(): Map<string, string> {
    const hosts = new Map<string, string>();
    const keys = existsSync(this.#folder) ? readdirSync(this.#folder) : [];
    for (const key of keys) {
      for (const token of readTokens(join(this.#folder, key))) hosts.set(digestOf(token), key);
    }
    return hosts;
  }
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
