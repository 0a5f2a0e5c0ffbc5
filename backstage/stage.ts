import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredInput } from '#shared/contract/backstage.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { isOver } from '#shared/game/session.ts';
import type { Clock } from './clock.ts';
import type { Hub } from './hub.ts';
import { openingProblem } from './journal/refusal.ts';
import type { RowChanges } from './journal/rowChanges.ts';
import type { Notices } from './notices.ts';
import { newShowId, type ShowFacts, showIds } from './show/facts.ts';
import type { Arrival } from './show/intake.ts';
import { Show } from './show/show.ts';
import { probeFolder, removeQuietly } from './store/whyUnwritable.ts';

export interface StageOptions {
  dataDir: string;
  clock: Clock;
  random: () => number;
  hub: Hub;
  notices: Notices;
  log: (message: string, error?: unknown) => void;
  /** Told of every batch that is on disk. */
  committed: (showId: string, inputs: StoredInput[], rows: RowChanges) => void;
  /** Told when another show is on stage, or none any more. */
  changed: () => void;
  /** Throws a RingsideError when no other show may begin. */
  refuseFull?: () => void;
}

/** What the files of a show that begins take, and a little more (bytes). */
const ROOM_FOR_A_SHOW = 256 * 1024;

/** Holds the show that is open, one at a time. */
export class Stage {
  readonly folder: string;
  readonly #options: StageOptions;
  readonly #closing = new Set<Promise<void>>();
  readonly #busyListeners = new Set<(busy: boolean) => void>();
  readonly #freed = new Set<() => void>();
  #show: Show | null = null;
  #busy = false;
  #closed = false;

  constructor(options: StageOptions) {
    this.#options = options;
    this.folder = join(options.dataDir, 'shows');
  }

  get show(): Show | null {
    return this.#show;
  }

  /** @throws RingsideError `session.noShow`. */
  get required(): Show {
    if (this.#show === null) throw new RingsideError('session.noShow');
    return this.#show;
  }

  get busy(): boolean {
    return this.#busy;
  }

  onBusy(listener: (busy: boolean) => void): () => void {
    this.#busyListeners.add(listener);
    return () => this.#busyListeners.delete(listener);
  }

  /** Calls `run` whenever the disk takes everything again. */
  onFreed(run: () => void): void {
    this.#freed.add(run);
  }

  /**
   * Puts the newest show on stage again, as it was left.
   *
   * @throws RingsideError `storage.full`, `storage.unwritable` when the disk stands against it.
   */
  openNewest(): void {
    const [id] = showIds(this.folder);
    if (id === undefined) return;
    try {
      this.#enter(this.#open(id));
    } catch (error) {
      if (error instanceof RingsideError) throw error;
      this.#options.log(`show ${id} cannot be opened`, error);
      this.#options.notices.stand('storage.corrupt', 'error', {
        code: 'storage.corrupt',
        params: { place: join(this.folder, id) },
      });
    }
  }

  /**
   * Closes the show that is open and begins a new one.
   *
   * @throws RingsideError `storage.full`, `storage.unwritable`; the show that is open stays then.
   */
  begin(facts: Omit<ShowFacts, 'createdAt' | 'closed'>): Show {
    const { clock, random } = this.#options;
    this.#options.refuseFull?.();
    this.#show?.settleEnded();
    const now = clock.now();
    const id = newShowId(now, random);
    const show = this.#beginIn(id, { ...facts, createdAt: now, closed: false });
    const last = this.#show;
    if (last !== null) this.#closeAside(last);
    this.#enter(show);
    return show;
  }

  /** Asked before the show that is open is ended for another. @throws RingsideError when there is no room for it. */
  checkRoom(): void {
    this.#options.refuseFull?.();
    if (!existsSync(this.folder)) return;
    const problem = probeFolder(this.folder, ROOM_FOR_A_SHOW);
    if (problem !== null) throw RingsideError.of(problem);
  }

  /** Writes what waits and closes the files. `busy` stays as it is: the show has not ended, the next start resumes it. */
  async close(): Promise<void> {
    this.#closed = true;
    const show = this.#show;
    this.#show = null;
    if (show !== null) this.#closeAside(show);
    await Promise.all(this.#closing);
  }

  /** Lets go of the files without writing; what is not on disk comes again from the platform. */
  abandon(): void {
    this.#closed = true;
    this.#show?.abandon();
    this.#show = null;
  }

  /** A show that could not be begun leaves no folder, which the next start would take for the newest show. */
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
          this.#tellBusy();
        },
        blocked: (problem) => {
          if (problem !== null) notices.stand('storage.full', 'error', problem);
          else {
            notices.clear('storage.full');
            for (const run of this.#freed) run();
          }
        },
        uncounted: (problem) => notices.stand('show.uncounted', 'error', problem),
        corrupt: () => this.#reopen(show),
        log,
      },
      facts,
    );
    if (show.damaged !== null) this.#sayDamaged(show, show.damaged);
    return show;
  }

  /** The place of a damaged journal is said until the program is started again; nothing else needs doing. */
  #sayDamaged(show: Show, place: string): void {
    this.#options.notices.stand('storage.corrupt', 'error', { code: 'storage.corrupt', params: { place } });
    const now = this.#options.clock.now();
    const from = show.journal.lastAt();
    if (from > 0) {
      const input = { kind: 'gap', at: now, cause: 'restart', from, until: now, detail: 'journal' } as const;
      show.add([{ input }], () => {});
    }
  }

  /** The journal was found damaged while it was in use: what can be read goes on in a new one. */
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
      notices.stand('storage.corrupt', 'error', {
        code: 'storage.corrupt',
        params: { place: show.folder },
      });
    }
    hub.changeShow(this.#show?.id ?? null);
    this.#options.changed();
    this.#tellBusy();
  }

  #enter(show: Show): void {
    this.#show = show;
    this.#options.notices.clear('storage.full');
    this.#options.notices.clear('show.uncounted');
    this.#options.notices.clear('rehearsal.ended');
    show.notifyUncounted();
    this.#options.hub.changeShow(show.id);
    this.#options.changed();
    this.#tellBusy();
  }

  #closeAside(show: Show): void {
    const closing = show.close().finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }

  #tellBusy(): void {
    // The last batch is committed while no show is on stage any more.
    if (this.#closed) return;
    const state = this.#show?.state;
    const started = state !== undefined && state.stretches.length > 0;
    const busy = started && !isOver(state);
    if (busy === this.#busy) return;
    this.#busy = busy;
    for (const listener of this.#busyListeners) listener(busy);
  }
}
