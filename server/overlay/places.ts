import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Backstage } from '#backstage/api.ts';
import type { Found } from '#backstage/overlay/gate.ts';
import { readTokens } from '#backstage/overlay/linkStore.ts';
import type { OverlayEndpoint, Picture } from '#backstage/overlay/overlayEndpoint.ts';
import type { Hosting } from '../hosting/hosting.ts';

/** Finds the overlays of a token, and pictures of overlay pages. */
export interface OverlayPlaces {
  find(token: string): Found | null | Promise<Found | null>;
  picture(name: string): Picture | null;
}

/** Finds overlays on a server with one backstage. */
export function onePlace({ overlays }: Backstage): OverlayPlaces {
  return {
    find: (token) => (overlays.knows(token) ? { endpoint: overlays } : null),
    picture: (name) => overlays.picture(name),
  };
}

/** Reads the tokens of a host whose backstage may be closed. */
type ReadTokens = (folder: string) => Promise<string[]>;

export interface HostedPlacesOptions {
  /** The most backstages that overlays may keep open. */
  mostHeld?: number;
  readTokens?: ReadTokens;
}

/**
 * Finds overlays on a server with a backstage per account. Opens a closed backstage for its overlay, up to a limit:
 * OBS may run for days while the host is away.
 *
 * An index maps tokens to accounts. It is read once in the background. When the links of a host change, only that
 * host's file is read again.
 */
export class HostedPlaces implements OverlayPlaces {
  readonly #hosting: Pick<Hosting, 'open' | 'enter'>;
  readonly #folder: string;
  readonly #mostHeld: number;
  readonly #readTokens: ReadTokens;
  /** Account keys by token digest, and the reverse. */
  readonly #hosts = new Map<string, string>();
  readonly #digests = new Map<string, string[]>();
  /** Resolves when all requested reads are done. Reads run one after another, so the last one is the newest. */
  #reading: Promise<void>;
  readonly #held = new Map<string, number>();

  constructor(dataDir: string, hosting: Pick<Hosting, 'open' | 'enter'>, options: HostedPlacesOptions = {}) {
    this.#folder = join(dataDir, 'hosts');
    this.#hosting = hosting;
    this.#mostHeld = options.mostHeld ?? 25;
    this.#readTokens = options.readTokens ?? readTokens;
    this.#reading = this.#readAll();
  }

  /** The number of hosts with an open overlay, and the limit of backstages that are open for overlays only. */
  get seats(): { used: number; limit: number } {
    return { used: this.#held.size, limit: this.#mostHeld };
  }

  async find(token: string): Promise<Found | null> {
    const open = this.#doorOf(token);
    const key = await this.#hostOf(token);
    // The token belongs to the machine's owner or to a visitor, whose backstages do not depend on overlays.
    if (key === null) return open === null ? null : { endpoint: open };
    const count = this.#held.get(key) ?? 0;
    if (open === null && count === 0 && this.#held.size >= this.#mostHeld)
      throw new Error('no room for an overlay');
    const seat = await this.#hosting.enter({ kind: 'host', key });
    if (seat === null) throw new Error('no room for an overlay');
    this.#held.set(key, (this.#held.get(key) ?? 0) + 1);
    return {
      endpoint: seat.backstage.overlays,
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

  /** Call it when the links of a host have changed. */
  changed(key: string): void {
    this.#reading = this.#reading.then(() => this.#read(key));
  }

  #doorOf(token: string): OverlayEndpoint | null {
    let found: OverlayEndpoint | null = null;
    for (const { overlays } of this.#hosting.open) if (overlays.knows(token)) found = overlays;
    return found;
  }

  async #hostOf(token: string): Promise<string | null> {
    const digest = digestOf(token);
    if (!this.#hosts.has(digest)) await this.#reading;
    const key = this.#hosts.get(digest);
    if (key === undefined) return null;
    // If the account was deleted, `enter` would create its folder again.
    if (existsSync(join(this.#folder, key))) return key;
    this.#keep(key, []);
    return null;
  }

  async #readAll(): Promise<void> {
    const keys = await readdir(this.#folder).catch(() => []);
    for (const key of keys) await this.#read(key);
  }

  async #read(key: string): Promise<void> {
    this.#keep(key, await this.#readTokens(join(this.#folder, key)));
  }

  #keep(key: string, tokens: readonly string[]): void {
    for (const digest of this.#digests.get(key) ?? []) this.#hosts.delete(digest);
    const digests = tokens.map(digestOf);
    for (const digest of digests) this.#hosts.set(digest, key);
    if (digests.length > 0) this.#digests.set(key, digests);
    else this.#digests.delete(key);
  }
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
