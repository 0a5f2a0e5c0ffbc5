import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { RingsideError } from '#shared/contract/error.ts';
import { readStored, type StoredShape, writeStored } from '../store/storedFile.ts';
import { beganAt, showIds } from './facts.ts';

const isOlder = (showId: string, before: number): boolean => (beganAt(showId) ?? before) < before;

/** Lists the shows of a folder that began before a time (ms since 1970), newest first. */
export function showsBefore(showsFolder: string, before: number): string[] {
  return showIds(showsFolder).filter((id) => isOlder(id, before));
}

/** Permanently deletes a show and its recording, without the trash. */
export function removeShow(showsFolder: string, showId: string): void {
  rmSync(join(showsFolder, showId), { recursive: true, force: true });
}

interface RetentionOptions {
  dataDir: string;
  now: number;
  /** The age (ms since its start) from which a show is deleted. */
  showMs: number;
  /** Called for each show that was deleted. */
  removed: (showId: string) => void;
}

/** Deletes old shows and expired trash from the data folder of a backstage that is not open. */
export function purgeClosedFolder({ dataDir, now, showMs, removed }: RetentionOptions): void {
  const folder = join(dataDir, 'shows');
  const trash = new Trash(dataDir, folder, () => now);
  trash.purge();
  trash.removeBegunBefore(now - showMs);
  const old = showsBefore(folder, now - showMs);
  for (const id of old) {
    removeShow(folder, id);
    removed(id);
  }
  // The cached sums over all shows contain viewers' names. They are computed again from the remaining shows.
  if (old.length === 0) return;
  for (const end of ['', '-wal', '-shm']) rmSync(join(dataDir, `past-sums.sqlite${end}`), { force: true });
}

/** The ids of deleted shows, the last one at the end. */
const DELETED_SHOWS = 'deleted-shows.json';
/** The most deleted shows that are remembered. */
const MOST_DELETED = 5000;
const deletedShape: StoredShape<string[]> = {
  migrations: [],
  read: (content) => ({ value: z.array(z.string()).parse(content), dropped: 0 }),
};

const readDeleted = (dataDir: string, now: number): string[] =>
  readStored(join(dataDir, DELETED_SHOWS), deletedShape, now).value ?? [];

/**
 * Moves shows to the trash that were deleted on another server of a cluster: the folder of a backstage that is not open
 * may still have a copy.
 */
export function trashDeletedElsewhere(dataDir: string, now: number): void {
  const folder = join(dataDir, 'shows');
  const deleted = new Set(readDeleted(dataDir, now));
  const trash = new Trash(dataDir, folder, () => now);
  for (const id of showIds(folder)) if (deleted.has(id)) trash.put(id);
}

/** How long the trash keeps a deleted show (ms). */
const TRASH_KEPT_MS = 7 * 24 * 3_600_000;

interface TrashOptions {
  removed?: (showId: string) => void;
  /** Whether deleted shows are listed for other servers, which may have copies. */
  tellsOthers?: boolean;
}

/**
 * Keeps deleted shows for a week. A folder's name begins with the time of deletion, because a move does not change file
 * times.
 */
export class Trash {
  readonly #dataDir: string;
  readonly #shows: string;
  readonly #folder: string;
  readonly #now: () => number;
  readonly #tellsOthers: boolean;
  /** Called when a show is not among the host's shows any more. */
  readonly removed: (showId: string) => void;

  constructor(
    dataDir: string,
    showsFolder: string,
    now: () => number,
    { removed = () => {}, tellsOthers = false }: TrashOptions = {},
  ) {
    this.removed = removed;
    this.#tellsOthers = tellsOthers;
    this.#dataDir = dataDir;
    this.#shows = showsFolder;
    this.#folder = join(dataDir, 'trash');
    this.#now = now;
  }

  /** Moves a show to the trash. @throws RingsideError `session.noShow` if there is no such show. */
  put(showId: string): void {
    if (!showIds(this.#shows).includes(showId)) throw new RingsideError('session.noShow');
    mkdirSync(this.#folder, { recursive: true });
    if (this.#tellsOthers) {
      const others = readDeleted(this.#dataDir, this.#now()).filter((id) => id !== showId);
      this.#writeDeleted([...others, showId].slice(-MOST_DELETED));
    }
    renameSync(join(this.#shows, showId), join(this.#folder, `${this.#now()}_${showId}`));
    this.removed(showId);
  }

  /** Moves a show back. @throws RingsideError `session.noShow` if it is not in the trash any more. */
  restore(showId: string): void {
    const entry = this.#entries().find((each) => each.showId === showId);
    const place = join(this.#shows, showId);
    if (entry === undefined || existsSync(place)) throw new RingsideError('session.noShow');
    renameSync(join(this.#folder, entry.name), place);
    this.forget([showId]);
  }

  /** Notes that shows are not deleted any more. */
  forget(showIds: readonly string[]): void {
    const deleted = readDeleted(this.#dataDir, this.#now());
    const others = deleted.filter((id) => !showIds.includes(id));
    if (others.length < deleted.length) this.#writeDeleted(others);
  }

  #writeDeleted(ids: readonly string[]): void {
    writeStored(join(this.#dataDir, DELETED_SHOWS), deletedShape, ids);
  }

  /** Permanently deletes the shows that have been in the trash for a week. */
  purge(): void {
    const before = this.#now() - TRASH_KEPT_MS;
    for (const { name, deletedAt } of this.#entries()) {
      if (deletedAt <= before) rmSync(join(this.#folder, name), { recursive: true, force: true });
    }
  }

  /**
   * Permanently deletes shows in the trash that began before a time (ms since 1970), regardless of when they were
   * deleted.
   */
  removeBegunBefore(before: number): void {
    for (const { name, showId } of this.#entries()) {
      if ((beganAt(showId) ?? before) < before)
        rmSync(join(this.#folder, name), { recursive: true, force: true });
    }
  }

  #entries(): { name: string; showId: string; deletedAt: number }[] {
    if (!existsSync(this.#folder)) return [];
    return readdirSync(this.#folder).flatMap((name) => {
      const [, deletedAt, showId] = /^(\d+)_(.+)$/.exec(name) ?? [];
      return deletedAt === undefined || showId === undefined
        ? []
        : [{ name, showId, deletedAt: Number(deletedAt) }];
    });
  }
}
