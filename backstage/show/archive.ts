import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Show as ShowLine } from '#shared/contract/backstage.ts';
import { RingsideError } from '#shared/contract/error.ts';
import type { LedgerFilter } from '#shared/contract/ledger.ts';
import type { GameState } from '#shared/game/fold.ts';
import { Journal } from '../journal/journal.ts';
import { journalPath } from '../journal/openJournal.ts';
import { readState } from '../journal/readState.ts';
import { bringUpToDate } from '../journal/upToDate.ts';
import { type LedgerPage, LedgerQueries } from '../ledgerQueries.ts';
import { hasRecording } from '../recording/write.ts';
import { lineOfShow, readFacts, showIds, summarySchema } from './facts.ts';

/** A show that is over, as it is read. */
export interface Past {
  journal: Journal;
  state: GameState;
  queries: LedgerQueries;
}

/** The shows that are not on stage. They are read, and written only to bring an older file to the present form. */
export class Archive {
  readonly #folder: string;
  readonly #now: () => number;
  readonly #lines = new Map<string, ShowLine>();
  #past: { id: string; show: Past } | null = null;

  constructor(folder: string, now: () => number) {
    this.#folder = folder;
    this.#now = now;
  }

  /** All shows, newest first; `current` stands for itself. A journal that cannot be read is left out. */
  list(current: ShowLine | null): ShowLine[] {
    const lines: ShowLine[] = [];
    for (const id of showIds(this.#folder)) {
      const line = id === current?.showId ? current : this.#line(id);
      if (line !== null) lines.push(line);
    }
    return lines;
  }

  /** @throws RingsideError `session.noShow` for a show that is not there, `storage.corrupt`. */
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
   * The journal of a past show; good until the next call.
   *
   * @throws RingsideError `session.noShow` for a show that is not there, `storage.corrupt`.
   */
  open(id: string): Past {
    if (this.#past?.id === id) return this.#past.show;
    const file = journalPath(join(this.#folder, id));
    // Ids come from a screen: only one of the folders that there are may be meant.
    if (!showIds(this.#folder).includes(id) || !existsSync(file)) throw new RingsideError('session.noShow');
    this.close();
    let journal: Journal | null = null;
    try {
      bringUpToDate(file);
      journal = new Journal(file, true);
      const show = { journal, state: readState(journal), queries: new LedgerQueries(journal) };
      this.#past = { id, show };
      return show;
    } catch {
      journal?.close();
      throw new RingsideError('storage.corrupt', { place: file });
    }
  }

  /** The show goes on stage, or has been there: what is known of it may no longer be true. */
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
      const line = lineOfShow(id, readFacts(folder, this.#now()), summary.data, hasRecording(folder));
      this.#lines.set(id, line);
      return line;
    } catch {
      return null;
    }
  }
}
