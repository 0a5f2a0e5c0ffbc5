import { noPastSums, type PastSums } from '#shared/overlay/allTime.ts';
import type { Clock } from '../../clock.ts';
import type { Archive } from '../../show/archive.ts';
import { PastShows } from './pastShows.ts';
import { sumsOfShow } from './showSums.ts';

interface AllShowsOptions {
  dataDir: string;
  clock: Clock;
  archive: Archive;
  log: (message: string, error?: unknown) => void;
  /** Whether a widget shows the sums. If none does, shows that only other servers have are not fetched. */
  isShown: () => boolean;
  /** Called when the sums have changed. */
  changed: () => void;
}

/** The pause between two shows (ms), because reading a show blocks the process. */
const PAUSE = 20;
/** How long after a failure a show that only another server has is fetched again (ms). */
const FETCH_AGAIN_AFTER = 60_000;

/**
 * Maintains the sums of all past shows except rehearsals, also of those that only other servers have. Reads missing
 * shows one at a time in the background, the newest ones first. Skips a show that cannot be read.
 */
export class AllShows {
  readonly #options: AllShowsOptions;
  readonly #past: PastShows | null;
  #current: string | null = null;
  /** Shows that are missing in the sums. */
  #waiting: string[] = [];
  /** Those of them that only other servers have, and that are not to be fetched yet. */
  #elsewhere: string[] = [];
  /** Cancels the next step; does nothing while a step runs. */
  #cancel: (() => void) | null = null;
  #cancelRetry: (() => void) | null = null;
  #isClosed = false;

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
    this.#elsewhere = [];
    this.#next();
  }

  /** Call it when the widgets have changed: they may show the sums now. */
  widgetsChanged(): void {
    if (this.#elsewhere.length === 0 || this.#cancelRetry !== null || !this.#options.isShown()) return;
    this.#waiting.push(...this.#elsewhere.splice(0));
    this.#next();
  }

  /** Subtracts a show. Call it before the show is deleted. */
  remove(showId: string): void {
    const past = this.#past;
    const isOther = (id: string) => id !== showId;
    this.#waiting = this.#waiting.filter(isOther);
    this.#elsewhere = this.#elsewhere.filter(isOther);
    const { archive } = this.#options;
    if (past === null || !past.shows.has(showId) || !archive.isWhole(showId)) return;
    this.#try(showId, () => past.remove(showId, archive.readState(showId, sumsOfShow)));
  }

  /** Adds a restored show in the background. */
  restore(showId: string): void {
    this.#waiting.push(showId);
    this.#next();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancel?.();
    this.#cancelRetry?.();
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
    const { archive } = this.#options;
    return archive.ids.filter((id) => id !== this.#current && archive.factsOf(id).rehearsal === null);
  }

  #next(): void {
    const past = this.#past;
    if (past === null || this.#cancel !== null || this.#isClosed) return;
    if (this.#waiting.length === 0 && !past.isWaiting) return;
    this.#cancel = this.#options.clock.after(PAUSE, () => {
      this.#cancel = () => undefined;
      void this.#step(past).then(() => {
        this.#cancel = null;
        this.#next();
      });
    });
  }

  /** Adds one show, or adds up the viewers of a period if no show waits. Never rejects. */
  async #step(past: PastShows): Promise<void> {
    const id = this.#waiting.shift();
    if (id === undefined) {
      this.#addUp(past);
      return;
    }
    const { archive, isShown } = this.#options;
    const isHere = archive.isWhole(id);
    if (!isHere && !isShown()) {
      this.#elsewhere.push(id);
      return;
    }
    try {
      const sums = isHere
        ? archive.readState(id, sumsOfShow)
        : await archive.readStateElsewhere(id, sumsOfShow);
      if (this.#isClosed || this.#current === id || !archive.ids.includes(id)) return;
      this.#try(id, () => past.add(id, sums));
    } catch (error) {
      this.#options.log(`show ${id} could not be summed up`, error);
      if (!isHere && !this.#isClosed) this.#fetchLater(id);
    }
  }

  #fetchLater(id: string): void {
    this.#elsewhere.push(id);
    this.#cancelRetry ??= this.#options.clock.after(FETCH_AGAIN_AFTER, () => {
      this.#cancelRetry = null;
      this.widgetsChanged();
    });
  }

  #addUp(past: PastShows): void {
    try {
      if (past.addUpNext()) this.#options.changed();
    } catch (error) {
      this.#options.log('the viewers of a period could not be added up', error);
    }
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
