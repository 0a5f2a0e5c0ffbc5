import { createStore, type StoreApi } from 'zustand/vanilla';
import { createLifeTimer, type Timers } from './lifeTimer.ts';

export const toastSeverities = ['info', 'success', 'warn', 'error', 'secondary', 'contrast'] as const;
export type ToastSeverity = (typeof toastSeverities)[number];

/** A sentence that is translated where it is shown: a key of the locale files and its values. */
export interface ToastText {
  key: string;
  params?: Record<string, string | number>;
}

export interface Toast {
  /** Given by the store. */
  id: number;
  severity: ToastSeverity;
  summary: ToastText;
  detail: ToastText | null;
  /** How long it is on screen, in ms; waiting for its turn does not count. */
  life: number;
  closable: boolean;
  /** By which several can be cleared at once. */
  group: string;
}

export type ToastDraft = Pick<Toast, 'summary'> & Partial<Omit<Toast, 'id'>>;

export interface ToastState {
  /** The first is on screen, the others wait behind it in the order in which they came. */
  toasts: readonly Toast[];
  /**
   * Adds a toast and returns its id. One that says the very same and is still there is not said twice: it
   * lives anew instead.
   */
  add(draft: ToastDraft): number;
  remove(id: number): void;
  /** Stops the countdown of the toast on screen, as while the pointer is over it. */
  hold(id: number): void;
  /** Lets the countdown go on with what was left of it. */
  release(id: number): void;
  /** Takes away those of a group, or all of them. */
  clear(group?: string): void;
}

export type ToastStore = StoreApi<ToastState>;

export const TOAST_LIFE_MS = 3_000;
export const MAIN_GROUP = 'main';

export function createToastStore(timers: Timers): ToastStore {
  let lastId = 0;
  const timer = createLifeTimer(timers);
  return createStore<ToastState>()((set, get) => {
    /** Whatever changed: the one that is first now is on screen, and its life runs. */
    const keep = (toasts: readonly Toast[]) => {
      const before = get().toasts[0]?.id;
      const first = toasts[0];
      set({ toasts });
      if (first?.id === before) return;
      if (first === undefined) timer.stop();
      else timer.start(first.life, () => get().remove(first.id));
    };
    return {
      toasts: [],
      add: (draft) => {
        const { toasts } = get();
        const toast: Toast = {
          severity: 'info',
          detail: null,
          life: TOAST_LIFE_MS,
          closable: true,
          group: MAIN_GROUP,
          ...draft,
          id: lastId + 1,
        };
        const same = toasts.find((each) => saysTheSame(each, toast));
        if (same !== undefined) {
          if (same.id === toasts[0]?.id) timer.renew();
          return same.id;
        }
        lastId += 1;
        keep([...toasts, toast]);
        return toast.id;
      },
      remove: (id) => keep(get().toasts.filter((each) => each.id !== id)),
      hold: (id) => {
        if (get().toasts[0]?.id === id) timer.pause();
      },
      release: (id) => {
        if (get().toasts[0]?.id === id) timer.resume();
      },
      clear: (group) => keep(group === undefined ? [] : get().toasts.filter((each) => each.group !== group)),
    };
  });
}

function saysTheSame(one: Toast, other: Toast): boolean {
  const words = ({ severity, summary, detail, life, closable, group }: Toast) =>
    JSON.stringify([severity, summary, detail, life, closable, group]);
  return words(one) === words(other);
}
