import { join } from 'node:path';
import { z } from 'zod';
import { RingsideError } from '#shared/contract/error.ts';
import { MOST_NAMED_SEASONS, type NamedSeason, namedSeasonSchema } from '#shared/contract/season.ts';
import { readStored, type StoredFault, type StoredShape, writeStored } from './storedFile.ts';

export const seasonsShape: StoredShape<NamedSeason[]> = {
  migrations: [],
  read: (content) => ({ value: z.array(namedSeasonSchema).parse(content), dropped: 0 }),
};

/** Stores the periods that a host has named. */
export class SeasonStore {
  readonly fault: StoredFault;
  readonly #path: string;
  readonly #changed: () => void;
  #seasons: readonly NamedSeason[];

  /** `changed` is called after each change. */
  constructor(dataDir: string, now: number, changed: () => void) {
    this.#changed = changed;
    this.#path = join(dataDir, 'seasons.json');
    const read = readStored(this.#path, seasonsShape, now);
    this.#seasons = read.value ?? [];
    this.fault = read;
  }

  /** Reads the file again, after an import has written it. */
  reload(now: number): void {
    this.#seasons = readStored(this.#path, seasonsShape, now).value ?? [];
    this.#changed();
  }

  /** The seasons, the latest one first. */
  list(): NamedSeason[] {
    return this.#seasons.toSorted((a, b) => b.period.from - a.period.from);
  }

  /**
   * Adds a season, replaces the one with its id, or restores a deleted one.
   *
   * @throws RingsideError `season.nameTaken`, `season.tooMany`, `storage.full`.
   */
  put(season: NamedSeason): void {
    const others = this.#seasons.filter(({ id }) => id !== season.id);
    if (others.some(({ name }) => name === season.name)) throw new RingsideError('season.nameTaken');
    if (others.length >= MOST_NAMED_SEASONS)
      throw new RingsideError('season.tooMany', { limit: MOST_NAMED_SEASONS });
    this.#write([...others, season]);
  }

  delete(id: string): void {
    this.#write(this.#seasons.filter((season) => season.id !== id));
  }

  #write(seasons: readonly NamedSeason[]): void {
    writeStored(this.#path, seasonsShape, seasons);
    this.#seasons = seasons;
    this.#changed();
  }
}
