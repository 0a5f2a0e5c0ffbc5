import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ApiClient } from '../api/client.ts';
import type { BackstageLink } from '../platform/platform.ts';
import type { Session } from '../session/session.ts';
import type { ShowEngine } from '../show/engine.ts';
import type { Timers } from '../stores/lifeTimer.ts';
import type { KeyValueStore, SettingsStore } from '../stores/settingsStore.ts';
import { SyncBook, UNREADABLE } from './book.ts';
import type { KeptBoth } from './parts.ts';
import { countWaiting, runPass } from './pass.ts';
import { offState, type SyncState } from './syncState.ts';
import { watchDeletions } from './watchDeletions.ts';

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
  /** Names the server whose accounts these are; empty where it is the page's own. */
  server(): Promise<string>;
  /** What copies kept after a conflict are said to come from. */
  device: string;
  /** Runs a pass while no other window of this browser does. */
  alone(run: () => Promise<void>): Promise<void>;
  /** Calls back whenever the device is online again; returns a function that stops it. */
  onOnline(listener: () => void): () => void;
  onKeptBoth(both: KeptBoth): void;
}

export interface Sync {
  store: StoreApi<SyncState>;
  /** Tries now instead of later. */
  now(): void;
  stop(): void;
}

/** Several changes in a row are saved together. */
const SETTLE_MS = 1_500;
/** What other devices have changed is asked for this often. */
const EVERY_MS = 60_000;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 300_000;
/** Of conflicts and refusals the last so many are told. */
const MOST_TOLD = 20;

/**
 * Keeps the presets and finished shows of this device and those of the account alike while somebody is signed in.
 * Nothing waits for it: what cannot be saved now stays where it is and is saved later.
 */
export function createSync(options: SyncOptions): Sync {
  const { api, link, engine, session, settings, storage, timers } = options;
  const store = createStore<SyncState>()(() => offState);
  let book: SyncBook | null = null;
  let failures = 0;
  let cancel: (() => void) | null = null;
  let running = false;
  let account: number | null = null;
  let again = false;

  const later = (ms: number) => {
    cancel?.();
    cancel = timers.after(ms, () => {
      cancel = null;
      void run();
    });
  };
  const soon = () => {
    if (store.getState().phase === 'off') return;
    failures = 0;
    if (running) again = true;
    else later(SETTLE_MS);
  };
  const pass = (present: SyncBook): Promise<void> =>
    runPass({
      api,
      link,
      book: present,
      engine,
      clock: options.clock,
      device: options.device,
      isCurrent: () => book === present,
      onKeptBoth: (both: KeptBoth) => {
        store.setState(({ keptBoth }) => ({ keptBoth: [both, ...keptBoth].slice(0, MOST_TOLD) }));
        options.onKeptBoth(both);
      },
      onRefused: (name, why) => {
        const others = store.getState().refused.filter((each) => each.name !== name);
        store.setState({ refused: [{ name, why }, ...others].slice(0, MOST_TOLD) });
      },
    });

  async function run(): Promise<void> {
    if (running) return;
    running = true;
    // With a token alone it is not known yet whose presets these are.
    if (account === null) await session.ensureInfo({ quiet: true });
    const present = book;
    if (present === null) {
      running = false;
      if (store.getState().phase !== 'off') wait(true);
      return;
    }
    again = false;
    store.setState({ phase: 'working', refused: [] });
    let failed = false;
    try {
      await options.alone(() => pass(present));
    } catch {
      // Whatever it was, the next pass goes on from where this one has come to.
      failed = true;
    }
    const waiting = await countWaiting({ link, book: present, engine });
    running = false;
    if (book !== present) return soon();
    store.setState(({ savedAt, waiting: before }) => ({
      phase: failed ? 'waiting' : 'idle',
      waiting: waiting ?? before,
      savedAt: !failed && waiting === 0 ? options.clock() : savedAt,
    }));
    if (again) soon();
    else wait(failed);
  }

  /** Until the next look at the account; longer and longer while it cannot be reached. */
  function wait(failed: boolean): void {
    failures = failed ? failures + 1 : 0;
    if (failed) store.setState({ phase: 'waiting' });
    later(failed ? Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1)) : EVERY_MS);
  }

  /** Begins with an account, or ends with it. */
  const follow = () => {
    const { token, user } = session.store.getState();
    const isWanted = token !== null && settings.getState().syncOn;
    const isOff = store.getState().phase === 'off';
    const wanted = isWanted && user !== null ? user.userId : null;
    if (isWanted !== isOff && wanted === account) return;
    account = wanted;
    book = null;
    cancel?.();
    cancel = null;
    store.setState({ ...offState, phase: isWanted ? 'idle' : 'off' });
    if (wanted !== null) void open(wanted);
    else soon();
  };
  const open = async (wanted: number) => {
    const server = await options.server();
    if (account !== wanted || book !== null) return;
    book = new SyncBook(storage, `${server}${wanted}`);
    lookAgainAtUnreadable(book);
    soon();
  };
  let lastStatus = engine.state.status;
  let lastSeq = 0;
  const leave = [
    session.store.subscribe(follow),
    settings.subscribe(follow),
    link.onState(({ phase }) => phase === 'open' && soon()),
    watchDeletions(link, () => book, soon),
    engine.subscribe(() => {
      const { status, seq } = engine.state;
      const isNew = status !== lastStatus || (status === 'ended' && seq !== lastSeq);
      lastStatus = status;
      lastSeq = seq;
      if (isNew && status === 'ended') soon();
    }),
    options.onOnline(soon),
  ];
  follow();
  return {
    store,
    now: () => {
      failures = 0;
      if (running) again = true;
      else if (store.getState().phase !== 'off') later(0);
    },
    stop: () => {
      for (const end of leave) end();
      cancel?.();
      account = null;
      book = null;
      store.setState(offState);
    },
  };
}

/** This page may be a newer one, which can read what the last one could not. */
function lookAgainAtUnreadable(book: SyncBook): void {
  const { items } = book.page('presets');
  if (Object.values(items).some(({ mark }) => mark === UNREADABLE)) book.reach('presets', 0);
}
