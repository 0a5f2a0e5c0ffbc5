import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ShowEvent, ShowEventReader } from '#shared/webhooks/showEvents.ts';
import { Journal } from '../journal/journal.ts';
import { journalPath } from '../journal/openJournal.ts';
import { foldStored, readStateBefore } from '../journal/snapshots.ts';
import type { Archive } from '../show/archive.ts';
import { readFacts } from '../show/facts.ts';
import type { Show } from '../show/show.ts';
import type { Position } from './webhookStore.ts';

/** How many inputs are folded before other work may run. */
const PAGE = 200;
/** The index of an input whose events are all done. */
export const ALL_DONE = 1000;

/** What a webhook wants to hear of. */
export interface Wanted {
  minDiamonds: number;
  rehearsals: boolean;
}

interface Shows {
  readonly folder: string;
  readonly current: Show | null;
  /** Whether a past show may still get its last inputs. */
  isClosing(showId: string): boolean;
}

/** A show that is being read. */
interface OpenShow {
  id: string;
  reader: ShowEventReader;
  /** The open show; null for a past one, which is read from `file`. */
  show: Show | null;
  file: Journal | null;
}

/** Returns the position after everything that is stored now. */
export function positionNow({ current }: Pick<Shows, 'current'>, { ids }: Pick<Archive, 'ids'>): Position {
  if (current !== null) return { showId: current.id, seq: current.committedSeq, index: ALL_DONE };
  const [newest] = ids;
  return newest === undefined ? { showId: '', seq: 0, index: ALL_DONE } : endOf(newest);
}

/** The position after a show that is not read any further. */
const endOf = (showId: string): Position => ({ showId, seq: Number.MAX_SAFE_INTEGER, index: ALL_DONE });

/**
 * Reads the events of all shows in order, from a position in a journal. It folds the inputs itself: what a webhook sends
 * does not depend on when it is sent.
 */
export class HookReader {
  readonly #shows: Shows;
  readonly #archive: Archive;
  readonly #now: () => number;
  readonly #log: (message: string, error: unknown) => void;
  #position: Position;
  #open: OpenShow | null = null;

  constructor(
    shows: Shows,
    archive: Archive,
    position: Position,
    now: () => number,
    log: (message: string, error: unknown) => void,
  ) {
    this.#shows = shows;
    this.#archive = archive;
    this.#position = position;
    this.#now = now;
    this.#log = log;
  }

  /** Fetches the show of the position if another server has more of it. Returns false if it cannot be fetched now. */
  async prepare(): Promise<boolean> {
    const { showId } = this.#position;
    // A show that is being read was fetched before.
    if (showId === this.#shows.current?.id || showId === this.#open?.id) return true;
    try {
      await this.#archive.bring(showId);
      return true;
    } catch (error) {
      this.#log(`show ${showId}, whose events are to be sent, cannot be fetched`, error);
      return false;
    }
  }

  /**
   * Reads the next inputs. Returns their events and the position after them; null if there is nothing more now. Call it
   * again with other work in between: it folds at most some hundred inputs.
   */
  next(wanted: Wanted): { events: ShowEvent[]; position: Position } | null {
    const { current } = this.#shows;
    const { showId } = this.#position;
    if (showId !== '') {
      const show = current?.id === showId ? current : null;
      const mayGetMore = show !== null || this.#shows.isClosing(showId);
      const read = this.#readShow(showId, wanted, show);
      if (read !== null || mayGetMore) return read;
    }
    const following = this.#archive.ids.findLast((id) => id > showId);
    this.close();
    if (following === undefined) return null;
    this.#position = { showId: following, seq: 0, index: ALL_DONE };
    return { events: [], position: this.#position };
  }

  close(): void {
    this.#open?.file?.close();
    this.#open = null;
  }

  /** Null if the show has no further inputs, cannot be read, or is a rehearsal that is not wanted. */
  #readShow(showId: string, wanted: Wanted, show: Show | null) {
    const { seq: done, index } = this.#position;
    if (done === Number.MAX_SAFE_INTEGER) return null;
    try {
      const open = this.#openShow(showId, wanted, show);
      if (open === null) return null;
      const { reader } = open;
      const journal = open.file ?? show?.journal;
      if (journal === undefined) return null;
      const last = show === null ? journal.lastSeq() : show.committedSeq;
      const inputs = journal.inputs(reader.state.seq, Math.min(PAGE, Math.max(0, last - reader.state.seq)));
      if (inputs.length === 0) return null;
      const events = inputs
        .flatMap(({ seq, input }) => reader.read(seq, input, wanted.minDiamonds))
        .filter((event) => event.seq > done || (event.seq === done && event.index > index));
      // While the reader catches up from a snapshot, it is behind the position.
      if (reader.state.seq > done) this.#position = { showId, seq: reader.state.seq, index: ALL_DONE };
      return { events, position: this.#position };
    } catch (error) {
      this.#log(`the events of show ${showId} cannot be read`, error);
      this.close();
      if (show === null) this.#position = endOf(showId);
      return null;
    }
  }

  #openShow(showId: string, { rehearsals }: Wanted, show: Show | null): OpenShow | null {
    const known = this.#open;
    if (known?.id === showId && known.show === show) return known;
    this.close();
    const folder = join(this.#shows.folder, showId);
    if (show === null && !existsSync(journalPath(folder))) return null;
    const facts = show?.facts ?? readFacts(folder, this.#now());
    const rehearsal = facts.rehearsal !== null;
    if (rehearsal && !rehearsals) {
      this.#position = endOf(showId);
      return null;
    }
    const file = show === null ? new Journal(journalPath(folder), true) : null;
    const journal = file ?? show?.journal;
    if (journal === undefined) return null;
    const { seq, index } = this.#position;
    // The events of input `seq` may not all be done, so begin before it.
    const state = readStateBefore(journal, index === ALL_DONE ? seq : Math.max(0, seq - 1));
    const reader = new ShowEventReader({ id: showId, rehearsal }, state, foldStored);
    this.#open = { id: showId, reader, show, file };
    return this.#open;
  }
}
