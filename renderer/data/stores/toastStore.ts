import { createStore, type StoreApi } from 'zustand/vanilla';
import { createPausableTimer, type Timers } from './pausableTimer.ts';

export const toastSeverities = ['info', 'success', 'warn', 'error', 'secondary', 'contrast'] as const;
export type ToastSeverity = (typeof toastSeverities)[number];

/** A text that is translated when it is shown: a locale key and its values. */
export interface ToastText {
  key: string;
  params?: Record<string, string | number>;
}

export interface Toast {
  /** Assigned by the store. */
  id: number;
  severity: ToastSeverity;
  summary: ToastText;
  detail: ToastText | null;
  /** The time on screen in ms, without the time in the queue. */
  life: number;
  closable: boolean;
  /** The group by which `clear` removes toasts. */
  group: string;
  /** A newer toast of the same topic takes this one's place, so that no outdated news waits; '' for none. */
  topic: string;
}

export type ToastDraft = Pick<Toast, 'summary'> & Partial<Omit<Toast, 'id'>>;

export interface ToastState {
  /** The queue: the first toast is on screen. Errors are before all others, the newest first. */
  toasts: readonly Toast[];
  /**
   * Adds a toast and returns its id. An error is shown at once; the toast that it interrupts comes back later for the
   * rest of its life. Deduplicates: an equal toast in the queue is kept, and its countdown restarts if it is on screen.
   * A toast takes the place of the one with the same topic, even on screen.
   */
  add(draft: ToastDraft): number;
  remove(id: number): void;
  /** Pauses the countdown of the toast on screen, for example while the pointer is over it. */
  hold(id: number): void;
  /** Resumes the countdown. */
  release(id: number): void;
  /** Removes the toasts of a group, or all toasts. */
  clear(group?: string): void;
}

export type ToastStore = StoreApi<ToastState>;

export const TOAST_LIFE_MS = 3_000;
export const MAIN_GROUP = 'main';
/** The least time for which an interrupted toast comes back, in ms. */
export const RETURN_MS = 1_000;

export function createToastStore(timers: Timers): ToastStore {
  let lastId = 0;
  const timer = createPausableTimer(timers);
  /** What is left of the life of interrupted toasts (ms), by id. */
  const interrupted = new Map<number, number>();
  return createStore<ToastState>()((set, get) => {
    /** Replaces the queue. If its first toast is another one, stops the old countdown and starts the new one. */
    const setQueue = (toasts: readonly Toast[]) => {
      const before = get().toasts[0]?.id;
      const first = toasts[0];
      set({ toasts });
      if (first?.id === before) return;
      const left = timer.stop();
      if (before !== undefined && toasts.some(({ id }) => id === before)) {
        interrupted.set(before, Math.max(left, RETURN_MS));
      }
      for (const id of interrupted.keys()) {
        if (!toasts.some((toast) => toast.id === id)) interrupted.delete(id);
      }
      if (first === undefined) return;
      timer.start(interrupted.get(first.id) ?? first.life, () => get().remove(first.id));
      interrupted.delete(first.id);
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
          topic: '',
          ...draft,
          id: lastId + 1,
        };
        const same = toasts.find((each) => isEqual(each, toast));
        if (same !== undefined) {
          if (same.id === toasts[0]?.id) timer.renew();
          else if (same.severity === 'error') setQueue([same, ...toasts.filter((each) => each !== same)]);
          return same.id;
        }
        lastId += 1;
        if (toast.topic !== '' && toasts.some(({ topic }) => topic === toast.topic)) {
          setQueue(toasts.map((each) => (each.topic === toast.topic ? toast : each)));
          return toast.id;
        }
        setQueue(toast.severity === 'error' ? [toast, ...toasts] : [...toasts, toast]);
        return toast.id;
      },
      remove: (id) => setQueue(get().toasts.filter((each) => each.id !== id)),
      hold: (id) => {
        if (get().toasts[0]?.id === id) timer.pause();
      },
      release: (id) => {
        if (get().toasts[0]?.id === id) timer.resume();
      },
      clear: (group) =>
        setQueue(group === undefined ? [] : get().toasts.filter((each) => each.group !== group)),
    };
  });
}

function isEqual(one: Toast, other: Toast): boolean {
  const content = ({ severity, summary, detail, life, closable, group, topic }: Toast) =>
    JSON.stringify([severity, summary, detail, life, closable, group, topic]);
  return content(one) === content(other);
}
