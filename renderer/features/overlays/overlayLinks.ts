import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BackstageLink } from '#renderer/data/platform/platform.ts';
import type { OverlayLinkView } from '#shared/contract/calls/overlay.ts';
import type { Problem } from '#shared/contract/error.ts';

export interface OverlayLinks {
  /** All widgets in the order of their creation; null until the first answer. */
  links: readonly OverlayLinkView[] | null;
  /** Why the pages of all widgets are unavailable; null if they are available. */
  problem: Problem | null;
}

const stores = new WeakMap<BackstageLink, StoreApi<OverlayLinks>>();

/** Returns the store of a backstage's widgets. The first call for a link creates it and subscribes to changes. */
export function overlayLinksOf(link: BackstageLink): StoreApi<OverlayLinks> {
  const known = stores.get(link);
  if (known !== undefined) return known;
  const store = createStore<OverlayLinks>(() => ({ links: null, problem: null }));
  stores.set(link, store);
  const load = () => {
    link.call('overlay.list', {}).then(
      ({ links, problem }) => store.setState({ links, problem }),
      // Ignore the error of a lost link: the list is loaded again after the reconnect.
      () => undefined,
    );
  };
  link.onState((state) => {
    if (state.phase === 'open') load();
  });
  link.onPush((push) => {
    // A standing notice may report that pages are unavailable: load the list again, which contains the problem.
    if (push.push === 'notice' && push.standing) load();
    if (push.push === 'overlay.changed') store.setState({ links: push.links });
  });
  if (link.state.phase === 'open') load();
  return store;
}
