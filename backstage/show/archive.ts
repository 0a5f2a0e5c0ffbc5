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
import { readFacts, showIds, showListEntry, summarySchema } from './facts.ts';

/** A past show whose journal is open for reading. */
interface PastShow {
  journal: Journal;
  state: GameState;
  queries: LedgerQueries;
}

/**
 * Reads past shows, that is all except the open one. Writes to a show only to migrate an older journal. Caches the list
 * entry of every show, and the journal of the show that was read last.
 */
export class Archive {
  readonly #folder: string;
  readonly #now: () => number;
  readonly #lines = new Map<string, ShowLine>();
  #past: { id: string; show: PastShow } | null = null;

  constructor(folder: string, now: () => number) {
    this.#folder = folder;
    this.#now = now;
  }

  /** Lists all shows, newest first, with `current` for the open show. Leaves out shows whose journal cannot be read. */
  list(current: ShowLine | null): ShowLine[] {
    const lines: ShowLine[] = [];
    for (const id of showIds(this.#folder)) {
      const line = id === current?.showId ? current : this.#line(id);
      if (line !== null) lines.push(line);
    }
    return lines;
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
    let journal: Journal | null = null;
    try {
      bringUpToDate(file);
      journal = new Journal(file, true);
      const show = { journal, state: readState(journal), queries: new LedgerQueries(journal) };
      this.#past = { id, show };
      return show;
    } catch (error) {
      journal?.close();
      const code = error instanceof NewerJournalError ? 'storage.newerShow' : 'storage.corrupt';
      throw new RingsideError(code, { place: file });
    }
  }

  /** Drops the cached data of a show. Call it when the show may have changed. */
  forget(id: string): void {
    this.#lines.delete(id);
    if (this.#past?.id === id) this.close();
  }

  close(): void {
    this.#past?.show.journal.close();
    this.#past = null;
  }

  #line(id: string): ShowLine | null {
    const known = this.#lines.get(id);
    if (known !== undefined) return known;
    const folder = join(this.#folder, id);
    try {
      const journal = new Journal(journalPath(folder), true);
      const summary = summarySchema.safeParse(journal.meta('summary'));
      journal.close();
      if (!summary.success) return null;
      const line = showListEntry(id, readFacts(folder, this.#now()), summary.data, hasRecording(folder));
      this.#lines.set(id, line);
      return line;
    } catch {
      return null;
    }
  }
}
