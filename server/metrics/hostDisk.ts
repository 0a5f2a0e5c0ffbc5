import { statfsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface Disk {
  /** The bytes that this process may still write. */
  free: number;
  size: number;
}

/** With less free space than this (bytes), the disk counts as full: the next write may fail. */
export const FULL_BELOW = 16 * 1024 * 1024;

/** Returns the free space of a folder's disk; null if the system does not report it. */
export function diskOf(folder: string): Disk | null {
  try {
    const { bavail, blocks, bsize } = statfsSync(folder);
    return blocks === 0 ? null : { free: bavail * bsize, size: blocks * bsize };
  } catch {
    return null;
  }
}

export const isFull = (disk: Disk | null): boolean => disk !== null && disk.free < FULL_BELOW;

interface Measured {
  bytes: number;
  /** The change times of the folder. They differ if the folder was used since. */
  changed: string;
}

/** The minimum interval of measurements (ms). */
const LOOK_EVERY_MS = 60_000;

/**
 * Measures the size of each account's folder in the background, on demand. Measures a closed folder again only if it
 * was open or lost shows since, because nothing else changes it.
 */
export class HostDisk {
  readonly #folder: string;
  readonly #open: () => ReadonlyMap<string, number | null>;
  readonly #known = new Map<string, Measured>();
  #measuredAt: number | null = null;
  #looking: Promise<void> | null = null;

  /** `open` returns the sizes of open backstages, which measure themselves; null for an unknown size. */
  constructor(dataDir: string, open: () => ReadonlyMap<string, number | null>) {
    this.#open = open;
    this.#folder = join(dataDir, 'hosts');
  }

  /** The time of the last measurement (ms since 1970); null before the first one. */
  get measuredAt(): number | null {
    return this.#measuredAt;
  }

  /** Returns the last measured sizes (bytes) by folder name. Starts a new measurement if the last one is old. */
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
    // An open folder keeps changing: measure it again after it was closed.
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

/** Returns the change times of a folder, which change when a backstage opens or a show is removed. */
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

/** Returns the bytes of all files. A file that is deleted meanwhile counts as 0. */
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
