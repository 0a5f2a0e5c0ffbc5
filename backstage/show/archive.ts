import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Show as ShowLine } from '#shared/contract/backstage.ts';
import { RingsideError } from '#shared/contract/error.ts';
import type { LedgerFilter } from '#shared/contract/ledger.ts';
import type { GameState } from '#shared/game/fold.ts';
import { Journal } from '../journal/journal.ts';
import { journalPath } from '../journal/openJournal.ts';
import { bringUpToDate, NewerJournalError } from '../journal/schema.ts';
import { readState } from '../journal/snapshots.ts';
import { type LedgerPage, LedgerQueries } from '../ledgerQueries.ts';
import { hasRecording } from '../recording/write.ts';
import { readFacts, type ShowFacts, type Summary, showIds, showListEntry, summarySchema } from './facts.ts';

/** A past show that is stored outside of the backstage's folder. */
export interface StoredShow {
  showId: string;
  /** The number of its last input. */
  seq: number;
  facts: ShowFacts;
  summary: Summary;
  hasRecording: boolean;
}

/** The past shows that other servers have counted. */
export interface StoredShows {
  shows: readonly StoredShow[];
  /**
   * Fetches the journal and the facts of a show into its folder, which may have an older journal.
   *
   * @throws RingsideError `session.noShow`, `storage.unreachable`.
   */
  fetch(showId: string): Promise<void>;
  /**
   * Calls `use` with a temporary folder that has the journal of a show.
   *
   * @throws as `fetch`, and what `use` throws.
   */
  inCopy<T>(showId: string, use: (folder: string) => T): Promise<T>;
}

/** A past show whose journal is open for reading. */
interface PastShow {
  journal: Journal;
  state: GameState;
  queries: LedgerQueries;
}

/**
 * Reads past shows, that is all except the open one. Writes to a show only to migrate an older journal. Caches the list
 * entry of every show, and the journal of the show that was read last. Shows that only other servers have are listed,
 * and fetched before they are read: call `bring` before `open` and `page`.
 */
export class Archive {
  readonly #folder: string;
  readonly #now: () => number;
  readonly #outside: StoredShows;
  readonly #stored: Map<string, StoredShow>;
  readonly #lines = new Map<string, ShowLine>();
  /** Shows that are being fetched. */
  readonly #coming = new Map<string, Promise<void>>();
  #past: { id: string; show: PastShow } | null = null;

  constructor(folder: string, now: () => number, stored: StoredShows = noStoredShows) {
    this.#folder = folder;
    this.#now = now;
    this.#stored = new Map(stored.shows.map((show) => [show.showId, show]));
    this.#outside = stored;
  }

  /** Lists all shows, newest first, with `current` for the open show. Leaves out shows whose journal cannot be read. */
  list(current: ShowLine | null): ShowLine[] {
    const lines: ShowLine[] = [];
    for (const id of this.ids) {
      const line = id === current?.showId ? current : this.#line(id);
      if (line !== null) lines.push(line);
    }
    return lines;
  }

  /** The ids of all shows, newest first. */
  get ids(): string[] {
    return [...new Set([...showIds(this.#folder), ...this.#stored.keys()])].sort().reverse();
  }

  /** Whether the folder has a show as far as another server has it. */
  isWhole(id: string): boolean {
    const stored = this.#stored.get(id);
    return stored === undefined || this.#past?.id === id || this.#seqOf(id) >= stored.seq;
  }

  /** Reads the state of a past show in the folder, and frees its memory. Throws as `open`. */
  readState<T>(id: string, read: (state: GameState) => T): T {
    const result = read(this.open(id).state);
    this.forget(id);
    return result;
  }

  /**
   * Reads the state of a past show that only another server has as a whole, from a temporary copy.
   *
   * @throws RingsideError as `open` and `StoredShows.inCopy`.
   */
  readStateElsewhere<T>(id: string, read: (state: GameState) => T): Promise<T> {
    return this.#outside.inCopy(id, (folder) => {
      const { journal, state } = openPast(folder);
      try {
        return read(state);
      } finally {
        journal.close();
      }
    });
  }

  /**
   * Fetches a show if another server has more of it than the folder. Does nothing for a show that is only in the folder.
   *
   * @throws RingsideError as `StoredShows.fetch`.
   */
  async bring(id: string): Promise<void> {
    if (this.isWhole(id)) return;
    const coming =
      this.#coming.get(id) ??
      this.#outside.fetch(id).finally(() => {
        this.#coming.delete(id);
        this.forget(id);
      });
    this.#coming.set(id, coming);
    await coming;
  }

  /** The number of the last input of a show in the folder; 0 if it has none, or cannot be read. */
  #seqOf(id: string): number {
    const file = journalPath(join(this.#folder, id));
    if (!existsSync(file)) return 0;
    let journal: Journal | null = null;
    try {
      journal = new Journal(file, true);
      return journal.lastSeq();
    } catch {
      return 0;
    } finally {
      journal?.close();
    }
  }

  /**
   * Reads one page of a past show's ledger. `seq` numbers the last input of the show.
   *
   * @throws RingsideError `session.noShow` if there is no such show, `storage.corrupt`, `storage.newerShow`.
   */
  page(
    id: string,
    filter: LedgerFilter,
    before: number | undefined,
    limit: number,
  ): LedgerPage & { seq: number } {
    const { state, queries } = this.open(id);
    return { ...queries.page(filter, before, limit, state), seq: state.seq };
  }

  /**
   * Opens a past show. Opening another show closes this one, so do not keep the result.
   *
   * @throws RingsideError `session.noShow` if there is no such show, `storage.corrupt`, `storage.newerShow`.
   */
  open(id: string): PastShow {
    if (this.#past?.id === id) return this.#past.show;
    const file = journalPath(join(this.#folder, id));
    // The id comes from a screen. It must name an existing show, so that it cannot point outside of the folder.
    if (!showIds(this.#folder).includes(id) || !existsSync(file)) throw new RingsideError('session.noShow');
    this.close();
    const { journal, state } = openPast(join(this.#folder, id));
    const show = { journal, state, queries: new LedgerQueries(journal) };
    this.#past = { id, show };
    return show;
  }

  /** The facts of a past show; defaults if they cannot be read. */
  factsOf(id: string): ShowFacts {
    return this.#stored.get(id)?.facts ?? readFacts(join(this.#folder, id), this.#now());
  }

  /** Drops the cached data of a show. Call it when the show may have changed. */
  forget(id: string): void {
    this.#lines.delete(id);
    if (this.#past?.id === id) this.close();
  }

  /** Forgets that another server has a show, because the host has deleted the show. */
  forgetStored(id: string): void {
    this.#stored.delete(id);
    this.forget(id);
  }

  close(): void {
    this.#past?.show.journal.close();
    this.#past = null;
  }

  #line(id: string): ShowLine | null {
    const known = this.#lines.get(id);
    if (known !== undefined) return known;
    const stored = this.#stored.get(id);
    const line = stored !== undefined && this.#seqOf(id) < stored.seq ? lineOf(stored) : this.#lineHere(id);
    if (line !== null) this.#lines.set(id, line);
    return line;
  }

  #lineHere(id: string): ShowLine | null {
    const folder = join(this.#folder, id);
    try {
      const journal = new Journal(journalPath(folder), true);
      const summary = summarySchema.safeParse(journal.meta('summary'));
      journal.close();
      if (!summary.success) return null;
      return showListEntry(id, readFacts(folder, this.#now()), summary.data, hasRecording(folder));
    } catch {
      return null;
    }
  }
}

const noStoredShows: StoredShows = {
  shows: [],
  fetch: async () => {
    throw new RingsideError('session.noShow');
  },
  inCopy: async () => {
    throw new RingsideError('session.noShow');
  },
};

/** Opens the journal of a past show in `folder`. @throws RingsideError `storage.corrupt`, `storage.newerShow`. */
function openPast(folder: string): Pick<PastShow, 'journal' | 'state'> {
  const file = journalPath(folder);
  let journal: Journal | null = null;
  try {
    bringUpToDate(file);
    journal = new Journal(file, true);
    return { journal, state: readState(journal) };
  } catch (error) {
    journal?.close();
    const code = error instanceof NewerJournalError ? 'storage.newerShow' : 'storage.corrupt';
    throw new RingsideError(code, { place: file });
  }
}

const lineOf = ({ showId, facts, summary, hasRecording: recorded }: StoredShow): ShowLine =>
  showListEntry(showId, facts, summary, recorded);
