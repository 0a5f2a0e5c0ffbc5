import type { UpdateState } from '#shared/contract/desktop.ts';

/** Finds, downloads and installs updates. `download` resolves only after it has verified the update. */
export interface Updater {
  /**
   * Returns the newer version that the feed offers; null if there is none.
   * @throws NoFeed, UnsignedFeed, and errors of the library
   */
  check(): Promise<{ version: string } | null>;
  download(onProgress: (percent: number) => void): Promise<void>;
  /** Quits the app and starts the new version. */
  install(): void;
}

interface UpdatesOptions {
  /** Null if the app cannot update itself, for example when it runs from sources or as a system package. */
  updater: Updater | null;
  /** The reason for a null `updater`, if the host should see one. */
  unsupported?: 'noKey' | null;
  current: string;
  isBusy: () => boolean;
  /** Closes the backstage and releases the single-instance lock: the new version may start before this process ends. */
  prepareInstall: () => Promise<void>;
  stateChanged: (state: UpdateState) => void;
  log: (level: 'info' | 'error', message: string) => void;
}

/** Checks for a newer version, downloads it, and installs it on request when no show is running. */
export class Updates {
  readonly #options: UpdatesOptions;
  #state: UpdateState;
  #running: Promise<void> | null = null;
  #installing = false;

  constructor(options: UpdatesOptions) {
    this.#options = options;
    const phase = options.updater === null ? 'unsupported' : 'idle';
    const failure = options.unsupported ?? null;
    this.#state = { phase, current: options.current, version: '', percent: 0, failure, blocked: false };
  }

  get state(): UpdateState {
    return { ...this.#state, blocked: this.#options.isBusy() };
  }

  /** Checks and downloads. Concurrent calls share one run. Does nothing once a version is ready. */
  async check(): Promise<UpdateState> {
    const { updater } = this.#options;
    if (updater === null || this.#state.phase === 'ready') return this.state;
    this.#running ??= this.#run(updater).finally(() => {
      this.#running = null;
    });
    await this.#running;
    return this.state;
  }

  /** Restarts into the downloaded version. Does nothing during a show or before a version is ready. */
  install(): UpdateState {
    const { updater, isBusy } = this.#options;
    if (updater !== null && this.#state.phase === 'ready' && !isBusy() && !this.#installing) {
      void this.#install(updater);
    }
    return this.state;
  }

  /**
   * Reports the state again. Call it when a show begins or ends, because the state includes whether a restart is
   * allowed.
   */
  busyChanged(): void {
    this.#options.stateChanged(this.state);
  }

  async #install(updater: Updater): Promise<void> {
    this.#installing = true;
    try {
      await this.#options.prepareInstall();
      updater.install();
    } finally {
      this.#installing = false;
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
    this.#options.stateChanged(this.state);
  }
}

/** No update feed is set. */
export class NoFeed extends Error {}

/** The feed has no valid signature by one of the packed keys. */
export class UnsignedFeed extends Error {}

type Failure = NonNullable<UpdateState['failure']>;

const byCode: Readonly<Record<string, Failure>> = {
  ENOTFOUND: 'offline',
  EAI_AGAIN: 'offline',
  ECONNREFUSED: 'offline',
  ECONNRESET: 'offline',
  ETIMEDOUT: 'offline',
  ENETUNREACH: 'offline',
  ENOSPC: 'disk',
  EACCES: 'disk',
  EPERM: 'disk',
  EROFS: 'disk',
  ERR_CHECKSUM_MISMATCH: 'signature',
  ERR_UPDATER_INVALID_SIGNATURE: 'signature',
  ERR_UPDATER_INVALID_UPDATE_INFO: 'feed',
  ERR_UPDATER_INVALID_VERSION: 'feed',
  ERR_UPDATER_CHANNEL_FILE_NOT_FOUND: 'feed',
  ERR_UPDATER_NO_FILES_PROVIDED: 'feed',
};

/** Maps an error of the updater to the failure that the host sees. */
export function classifyUpdateError(error: unknown): Failure {
  if (!(error instanceof Error)) return 'unknown';
  if (error instanceof NoFeed) return 'noFeed';
  if (error instanceof UnsignedFeed) return 'unsigned';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const known = byCode[code];
  if (known !== undefined) return known;
  if (/net::ERR_(INTERNET_DISCONNECTED|NAME_NOT_RESOLVED|CONNECTION|NETWORK|TIMED_OUT)/.test(error.message)) {
    return 'offline';
  }
  if (/net::ERR_CERT|signature|publisher|sha512/i.test(error.message)) return 'signature';
  const isFeed =
    code.startsWith('HTTP_ERROR') || /HttpError|status 4\d\d|ERR_BLOCKED_BY_CLIENT/.test(error.message);
  return isFeed ? 'feed' : 'unknown';
}
