import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

interface Measured {
  bytes: number;
  /** When something came or went in the folder, by which a folder that was in use since is known. */
  changed: string;
}

/** How often the folders are looked at while somebody asks (ms). */
const LOOK_EVERY_MS = 60_000;

/**
 * The size of each account's folder. It is measured in the background, when somebody asks, and only anew where the
 * account has been there since: nothing else changes a closed folder but the removal of shows.
 */
export class HostDisk {
  readonly #folder: string;
  readonly #open: () => ReadonlyMap<string, number | null>;
  readonly #known = new Map<string, Measured>();
  #measuredAt: number | null = null;
  #looking: Promise<void> | null = null;

  /** `open`: the sizes of those that are open, which measure themselves; null for one that has not yet. */
  constructor(dataDir: string, open: () => ReadonlyMap<string, number | null>) {
    this.#open = open;
    this.#folder = join(dataDir, 'hosts');
  }

  /** When it was measured (ms since 1970); null before the first time. */
  get measuredAt(): number | null {
    return this.#measuredAt;
  }

  /** Bytes by the name of the account's folder, as they were measured last. Begins to measure again if that is old. */
  sizes(now: number): Map<string, number> {
    const isOld = this.#measuredAt === null || Math.abs(now - this.#measuredAt) >= LOOK_EVERY_MS;
    if (isOld && this.#looking === null) {
      this.#looking = this.#look(now).finally(() => {
        this.#looking = null;
      });
    }
    const sizes = new Map([...this.#known].map(([key, { bytes }]) => [key, bytes]));
    for (const [key, bytes] of this.#open()) if (bytes !== null) sizes.set(key, bytes);
    return sizes;
  }

  async #look(now: number): Promise<void> {
    const keys = await readdir(this.#folder).catch(() => []);
    const open = this.#open();
    for (const key of keys) {
      const bytes = open.get(key) ?? null;
      this.#known.set(key, bytes === null ? await this.#measure(key) : { bytes, changed: '' });
    }
    // An open folder changes all the time, so it is measured once more after it was closed.
    for (const key of this.#open().keys()) {
      const known = this.#known.get(key);
      if (known !== undefined) known.changed = '';
    }
    const there = new Set(keys);
    for (const key of this.#known.keys()) if (!there.has(key)) this.#known.delete(key);
    this.#measuredAt = now;
  }

  async #measure(key: string): Promise<Measured> {
    const folder = join(this.#folder, key);
    const known = this.#known.get(key);
    const changed = await changesIn(folder);
    return known?.changed === changed ? known : { bytes: await sizeOf(folder), changed };
  }
}

/** Opening a backstage makes and removes files in its folder; shows come and go in the others. */
async function changesIn(folder: string): Promise<string> {
  const places = [folder, join(folder, 'shows'), join(folder, 'trash')];
  const times = places.map((place) =>
    stat(place).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    ),
  );
  return (await Promise.all(times)).join(' ');
}

/** Bytes of all files. What goes meanwhile counts nothing. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await sizeOf(path);
    else bytes += (await stat(path).catch(() => null))?.size ?? 0;
  }
  return bytes;
}
