import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Backstage } from '#backstage/api.ts';
import type { Found } from '#backstage/overlay/gate.ts';
import { readTokens } from '#backstage/overlay/linkStore.ts';
import type { OverlayEndpoint, Picture } from '#backstage/overlay/overlayEndpoint.ts';
import type { Hosting } from '../hosting/hosting.ts';

/** Where a token leads, and the pictures of pages. */
export interface OverlayPlaces {
  find(token: string): Found | null | Promise<Found | null>;
  picture(name: string): Picture | null;
}

/** Of a server with one backstage. */
export function onePlace({ overlays }: Backstage): OverlayPlaces {
  return {
    find: (token) => (overlays.knows(token) ? { endpoint: overlays } : null),
    picture: (name) => overlays.picture(name),
  };
}

/** Reads the tokens of a host whose backstage may be closed. */
type ReadTokens = (folder: string) => Promise<string[]>;

export interface HostedPlacesOptions {
  /** How many backstages may be open for nobody but an overlay. */
  mostHeld?: number;
  readTokens?: ReadTokens;
}

/**
 * The overlays of a server with a backstage for each account. A backstage that is closed is opened for its overlay,
 * as long as there are not too many of these: streaming software may be on for days with no host there.
 *
 * An index says whose a token is. It is read once, in the background, and after a change of links only the file of that
 * host is read again.
 */
export class HostedPlaces implements OverlayPlaces {
  readonly #hosting: Pick<Hosting, 'open' | 'enter'>;
  readonly #folder: string;
  readonly #mostHeld: number;
  readonly #readTokens: ReadTokens;
  /** Accounts by the digests of their tokens, and the other way round. */
  readonly #hosts = new Map<string, string>();
  readonly #digests = new Map<string, string[]>();
  /** Resolves when all reading that was asked for is done; reads follow each other, so the last one is the newest. */
  #reading: Promise<void>;
  readonly #held = new Map<string, number>();

  constructor(dataDir: string, hosting: Pick<Hosting, 'open' | 'enter'>, options: HostedPlacesOptions = {}) {
    this.#folder = join(dataDir, 'hosts');
    this.#hosting = hosting;
    this.#mostHeld = options.mostHeld ?? 25;
    this.#readTokens = options.readTokens ?? readTokens;
    this.#reading = this.#readAll();
  }

  /** How many hosts have an overlay open, and how many of them may be opened for that alone. */
  get seats(): { used: number; limit: number } {
    return { used: this.#held.size, limit: this.#mostHeld };
  }

  async find(token: string): Promise<Found | null> {
    const open = this.#doorOf(token);
    const key = await this.#hostOf(token);
    // Without an account's folder it is the machine's own, or a visitor's, which stay as long as they are wanted.
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

  /** To be called when the links of a host have become others. */
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
    // The account may have been deleted: entering would make its folder again.
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
