import { createStore } from 'zustand/vanilla';
import { useConnection, useShow, useVanillaStore } from '#renderer/data/hooks.ts';
import { isOpen } from '#renderer/data/show/phaseHealth.ts';

/** What the host has chosen, and whether the form was folded by itself then. */
interface Choice {
  open: boolean;
  folds: boolean;
}

const choiceStore = createStore<{ choice: Choice | null }>()(() => ({ choice: null }));

export interface Deck {
  open: boolean;
  setOpen(open: boolean): void;
  /** Forgets the host's choice. */
  reset(): void;
}

/**
 * The connection form is open until the room is live, and again when a running show has lost its room for good. While
 * the line reconnects by itself, the form stays folded: the status bar says what happens, and the stage does not move.
 * The host's choice holds until one of these changes.
 */
export function useDeck(): Deck {
  const choice = useVanillaStore(choiceStore, (state) => state.choice);
  const phase = useConnection((state) => state.room?.phase ?? 'idle');
  const running = useShow(({ status }) => status === 'counting' || status === 'paused');
  const folds = phase === 'live' || (running && isOpen(phase));
  return {
    open: choice?.folds === folds ? choice.open : !folds,
    setOpen: (open) => choiceStore.setState({ choice: { open, folds } }),
    reset: resetChoice,
  };
}

const resetChoice = (): void => choiceStore.setState({ choice: null });
