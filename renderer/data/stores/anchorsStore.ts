import { createStore, type StoreApi } from 'zustand/vanilla';
import { type AnchorFacts, accountKey } from '#shared/contract/anchors.ts';
import type { BackstageLink } from '../platform/platform.ts';

/** What the platform says of the show's anchors, by username (see `accountKey`). */
export type AnchorsStore = StoreApi<{ byName: ReadonlyMap<string, AnchorFacts> }>;

export function createAnchorsStore(link: BackstageLink): AnchorsStore {
  const store: AnchorsStore = createStore(() => ({ byName: new Map() }));
  link.onPush((push) => {
    if (push.push !== 'anchors') return;
    store.setState({ byName: new Map(push.anchors.map((facts) => [accountKey(facts.username), facts])) });
  });
  return store;
}
