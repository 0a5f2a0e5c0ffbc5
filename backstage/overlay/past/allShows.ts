import { join } from 'node:path';
import { noPastSums, type PastSums } from '#shared/overlay/allTime.ts';
import type { Clock } from '../../clock.ts';
import type { Archive } from '../../show/archive.ts';
import { readFacts, showIds } from '../../show/facts.ts';
import { PastShows } from './pastShows.ts';
import { type ShowSums, sumsOfShow } from './showSums.ts';

interface AllShowsOptions {
  dataDir: string;
  showsFolder: string;
  clock: Clock;
  archive: Archive;
  log: (message: string, error?: unknown) => void;
  /** Called when the sums have changed. */
  changed: () => void;
}

/** The pause between two shows (ms), because reading a show blocks the process. */
const PAUSE = 20;

/**
 * Maintains the sums of all past shows except rehearsals. Reads missing shows one at a time in the background. Skips a
 * show that cannot be read.
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

  /** Returns the sums to which a show adds its own. A rehearsal gets empty sums. */
  past(rehearsal: boolean): PastSums {
    return rehearsal || this.#past === null ? noPastSums : this.#past;
  }

  /** Sets the id of the open show and queues past shows that are missing in the sums. */
  setCurrent(current: string | null): void {
    this.#current = current;
    const past = this.#past;
    if (past === null) return;
    const ids = this.#ids();
    const known = past.shows;
    // A show was deleted while it could not be subtracted, so compute all sums again.
    const isWhole = [...known].every((id) => ids.includes(id));
    if (!isWhole) past.clear();
    this.#waiting = ids.filter((id) => !isWhole || !known.has(id));
    this.#next();
  }

  /** Subtracts a show. Call it before the show is deleted. */
  remove(showId: string): void {
    const past = this.#past;
    this.#waiting = this.#waiting.filter((id) => id !== showId);
    if (past === null || !past.shows.has(showId)) return;
    this.#try(showId, () => past.remove(showId, this.#read(showId)));
  }

  /** Adds a restored show in the background. */
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
      return new PastShows(this.#options.dataDir, () => this.#next());
    } catch (error) {
      // All-time numbers then contain the open show only. The show itself does not need them.
      this.#options.log('the sums of past shows cannot be stored', error);
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
    const past = this.#past;
    if (past === null || this.#cancel !== null) return;
    if (this.#waiting.length === 0 && !past.isWaiting) return;
    this.#cancel = this.#options.clock.after(PAUSE, () => {
      this.#cancel = null;
      const id = this.#waiting.shift();
      if (id !== undefined) this.#try(id, () => past.add(id, this.#read(id)));
      else this.#addUp(past);
      this.#next();
    });
  }

  #addUp(past: PastShows): void {
    try {
      if (past.addUpNext()) this.#options.changed();
    } catch (error) {
      this.#options.log('the viewers of a period could not be added up', error);
    }
  }

  /** Reads the sums of a show, then frees its memory in the archive's cache. */
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
