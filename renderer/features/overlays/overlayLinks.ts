import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BackstageLink } from '#renderer/data/platform/platform.ts';
import type { Problem } from '#shared/contract/error.ts';
import type { OverlayLinkView } from '#shared/contract/overlay/link.ts';

export interface OverlayLinks {
  /** In the order in which they were made; null until the backstage has told them. */
  links: readonly OverlayLinkView[] | null;
  /** Why their pages cannot be had at the moment. */
  problem: Problem | null;
}

const known = new WeakMap<BackstageLink, StoreApi<OverlayLinks>>();

/** Every widget of the backstage at the other end of a link, kept up to date from the first one who asks. */
export function overlayLinksOf(link: BackstageLink): StoreApi<OverlayLinks> {
  const before = known.get(link);
  if (before !== undefined) return before;
  const store = createStore<OverlayLinks>(() => ({ links: null, problem: null }));
  known.set(link, store);
  const ask = () => {
    link.call('overlay.list', {}).then(
      ({ links, problem }) => store.setState({ links, problem }),
      // The link was lost before the answer; it is asked for again with the next one.
      () => undefined,
    );
  };
  link.onState((state) => {
    if (state.phase === 'open') ask();
  });
  link.onPush((push) => {
    // What hinders the pages is told to all screens as a notice, and here with the links.
    if (push.push === 'notice' && push.standing) ask();
    if (push.push === 'overlay.changed') store.setState({ links: push.links });
  });
  if (link.state.phase === 'open') ask();
  return store;
}
