import { createStore, type StoreApi } from 'zustand/vanilla';
import { useRingside, useVanillaStore } from '#renderer/data/hooks.ts';
import type { BackstageLink } from '#renderer/data/platform/platform.ts';
import type { HostTheme } from '#shared/contract/overlay/look.ts';
import type { WidgetOptions } from '#shared/contract/overlay/widget.ts';
import { withHostTheme } from '#shared/overlay/hostTheme.ts';

interface HostThemes {
  /** In the order of their creation; null until the first answer. */
  themes: readonly HostTheme[] | null;
}

const stores = new WeakMap<BackstageLink, StoreApi<HostThemes>>();
const none: readonly HostTheme[] = [];

/** Returns the store of a backstage's themes. The first call for a link creates it and subscribes to changes. */
function hostThemesOf(link: BackstageLink): StoreApi<HostThemes> {
  const known = stores.get(link);
  if (known !== undefined) return known;
  const store = createStore<HostThemes>(() => ({ themes: null }));
  stores.set(link, store);
  const load = () => {
    link.call('themes.list', {}).then(
      ({ themes }) => store.setState({ themes }),
      // Ignore the error of a lost link: the list is loaded again after the reconnect.
      () => undefined,
    );
  };
  link.onState((state) => {
    if (state.phase === 'open') load();
  });
  link.onPush((push) => {
    if (push.push === 'themes') store.setState({ themes: push.themes });
  });
  if (link.state.phase === 'open') load();
  return store;
}

/** Returns the host's themes; an empty list until they are known. */
export function useHostThemes(): readonly HostTheme[] {
  const { link } = useRingside();
  return useVanillaStore(hostThemesOf(link), ({ themes }) => themes) ?? none;
}

/** Returns a widget's options as its pages get them, for a preview with a sample show. */
export function useThemed(options: WidgetOptions): WidgetOptions {
  return withHostTheme(options, useHostThemes());
}
