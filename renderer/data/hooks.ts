import { createContext, useContext, useRef, useSyncExternalStore } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { shallow } from 'zustand/vanilla/shallow';
import type { GameState } from '#shared/game/state.ts';
import type { PageParts } from './page.ts';
import type { Ringside } from './ringside.ts';
import type { SessionState } from './session/sessionStore.ts';
import type { EnginePhase, ShowEngine } from './show/engine.ts';
import type { ConnectionState } from './stores/connectionStore.ts';
import type { SettingsState } from './stores/settingsStore.ts';

export const PageContext = createContext<PageParts | null>(null);

/** Returns what every screen has: settings, toasts, questions, keys, the session and the `/api` client. */
export function usePage(): PageParts {
  const page = useContext(PageContext);
  if (page === null) throw new Error('usePage needs a PageContext above it');
  return page;
}

export const RingsideContext = createContext<Ringside | null>(null);

/** Returns what the tool's screens have in addition: the link to a backstage and its show. */
export function useRingside(): Ringside {
  const ringside = useContext(RingsideContext);
  if (ringside === null) throw new Error('useRingside needs a RingsideContext above it');
  return ringside;
}

export function useConnection<T>(select: (state: ConnectionState) => T): T {
  return useStore(useRingside().connection, select);
}

export function useSettings<T>(select: (state: SettingsState) => T): T {
  return useStore(usePage().settings, select);
}

export function useSession<T>(select: (state: SessionState) => T): T {
  return useStore(usePage().session.store, select);
}

/** Reads any store: `useVanillaStore(useRingside().presets, (s) => s.presets)`. */
export function useVanillaStore<S, T>(store: StoreApi<S>, select: (state: S) => T): T {
  return useStore(store, select);
}

/**
 * Reads from the show's state, once per published revision. The state is mutated in place, so `select` must copy what
 * it needs. A shallowly equal result does not render again.
 */
export function useShow<T>(select: (state: GameState) => T): T {
  return useRevisions(useRingside().engine.subscribe, select);
}

/**
 * Like `useShow`, for the sums of the whole show. Throttled to ten updates a second, because in a busy room the sums
 * change with every frame, faster than a host can read.
 */
export function useSums<T>(select: (state: GameState) => T): T {
  return useRevisions(useRingside().engine.subscribeSums, select);
}

function useRevisions<T>(subscribe: ShowEngine['subscribe'], select: (state: GameState) => T): T {
  const { engine } = useRingside();
  const kept = useRef<{ revision: number; select: unknown; value: T } | null>(null);
  const read = () => {
    const last = kept.current;
    if (last !== null && last.revision === engine.revision && last.select === select) return last.value;
    const fresh = select(engine.state);
    const value = last !== null && shallow(last.value, fresh) ? last.value : fresh;
    kept.current = { revision: engine.revision, select, value };
    return value;
  };
  return useSyncExternalStore(subscribe, read);
}

/** Returns whether a show is open and whether the screen has its current state. */
export function useShowPhase(): { phase: EnginePhase; showId: string | null; failing: boolean } {
  const { engine } = useRingside();
  const phase = useSyncExternalStore(engine.subscribe, () => engine.phase);
  const showId = useSyncExternalStore(engine.subscribe, () => engine.showId);
  const failing = useSyncExternalStore(engine.subscribe, () => engine.failing);
  return { phase, showId, failing };
}

/**
 * Returns this device's clock in ms and renders the component every `everyMs`. Components with the same interval get the
 * same value at the same time, so that two texts of one clock never differ.
 */
export function useNow(everyMs: number): number {
  const { subscribe, now } = tickerOf(everyMs);
  return useSyncExternalStore(subscribe, now);
}

interface Ticker {
  subscribe(onTick: () => void): () => void;
  /** The time of the last tick. */
  now(): number;
}

const tickers = new Map<number, Ticker>();

function tickerOf(everyMs: number): Ticker {
  const known = tickers.get(everyMs);
  if (known !== undefined) return known;
  const ticker = createTicker(everyMs);
  tickers.set(everyMs, ticker);
  return ticker;
}

/** A clock that ticks while somebody listens. */
function createTicker(everyMs: number): Ticker {
  const listeners = new Set<() => void>();
  let timer: number | null = null;
  let last = Date.now();
  const tick = () => {
    last = Date.now();
    for (const listener of listeners) listener();
  };
  return {
    now: () => {
      // Nobody has listened for a while, so `last` is old.
      if (timer === null && Math.abs(Date.now() - last) >= everyMs) last = Date.now();
      return last;
    },
    subscribe: (onTick) => {
      listeners.add(onTick);
      if (timer === null) {
        tick();
        timer = window.setInterval(tick, everyMs);
      }
      return () => {
        listeners.delete(onTick);
        if (listeners.size > 0 || timer === null) return;
        window.clearInterval(timer);
        timer = null;
      };
    },
  };
}
