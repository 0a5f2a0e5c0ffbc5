import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { RingsideError } from '#shared/contract/error.ts';
import { beganAt, showIds } from './facts.ts';

/** How long a deleted show is kept (ms). */
export const TRASH_KEPT_MS = 7 * 24 * 3_600_000;

/** Deleted shows, each under the time at which it was deleted: a folder that is moved keeps its own times. */
export class Trash {
  readonly #shows: string;
  readonly #folder: string;
  readonly #now: () => number;

  constructor(dataDir: string, showsFolder: string, now: () => number) {
    this.#shows = showsFolder;
    this.#folder = join(dataDir, 'trash');
    this.#now = now;
  }

  /** @throws RingsideError `session.noShow` for a show that is not there. */
  put(showId: string): void {
    if (!showIds(this.#shows).includes(showId)) throw new RingsideError('session.noShow');
    mkdirSync(this.#folder, { recursive: true });
    renameSync(join(this.#shows, showId), join(this.#folder, `${this.#now()}_${showId}`));
  }

  /** Puts a show back. @throws RingsideError `session.noShow` when it is not here any more. */
  restore(showId: string): void {
    const kept = this.#entries().find((entry) => entry.showId === showId);
    const place = join(this.#shows, showId);
    if (kept === undefined || existsSync(place)) throw new RingsideError('session.noShow');
    renameSync(join(this.#folder, kept.name), place);
  }

  /** Removes what was deleted a week ago or more. */
  purge(): void {
    const before = this.#now() - TRASH_KEPT_MS;
    for (const { name, deletedAt } of this.#entries()) {
      if (deletedAt <= before) rmSync(join(this.#folder, name), { recursive: true, force: true });
    }
  }

  /** Removes shows that began before a time, however long they have been here. */
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
