import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ApiClient } from '../api/client.ts';
import type { BackstageLink } from '../platform/platform.ts';
import type { Session } from '../session/accountSession.ts';
import type { ShowEngine } from '../show/engine.ts';
import type { Timers } from '../stores/pausableTimer.ts';
import type { KeyValueStore, SettingsStore } from '../stores/settingsStore.ts';
import type { ToastText } from '../stores/toastStore.ts';
import { type PassContext, SyncCache, type SyncConflict, UNREADABLE } from './syncCache.ts';
import { syncPresets, waitingPresets } from './syncPresets.ts';
import { syncShows, waitingShows } from './syncShows.ts';

/**
 * `off`: the host is signed out or has turned sync off. `working`: a pass runs. `waiting`: the last pass failed
 * because the server or the backstage was unreachable; unsaved items stay on this device until a retry succeeds.
 */
export type SyncPhase = 'off' | 'working' | 'idle' | 'waiting';

export interface SyncState {
  phase: SyncPhase;
  /** The number of presets, shows and deletions that the account does not have yet. */
  waiting: number;
  /** When this device and the account last matched, in ms by this device's clock; null before the first time. */
  savedAt: number | null;
  /** Conflicts since the page was opened, newest first. */
  conflicts: readonly SyncConflict[];
  /** Items that the server or the backstage rejected in the last pass, with the reason. */
  refused: readonly { name: string; why: ToastText }[];
}

export const offState: SyncState = { phase: 'off', waiting: 0, savedAt: null, conflicts: [], refused: [] };

export interface SyncOptions {
  api: Pick<ApiClient, 'call'>;
  link: BackstageLink;
  engine: Pick<ShowEngine, 'state' | 'showId' | 'subscribe'>;
  session: Pick<Session, 'store' | 'ensureInfo'>;
  settings: SettingsStore;
  storage: KeyValueStore;
  timers: Timers;
  /** This device's clock, ms since 1970. */
  clock(): number;
  /** The server of the account, with a trailing space; '' for the page's own server. Part of the cache's key. */
  server(): Promise<string>;
  /** This device's name, which the server adds to the name of a conflict's copy. */
  device: string;
  /** Runs a pass under a lock that all windows of this browser share. */
  withLock(run: () => Promise<void>): Promise<void>;
  /** Calls back whenever the device is online again; returns the unsubscribe function. */
  onOnline(listener: () => void): () => void;
  onConflict(both: SyncConflict): void;
}

export interface Sync {
  store: StoreApi<SyncState>;
  /** Starts a pass at once and resets the back-off. */
  now(): void;
  stop(): void;
}

/** Debounce: changes within this time are saved together. */
const DEBOUNCE_MS = 1_500;
/** Interval of polling for other devices' changes. */
const POLL_MS = 60_000;
/** Back-off after a failed pass: starts here and doubles with each failure. */
const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 300_000;
/** The length limit of `conflicts` and `refused`. */
const MAX_REPORTED = 20;

/**
 * Syncs the presets and finished shows of this device with the account, in the background, while the host is signed
 * in. Runs a pass after each local change and every minute; retries a failed pass with exponential back-off.
 */
export function createSync(options: SyncOptions): Sync {
  const { api, link, engine, session, settings, storage, timers } = options;
  const store = createStore<SyncState>()(() => offState);
  let cache: SyncCache | null = null;
  let failures = 0;
  let cancel: (() => void) | null = null;
  let running = false;
  let account: number | null = null;
  let runAgain = false;

  const runAfter = (ms: number) => {
    cancel?.();
    cancel = timers.after(ms, () => {
      cancel = null;
      void run();
    });
  };
  const runSoon = () => {
    if (store.getState().phase === 'off') return;
    failures = 0;
    if (running) runAgain = true;
    else runAfter(DEBOUNCE_MS);
  };
  const pass = (currentCache: SyncCache): Promise<void> =>
    runPass({
      api,
      link,
      cache: currentCache,
      engine,
      clock: options.clock,
      device: options.device,
      isCurrent: () => cache === currentCache,
      onConflict: (both: SyncConflict) => {
        store.setState(({ conflicts }) => ({ conflicts: [both, ...conflicts].slice(0, MAX_REPORTED) }));
        options.onConflict(both);
      },
      onRefused: (name, why) => {
        const others = store.getState().refused.filter((each) => each.name !== name);
        store.setState({ refused: [{ name, why }, ...others].slice(0, MAX_REPORTED) });
      },
    });

  async function run(): Promise<void> {
    if (running) return;
    running = true;
    // A stored token does not name its account: load the user first.
    if (account === null) await session.ensureInfo({ quiet: true });
    const currentCache = cache;
    if (currentCache === null) {
      running = false;
      if (store.getState().phase !== 'off') scheduleNext(true);
      return;
    }
    runAgain = false;
    store.setState({ phase: 'working', refused: [] });
    let failed = false;
    try {
      await options.withLock(() => pass(currentCache));
    } catch {
      // The next pass continues where this one stopped.
      failed = true;
    }
    const waiting = await countWaiting({ link, cache: currentCache, engine });
    running = false;
    if (cache !== currentCache) return runSoon();
    store.setState(({ savedAt, waiting: before }) => ({
      phase: failed ? 'waiting' : 'idle',
      waiting: waiting ?? before,
      savedAt: !failed && waiting === 0 ? options.clock() : savedAt,
    }));
    if (runAgain) runSoon();
    else scheduleNext(failed);
  }

  /** Schedules the next pass: at the polling interval, or with back-off after a failure. */
  function scheduleNext(failed: boolean): void {
    failures = failed ? failures + 1 : 0;
    if (failed) store.setState({ phase: 'waiting' });
    runAfter(failed ? Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)) : POLL_MS);
  }

  /** Starts, switches or stops sync when the session or the setting changes. */
  const followAccount = () => {
    const { token, user } = session.store.getState();
    const isWanted = token !== null && settings.getState().syncOn;
    const isOff = store.getState().phase === 'off';
    const wanted = isWanted && user !== null ? user.userId : null;
    if (isWanted !== isOff && wanted === account) return;
    account = wanted;
    cache = null;
    cancel?.();
    cancel = null;
    store.setState({ ...offState, phase: isWanted ? 'idle' : 'off' });
    if (wanted !== null) void open(wanted);
    else runSoon();
  };
  const open = async (wanted: number) => {
    const server = await options.server();
    if (account !== wanted || cache !== null) return;
    cache = new SyncCache(storage, `${server}${wanted}`);
    retryUnreadable(cache);
    runSoon();
  };
  let lastStatus = engine.state.status;
  let lastSeq = 0;
  const unsubscribers = [
    session.store.subscribe(followAccount),
    settings.subscribe(followAccount),
    link.onState(({ phase }) => phase === 'open' && runSoon()),
    watchDeletions(link, () => cache, runSoon),
    engine.subscribe(() => {
      const { status, seq } = engine.state;
      const isNew = status !== lastStatus || (status === 'ended' && seq !== lastSeq);
      lastStatus = status;
      lastSeq = seq;
      if (isNew && status === 'ended') runSoon();
    }),
    options.onOnline(runSoon),
  ];
  followAccount();
  return {
    store,
    now: () => {
      failures = 0;
      if (running) runAgain = true;
      else if (store.getState().phase !== 'off') runAfter(0);
    },
    stop: () => {
      for (const unsubscribe of unsubscribers) unsubscribe();
      cancel?.();
      account = null;
      cache = null;
      store.setState(offState);
    },
  };
}

/** Resets the cursor if the cache has unreadable presets: this version of the page may be able to read them. */
function retryUnreadable(cache: SyncCache): void {
  const { items } = cache.section('presets');
  if (Object.values(items).some(({ mark }) => mark === UNREADABLE)) cache.setCursor('presets', 0);
}

/**
 * Records presets that the host deletes. A preset counts as deleted only if it is missing from a list and was in the
 * previous list of the same connection. A preset that is missing from the first list (for example in a new data
 * folder) is downloaded from the account instead. Calls `onChange` for every list.
 */
function watchDeletions(
  link: Pick<BackstageLink, 'onPush' | 'onState'>,
  cache: () => SyncCache | null,
  onChange: () => void,
): () => void {
  let last: ReadonlySet<string> | null = null;
  const unsubscribers = [
    link.onState(() => {
      last = null;
    }),
    link.onPush((push) => {
      if (push.push !== 'presets') return;
      const ids = new Set(push.presets.map(({ id }) => id));
      const deleted = [...(last ?? [])].filter((id) => !ids.has(id));
      last = ids;
      recordDeletions(cache(), deleted);
      onChange();
    }),
  ];
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe();
  };
}

/** Moves the deleted presets of the cache to `gone`, for the next pass. */
function recordDeletions(cache: SyncCache | null, ids: readonly string[]): void {
  if (cache === null || ids.length === 0) return;
  cache.update('presets', (section) => {
    for (const id of ids) {
      const known = section.items[id];
      if (known === undefined) continue;
      section.gone[id] = known.revision;
      delete section.items[id];
    }
  });
}

interface PassOptions extends PassContext {
  engine: Pick<ShowEngine, 'state' | 'showId'>;
  /** This device's clock, ms since 1970. */
  clock(): number;
  /** False after the account has changed; the pass then stops. */
  isCurrent(): boolean;
}

/** Syncs presets, then shows. Rejects if the server or the backstage is unreachable or the account changes. */
async function runPass(options: PassOptions): Promise<void> {
  const { engine, isCurrent, clock } = options;
  const checkAccount = () => {
    if (!isCurrent()) throw new Error('the account has changed');
  };
  const api: Pick<ApiClient, 'call'> = {
    call: async (call, input, callOptions) => {
      checkAccount();
      return options.api.call(call, input, callOptions);
    },
  };
  const link: Pick<BackstageLink, 'call'> = {
    call: async (name, args) => {
      checkAccount();
      return options.link.call(name, args);
    },
  };
  const context = { ...options, api, link };
  const isCounting = () => ['counting', 'paused'].includes(engine.state.status);
  await syncPresets({ ...context, isInUse: (id) => isCounting() && engine.state.preset?.id === id });
  // Reading the report of a long show slows the backstage down, so sync shows only while no gifts are counted.
  if (!isCounting()) await syncShows({ ...context, openShow: () => openShow(engine), now: clock });
}

/** Counts the presets, deletions and shows that the account does not have; null if the backstage is unreachable. */
async function countWaiting({
  link,
  cache,
  engine,
}: {
  link: Pick<BackstageLink, 'call'>;
  cache: SyncCache;
  engine: PassOptions['engine'];
}): Promise<number | null> {
  try {
    const { presets } = await link.call('presets.list', {});
    const shows = await waitingShows({ link, cache, openShow: () => openShow(engine) });
    const section = cache.section('presets');
    return waitingPresets(section, presets).length + Object.keys(section.gone).length + shows.length;
  } catch {
    return null;
  }
}

const openShow = ({ showId, state }: PassOptions['engine']) => ({
  showId,
  ended: state.status === 'ended',
  seq: state.seq,
});
