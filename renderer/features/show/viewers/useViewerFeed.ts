import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useRingside } from '#renderer/data/hooks.ts';
import { htmlLang } from '#renderer/kit/i18n/i18n.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { type OrderedViewers, ViewerFeed } from './viewerFeed.ts';
import type { ViewerFilter, ViewerSort } from './viewerOrder.ts';

/** The ordered and filtered viewers of the open show; null until they are ordered for the first time. */
export function useViewerFeed(sort: ViewerSort, filter: ViewerFilter): OrderedViewers | null {
  const { engine } = useRingside();
  const { language } = useFormat();
  const feed = useMemo(
    () =>
      new ViewerFeed({
        engine,
        sort,
        compareNames: new Intl.Collator(htmlLang[language], { numeric: true }).compare,
        now: () => performance.now(),
        after: (ms, task) => {
          const timer = window.setTimeout(task, ms);
          return () => window.clearTimeout(timer);
        },
      }),
    [engine, sort, language],
  );
  useEffect(() => feed.start(), [feed]);
  useEffect(() => feed.setFilter(filter), [feed, filter]);
  return useSyncExternalStore(feed.subscribe, feed.ordered);
}
