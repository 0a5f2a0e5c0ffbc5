import { createStore } from 'zustand/vanilla';
import { useConnection, useShow, useVanillaStore } from '#renderer/data/hooks.ts';
import { isOpen } from '#renderer/data/stores/connectionStore.ts';
import type { Phase } from '#shared/contract/connection.ts';
import type { Status } from '#shared/contract/snapshot.ts';

/** The host's choice, and the automatic state of the form at that time. */
interface Choice {
  open: boolean;
  folds: boolean;
}

const choiceStore = createStore<{ choice: Choice | null }>()(() => ({ choice: null }));

export interface Deck {
  open: boolean;
  setOpen(open: boolean): void;
  /** Drops the host's choice. */
  reset(): void;
}

/**
 * The state of the connection form. It is open until the room is live, and again when a running show has lost its room
 * permanently. A silent room is still connected. While the line reconnects by itself, the form stays folded, so that
 * the stage does not move; the status bar shows the reconnection. The form opens at once when the host ends the show,
 * not when the line closes later. The host's choice applies until the automatic state changes.
 */
export function useDeck(): Deck {
  const choice = useVanillaStore(choiceStore, (state) => state.choice);
  const phase = useConnection((state) => state.room?.phase ?? 'idle');
  const status = useShow((state) => state.status);
  const folds = foldsForm(phase, status);
  return {
    open: choice?.folds === folds ? choice.open : !folds,
    setOpen: (open) => choiceStore.setState({ choice: { open, folds } }),
    reset: resetChoice,
  };
}

/** Whether the form is folded unless the host opens it. */
export function foldsForm(phase: Phase, status: Status): boolean {
  if (status === 'ended') return false;
  const running = status === 'counting' || status === 'paused';
  return phase === 'live' || phase === 'silent' || (running && isOpen(phase));
}

/** Drops the host's choice. */
export const resetChoice = (): void => choiceStore.setState({ choice: null });
