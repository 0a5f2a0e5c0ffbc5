import { createContext, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react';
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

/** What every screen has: settings, toasts, questions, keys, the session and the calls of `/api`. */
export function usePage(): PageParts {
  const page = useContext(PageContext);
  if (page === null) throw new Error('usePage needs a PageContext above it');
  return page;
}

export const RingsideContext = createContext<Ringside | null>(null);

/** What the screens of the tool have besides: the link to a backstage and the show behind it. */
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

/** Any of the plain stores: `usePlain(useRingside().presets, (s) => s.presets)`. */
export function usePlain<S, T>(store: StoreApi<S>, select: (state: S) => T): T {
  return useStore(store, select);
}

/**
 * Reads from the state of the show, once per published revision. The state changes in place, so `select` must
 * copy out what it needs; a shallowly equal result does not render again.
 */
export function useShow<T>(select: (state: GameState) => T): T {
  return useRevisions(useRingside().engine.subscribe, select);
}

/**
 * As `useShow`, for the sums of the whole show: in a busy room they change with every frame, which nobody can read
 * and every frame pays for. They change ten times a second at most, all of them together.
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

/** Whether a show is open, and whether its state on screen is the present one. */
export function useShowPhase(): { phase: EnginePhase; showId: string | null; failing: boolean } {
  const { engine } = useRingside();
  const phase = useSyncExternalStore(engine.subscribe, () => engine.phase);
  const showId = useSyncExternalStore(engine.subscribe, () => engine.showId);
  const failing = useSyncExternalStore(engine.subscribe, () => engine.failing);
  return { phase, showId, failing };
}

/** This device's clock in ms, renewed every `everyMs`; only the component that asks renders. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), everyMs);
    return () => window.clearInterval(timer);
  }, [everyMs]);
  return now;
}
