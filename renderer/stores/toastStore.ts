import { createStore, type StoreApi } from 'zustand/vanilla';

export type ToastSeverity = 'info' | 'success' | 'warn' | 'error' | 'secondary' | 'contrast';

/** A sentence that is translated where it is shown: a key of the locale files and its values. */
export interface ToastText {
  key: string;
  params?: Record<string, string | number>;
}

export interface Toast {
  id: number;
  severity: ToastSeverity;
  summary: ToastText;
  detail: ToastText | null;
  /** How long it stays, in ms; null until it is closed. */
  life: number | null;
  closable: boolean;
  group: string;
}

export type ToastDraft = Pick<Toast, 'summary'> & Partial<Omit<Toast, 'id'>>;

export interface ToastState {
  toasts: Toast[];
  /** Adds a toast and returns its id. A group shows one at a time: the newest replaces what stands there. */
  add(draft: ToastDraft): number;
  remove(id: number): void;
  clear(group?: string): void;
}

export type ToastStore = StoreApi<ToastState>;

export const TOAST_LIFE_MS = 3_000;
const MAIN_GROUP = 'main';

export function createToastStore(): ToastStore {
  let lastId = 0;
  return createStore<ToastState>()((set) => ({
    toasts: [],
    add: (draft) => {
      lastId += 1;
      const toast: Toast = {
        severity: 'info',
        detail: null,
        life: TOAST_LIFE_MS,
        closable: true,
        group: MAIN_GROUP,
        ...draft,
        id: lastId,
      };
      set((state) => ({ toasts: [...state.toasts.filter((each) => each.group !== toast.group), toast] }));
      return toast.id;
    },
    remove: (id) => set((state) => ({ toasts: state.toasts.filter((each) => each.id !== id) })),
    clear: (group) =>
      set((state) => ({
        toasts: group === undefined ? [] : state.toasts.filter((each) => each.group !== group),
      })),
  }));
}
