import { join } from 'node:path';
import type { PastSums } from '#shared/overlay/allTime.ts';
import { noPast } from '#shared/overlay/allTime.ts';
import type { Clock } from '../clock.ts';
import type { Archive } from '../show/archive.ts';
import { readFacts, showIds } from '../show/facts.ts';
import { PastShows, type ShowSums } from './pastShows.ts';
import { sumsOfShow } from './sumsOfShow.ts';

export interface AllShowsOptions {
  dataDir: string;
  showsFolder: string;
  clock: Clock;
  archive: Archive;
  log: (message: string, error?: unknown) => void;
  /** The sums have become others. */
  changed: () => void;
}

/** Between two shows that are read (ms): each takes a moment in which nothing else happens. */
const PAUSE = 20;

/**
 * Keeps the sums of all shows that are over, rehearsals left out. They are read one at a time and in the
 * background; a show that cannot be read is left out.
 */
export class AllShows {
  readonly #options: AllShowsOptions;
  readonly #past: PastShows | null;
  #current: string | null = null;
  #waiting: string[] = [];
  #cancel: (() => void) | null = null;

  constructor(options: AllShowsOptions) {
    this.#options = options;
    this.#past = this.#open();
  }

  /** What a show adds itself to; a rehearsal stands for itself alone. */
  past(rehearsal: boolean): PastSums {
    return rehearsal || this.#past === null ? noPast : this.#past;
  }

  /** Another show is on stage; the one before it is over. */
  follow(current: string | null): void {
    this.#current = current;
    const past = this.#past;
    if (past === null) return;
    const ids = this.#ids();
    const known = past.shows;
    // A show that went without a word cannot be taken out of the sums any more; they are made anew.
    const isWhole = [...known].every((id) => ids.includes(id));
    if (!isWhole) past.clear();
    this.#waiting = ids.filter((id) => !isWhole || !known.has(id));
    this.#next();
  }

  /** A show is about to be deleted: while it can still be read. */
  remove(showId: string): void {
    const past = this.#past;
    this.#waiting = this.#waiting.filter((id) => id !== showId);
    if (past === null || !past.shows.has(showId)) return;
    this.#try(showId, () => past.remove(showId, this.#read(showId)));
  }

  /** A deleted show is back. */
  restore(showId: string): void {
    this.#waiting.push(showId);
    this.#next();
  }

  close(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#waiting = [];
    this.#past?.close();
  }

  #open(): PastShows | null {
    try {
      return new PastShows(this.#options.dataDir);
    } catch (error) {
      // All-time numbers are then those of the show alone; a show does not depend on them.
      this.#options.log('the sums of past shows cannot be kept', error);
      return null;
    }
  }

  #ids(): string[] {
    const { showsFolder, clock } = this.#options;
    return showIds(showsFolder).filter((id) => {
      if (id === this.#current) return false;
      return readFacts(join(showsFolder, id), clock.now()).rehearsal === null;
    });
  }

  #next(): void {
    if (this.#cancel !== null || this.#waiting.length === 0) return;
    this.#cancel = this.#options.clock.after(PAUSE, () => {
      this.#cancel = null;
      const id = this.#waiting.shift();
      const past = this.#past;
      if (id !== undefined && past !== null) {
        this.#try(id, () => past.add(id, this.#read(id)));
      }
      this.#next();
    });
  }

  /** The archive keeps the show that was opened last, and the next one may be a large one. */
  #read(showId: string): ShowSums {
    const { archive } = this.#options;
    const sums = sumsOfShow(archive.open(showId).state);
    archive.forget(showId);
    return sums;
  }

  #try(showId: string, run: () => void): void {
    try {
      run();
      this.#options.changed();
    } catch (error) {
      this.#options.log(`show ${showId} could not be summed up`, error);
    }
  }
}
