import type { UpdateState } from '#shared/contract/desktop.ts';
import { classifyUpdateError } from './failure.ts';

/** What the app needs of an updater. It has checked signature and publisher before `download` resolves. */
export interface Updater {
  /** The newer version that the feed offers, null when there is none. */
  check(): Promise<{ version: string } | null>;
  download(onProgress: (percent: number) => void): Promise<void>;
  /** Ends the app and starts the new version. */
  install(): void;
}

export interface UpdatesOptions {
  /** Null where the app cannot update itself: run from sources, or by a system's package manager. */
  updater: Updater | null;
  /** Why it cannot, where that needs a sentence of its own. */
  unsupported?: 'noKey' | null;
  current: string;
  isBusy: () => boolean;
  /** Lets go of what the next start of the app needs, which may begin before this one has ended. */
  makeWay: () => Promise<void>;
  changed: (state: UpdateState) => void;
  log: (level: 'info' | 'error', message: string) => void;
}

/** Looks for a newer version, fetches it, and restarts into it when asked and no show is on. */
export class Updates {
  readonly #options: UpdatesOptions;
  #state: UpdateState;
  #running: Promise<void> | null = null;
  #leaving = false;

  constructor(options: UpdatesOptions) {
    this.#options = options;
    const phase = options.updater === null ? 'unsupported' : 'idle';
    const failure = options.unsupported ?? null;
    this.#state = { phase, current: options.current, version: '', percent: 0, failure, blocked: false };
  }

  get state(): UpdateState {
    return { ...this.#state, blocked: this.#options.isBusy() };
  }

  /** Looks and fetches; one run at a time, and none any more once a version is ready. */
  async check(): Promise<UpdateState> {
    const { updater } = this.#options;
    if (updater === null || this.#state.phase === 'ready') return this.state;
    this.#running ??= this.#run(updater).finally(() => {
      this.#running = null;
    });
    await this.#running;
    return this.state;
  }

  /** Restarts into the fetched version. Nothing happens during a show or before one is ready. */
  install(): UpdateState {
    const { updater, isBusy } = this.#options;
    if (updater !== null && this.#state.phase === 'ready' && !isBusy() && !this.#leaving) {
      void this.#leaveFor(updater);
    }
    return this.state;
  }

  /** To be called when a show begins or ends: whether a restart is allowed is part of the state. */
  busyChanged(): void {
    this.#options.changed(this.state);
  }

  async #leaveFor(updater: Updater): Promise<void> {
    this.#leaving = true;
    try {
      await this.#options.makeWay();
      updater.install();
    } finally {
      this.#leaving = false;
    }
  }

  async #run(updater: Updater): Promise<void> {
    this.#set({ phase: 'checking', failure: null, percent: 0 });
    try {
      const offer = await updater.check();
      if (offer === null) {
        this.#set({ phase: 'none' });
        return;
      }
      this.#set({ phase: 'available', version: offer.version });
      await updater.download((percent) => this.#set({ percent: Math.min(100, Math.max(0, percent)) }));
      this.#set({ phase: 'ready', percent: 100 });
    } catch (error) {
      this.#options.log('error', `update: ${error instanceof Error ? error.message : String(error)}`);
      this.#set({ phase: 'failed', failure: classifyUpdateError(error) });
    }
  }

  #set(change: Partial<UpdateState>): void {
    this.#state = { ...this.#state, ...change };
    this.#options.changed(this.state);
  }
}
