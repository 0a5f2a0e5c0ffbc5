import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredInput } from '#shared/contract/backstage.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { isOver } from '#shared/game/sessionStatus.ts';
import type { Clock } from './clock.ts';
import type { Hub, Notices } from './hub.ts';
import { openingProblem } from './journal/failures.ts';
import type { ShowLogs } from './journal/inputLog.ts';
import type { RowChanges } from './journal/rowChanges.ts';
import { NewerJournalError } from './journal/schema.ts';
import { newShowId, type ShowFacts, showIds } from './show/facts.ts';
import type { Arrival } from './show/intake.ts';
import { Show } from './show/show.ts';
import { probeFolder, removeQuietly } from './store/storedFile.ts';

interface ShowManagerOptions {
  dataDir: string;
  clock: Clock;
  random: () => number;
  hub: Hub;
  notices: Notices;
  log: (message: string, error?: unknown) => void;
  /** Called after every batch that is on disk. */
  committed: (showId: string, inputs: StoredInput[], rows: RowChanges) => void;
  /** Called when another show or none is open. */
  changed: () => void;
  /** Throws a RingsideError if the disk quota refuses a new show. */
  refuseFull?: () => void;
  /** Where the shows are stored, if the folder has only copies. */
  logs?: ShowLogs;
  largestQueue?: number | undefined;
  /** Called when another server has taken the open show. */
  fenced?: () => void;
  /** Called when the ledger of the open show has all inputs, if it lacked some. */
  whole?: () => void;
}

/** The disk space that a new show needs at first, with a reserve (bytes). */
const NEW_SHOW_BYTES = 256 * 1024;

/** Opens, creates and closes shows. At most one show is open at a time. */
export class ShowManager {
  readonly folder: string;
  readonly #options: ShowManagerOptions;
  readonly #closing = new Map<Promise<void>, string>();
  readonly #busyListeners = new Set<(busy: boolean) => void>();
  readonly #freedListeners = new Set<() => void>();
  #show: Show | null = null;
  readonly #stopping = Promise.withResolvers<void>();
  #busy = false;
  #closed = false;

  constructor(options: ShowManagerOptions) {
    this.#options = options;
    this.folder = join(options.dataDir, 'shows');
  }

  /** The open show; null if none is open. */
  get current(): Show | null {
    return this.#show;
  }

  /** As `current`. @throws RingsideError `session.noShow` if no show is open. */
  get required(): Show {
    if (this.#show === null) throw new RingsideError('session.noShow');
    return this.#show;
  }

  /** Whether the open show is counting or paused. */
  get busy(): boolean {
    return this.#busy;
  }

  /** Whether a show is being closed. It may still store its last inputs. */
  isClosing(showId: string): boolean {
    return [...this.#closing.values()].includes(showId);
  }

  onBusy(listener: (busy: boolean) => void): () => void {
    this.#busyListeners.add(listener);
    return () => this.#busyListeners.delete(listener);
  }

  /** Calls `run` whenever the disk accepts writes again. */
  onFreed(run: () => void): void {
    this.#freedListeners.add(run);
  }

  /**
   * Opens the newest show in the state in which it was closed.
   *
   * @throws RingsideError `storage.full`, `storage.unwritable` if the disk refuses writes.
   */
  openNewest(): void {
    const [id] = showIds(this.folder);
    if (id === undefined) return;
    try {
      this.#enter(this.#open(id));
    } catch (error) {
      if (error instanceof RingsideError) throw error;
      this.#options.log(`show ${id} cannot be opened`, error);
      const code = error instanceof NewerJournalError ? 'storage.newerShow' : 'storage.corrupt';
      this.#options.notices.showStanding(code, 'error', { code, params: { place: join(this.folder, id) } });
    }
  }

  /** Settles a round of an ended show and stores what is queued. Wait for it before `begin`. */
  async settleEnded(): Promise<void> {
    await this.#show?.settleEnded();
  }

  /**
   * Begins a new show and closes the open show.
   *
   * @throws RingsideError `storage.full`, `storage.unwritable`. The open show stays open after an error.
   */
  begin(facts: Omit<ShowFacts, 'createdAt' | 'closed'>): Show {
    const { clock, random } = this.#options;
    this.#options.refuseFull?.();
    const now = clock.now();
    const id = newShowId(now, random);
    const show = this.#beginIn(id, { ...facts, createdAt: now, closed: false });
    const last = this.#show;
    // Reports of a past show need all its rows.
    if (last !== null) this.#closeInBackground(last, Promise.race([last.whole, this.#stopping.promise]));
    this.#enter(show);
    return show;
  }

  /**
   * Checks the disk space for a new show. Call it before ending the open show. @throws RingsideError if it is too
   * small.
   */
  checkDiskSpace(): void {
    this.#options.refuseFull?.();
    if (!existsSync(this.folder)) return;
    const problem = probeFolder(this.folder, NEW_SHOW_BYTES);
    if (problem !== null) throw RingsideError.of(problem);
  }

  /** Writes pending data and closes the files. `busy` does not change: the next start resumes the show. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#stopping.resolve();
    const show = this.#show;
    this.#show = null;
    if (show !== null) this.#closeInBackground(show);
    await Promise.all(this.#closing.keys());
  }

  /** Closes the files without writing. The platform resends messages that are not on disk. */
  abandon(): void {
    this.#closed = true;
    this.#stopping.resolve();
    this.#show?.abandon();
    this.#show = null;
  }

  /** Begins a show. On an error, deletes its folder: the next start would open it as the newest show. */
  #beginIn(id: string, facts: ShowFacts): Show {
    try {
      return this.#open(id, facts);
    } catch (error) {
      removeQuietly(join(this.folder, id));
      throw error;
    }
  }

  #open(id: string, facts?: ShowFacts): Show {
    try {
      return this.#openFiles(id, facts);
    } catch (error) {
      throw openingProblem(error, join(this.folder, id));
    }
  }

  #openFiles(id: string, facts: ShowFacts | undefined): Show {
    const { clock, hub, notices, log, committed } = this.#options;
    const folder = join(this.folder, id);
    const show: Show = new Show(
      id,
      folder,
      clock,
      {
        committed: (inputs, rows) => {
          hub.inputs(id, inputs);
          committed(id, inputs, rows);
          this.#updateBusy();
        },
        blocked: (problem) => {
          if (problem !== null) notices.showStanding('storage.full', 'error', problem);
          else {
            notices.clear('storage.full');
            for (const run of this.#freedListeners) run();
          }
        },
        uncounted: (problem) => notices.showStanding('show.uncounted', 'error', problem),
        corrupt: () => this.#reopen(show),
        fenced: () => this.#options.fenced?.(),
        whole: () => this.#options.whole?.(),
        log,
      },
      facts,
      this.#options.logs,
      this.#options.largestQueue,
    );
    if (show.damaged !== null) this.#reportDamaged(show, show.damaged);
    return show;
  }

  /** Shows a notice with the path of the damaged journal, and stores the gap since its last input. */
  #reportDamaged(show: Show, place: string): void {
    this.#options.notices.showStanding('storage.corrupt', 'error', {
      code: 'storage.corrupt',
      params: { place },
    });
    const now = this.#options.clock.now();
    const from = show.journal.lastAt();
    if (from > 0) {
      const input = { kind: 'gap', at: now, cause: 'restart', from, until: now, detail: 'journal' } as const;
      show.add([{ input }], () => {});
    }
  }

  /** Opens a show again after its journal was found damaged. The readable inputs are copied to a new journal. */
  #reopen(show: Show): void {
    const { log, notices, hub } = this.#options;
    const unwritten: Arrival[] = show.abandon();
    if (this.#show !== show) return;
    try {
      this.#show = this.#open(show.id);
      this.#show.add(unwritten, () => {});
    } catch (error) {
      log('the damaged show cannot be opened again', error);
      this.#show = null;
      notices.showStanding('storage.corrupt', 'error', {
        code: 'storage.corrupt',
        params: { place: show.folder },
      });
    }
    hub.changeShow(this.#show?.id ?? null);
    this.#options.changed();
    this.#updateBusy();
  }

  #enter(show: Show): void {
    this.#show = show;
    this.#options.notices.clear('storage.full');
    this.#options.notices.clear('show.uncounted');
    this.#options.notices.clear('rehearsal.ended');
    show.notifyUncounted();
    this.#options.hub.changeShow(show.id);
    this.#options.changed();
    this.#updateBusy();
  }

  #closeInBackground(show: Show, after: Promise<void> = Promise.resolve()): void {
    const closing = after.then(() => show.close()).finally(() => this.#closing.delete(closing));
    this.#closing.set(closing, show.id);
  }

  #updateBusy(): void {
    // `close` commits the last batch after the show was removed.
    if (this.#closed) return;
    const state = this.#show?.state;
    const started = state !== undefined && state.stretches.length > 0;
    const busy = started && !isOver(state);
    if (busy === this.#busy) return;
    this.#busy = busy;
    for (const listener of this.#busyListeners) listener(busy);
  }
}
