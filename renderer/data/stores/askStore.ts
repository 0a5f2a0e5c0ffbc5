import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ToastText } from './toastStore.ts';

/** The texts of a confirmation dialog. */
export interface Question {
  title: ToastText;
  text: ToastText;
  confirm: ToastText;
  danger?: boolean;
}

export interface AskState {
  question: Question | null;
  /** Shows the question and resolves with the answer; false if another question replaces it. */
  ask(question: Question): Promise<boolean>;
  answer(yes: boolean): void;
}

export type AskStore = StoreApi<AskState>;

export function createAskStore(): AskStore {
  let settle: ((yes: boolean) => void) | null = null;
  return createStore<AskState>()((set) => ({
    question: null,
    ask: (question) => {
      settle?.(false);
      set({ question });
      return new Promise<boolean>((resolve) => {
        settle = resolve;
      });
    },
    answer: (yes) => {
      const done = settle;
      settle = null;
      set({ question: null });
      done?.(yes);
    },
  }));
}
