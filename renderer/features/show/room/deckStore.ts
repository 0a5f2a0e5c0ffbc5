import { createStore } from 'zustand/vanilla';
import { useConnection, useShow, useVanillaStore } from '#renderer/data/hooks.ts';
import { isOpen } from '#renderer/data/show/phaseHealth.ts';

export interface DeckState {
  /** What the host has chosen for the connection form; null until then. */
  open: boolean | null;
  setOpen(open: boolean | null): void;
}

/** Whether the form of the connection is open, for the Homepage and for the line in the status bar. */
export const deckStore = createStore<DeckState>()((set) => ({
  open: null,
  setOpen: (open) => set({ open }),
}));

/**
 * The connection form is open until the room is live, and again when a running show has lost its room for good. While
 * the line reconnects by itself, the form stays folded: the status bar says what happens, and the stage does not move.
 */
export function useDeckOpen(): boolean {
  const chosen = useVanillaStore(deckStore, (state) => state.open);
  const phase = useConnection((state) => state.room?.phase ?? 'idle');
  const running = useShow(({ status }) => status === 'counting' || status === 'paused');
  return chosen ?? !(phase === 'live' || (running && isOpen(phase)));
}
