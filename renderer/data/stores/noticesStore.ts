import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Push } from '#shared/contract/backstage.ts';
import type { Problem } from '#shared/contract/error.ts';
import type { BackstageLink } from '../platform/platform.ts';

export type NoticePush = Extract<Push, { push: 'notice' }>;

export interface Notice {
  id: string;
  severity: NoticePush['severity'];
  problem: Problem;
}

export type NoticesStore = StoreApi<{ standing: Notice[] }>;

/** Stores the standing notices. A notice that is not standing goes to `onPassing`, which shows a toast. */
export function createNoticesStore(link: BackstageLink, onPassing: (notice: Notice) => void): NoticesStore {
  const store: NoticesStore = createStore(() => ({ standing: [] }));
  link.onPush((push) => {
    if (push.push !== 'notice') return;
    const others = store.getState().standing.filter((notice) => notice.id !== push.id);
    if (push.problem === null) {
      store.setState({ standing: others });
      return;
    }
    const notice: Notice = { id: push.id, severity: push.severity, problem: push.problem };
    if (push.standing) store.setState({ standing: [...others, notice] });
    else onPassing(notice);
  });
  link.onState((state) => {
    // The backstage sends its standing notices again to every screen that joins.
    if (state.phase === 'connecting') store.setState({ standing: [] });
  });
  return store;
}
