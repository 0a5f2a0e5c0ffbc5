import { useEffect, useRef, useState } from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { useRingside, useShow, useVanillaStore } from '#renderer/data/hooks.ts';
import type { BackstageLink } from '#renderer/data/platform/platform.ts';
import type { OverlayLinkView } from '#shared/contract/calls/overlay.ts';
import type { Problem } from '#shared/contract/error.ts';
import type { Language } from '#shared/contract/language.ts';
import {
  sceneSizes,
  type WidgetKind,
  type WidgetOptions,
  widgetOptionsSchema,
  workbenchSize,
} from '#shared/contract/overlay/widget.ts';
import { BOX_QUERY } from '#shared/overlay/boxSize.ts';
import { fillsPage, ownSizeUrl, sourcePlace } from '#shared/overlay/sourceSize.ts';

/** The path of the overlay page on the web server. */
export const OVERLAY_PATH = '/overlay/';

/**
 * Returns the absolute URL of a widget's page. On the web the origin is that of `page`, because a server behind a proxy
 * does not know its public name. On the desktop (`page` is null) the hub sends absolute URLs.
 */
export function linkAddress(link: Pick<OverlayLinkView, 'url'>, page: URL | Location | null): string {
  if (page === null) return link.url;
  const { pathname, search, hash } = new URL(link.url, page.href);
  return `${page.origin}${pathname}${search}${hash}`;
}

/** Returns the URL that the host copies for a source: the page in the widget's own size. */
export function sourceAddress(
  link: Pick<OverlayLinkView, 'url' | 'options'>,
  page: URL | Location | null,
): string {
  return ownSizeUrl(linkAddress(link, page), link.options.kind);
}

/** Returns the URL without its fragment. */
export function pageOf(address: string): string {
  const [page = ''] = address.split('#');
  return page;
}

/** Adds the options of its window to a workbench's URL as query parameters. Empty options are left out. */
export function pageInWindow(address: string, options: Readonly<Record<string, string>>): string {
  if (address === '') return '';
  const url = new URL(address);
  for (const [name, value] of Object.entries(options)) if (value !== '') url.searchParams.set(name, value);
  return url.href;
}

/** Returns the URL of a widget's page as a box of a scene. */
export function boxAddress(address: string): string {
  const url = new URL(address);
  url.searchParams.set(BOX_QUERY, '');
  return url.href;
}

/** Returns the URL of a page with a sample show. With `at`, the show stands still at that second. */
export function sampleAddress(page: string, options: WidgetOptions, at?: number): string {
  const still = at === undefined ? '' : `&at=${at}`;
  return `${page}#sample=${options.kind}&options=${encodeURIComponent(JSON.stringify(options))}${still}`;
}

/** Returns the default options of a kind of widget. */
export function plainOptions(kind: WidgetKind, language: Language): WidgetOptions {
  return widgetOptionsSchema.parse({ kind, frame: { language } });
}

/** Whether only this computer can open the URL. */
export function isOwnComputer(address: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname);
}

/** Returns a function that makes the absolute URL of a widget's page. */
export function useAddressOf(): (link: Pick<OverlayLinkView, 'url'>) => string {
  const { platform } = useRingside();
  return (link) => linkAddress(link, platform.kind === 'desktop' ? null : window.location);
}

/** Returns a function that makes the URL of a widget's page for a source. */
export function useSourceAddressOf(): (link: Pick<OverlayLinkView, 'url' | 'options'>) => string {
  const { platform } = useRingside();
  return (link) => sourceAddress(link, platform.kind === 'desktop' ? null : window.location);
}

/**
 * Returns the URL of the overlay page without a widget. On the desktop only the widgets' URLs contain it, so it is null
 * while there is no widget.
 */
export function useOverlayPage(): string | null {
  const { link, platform } = useRingside();
  const addressOf = useAddressOf();
  const first = useVanillaStore(overlayLinksOf(link), ({ links }) => links?.[0]);
  if (platform.kind !== 'desktop') return new URL(OVERLAY_PATH, window.location.origin).href;
  return first === undefined ? null : pageOf(addressOf(first));
}

/** Returns the size of a widget's page for the anchors of the open show. */
export function usePageSize(options: WidgetOptions): PageSize {
  const anchors = useShow((state) => state.preset?.anchors.length);
  return pageSize(options, anchors);
}

/** Returns the size of a widget's browser source for the anchors of the open show. */
export function useSourceSize(options: WidgetOptions): PageSize {
  const anchors = useShow((state) => state.preset?.anchors.length);
  return sourceSize(options, anchors);
}

export interface PageSize {
  width: number;
  height: number;
}

/** The number of anchors to assume without a show: those that fit on one line of a workbench. */
const DEFAULT_ANCHORS = 8;

/**
 * Returns the size of a widget's page (px). It is a portrait page, except for a scene and a workbench, whose size
 * depends on its layout and on the number of anchors.
 */
export function pageSize(options: WidgetOptions, anchors = DEFAULT_ANCHORS): PageSize {
  if (options.kind === 'scene') return sceneSizes[options.orientation];
  if (options.kind !== 'workbench') return { width: 1080, height: 1920 };
  return workbenchSize(options.layout, anchors);
}

/** Returns the size of a widget's browser source (px): its own, or that of its page if it fills the page. */
export function sourceSize(options: WidgetOptions, anchors?: number): PageSize {
  if (fillsPage(options.kind)) return pageSize(options, anchors);
  const { width, height } = sourcePlace(options);
  return { width, height };
}

/** Returns the scale (0 to 1) at which the whole page fits into a space. */
export function fitScale(page: PageSize, space: PageSize): number {
  if (space.width <= 0 || space.height <= 0) return 0;
  return Math.min(1, space.width / page.width, space.height / page.height);
}

/** Measures the inner size of an element. */
export function useInnerSize() {
  const ref = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<PageSize>({ width: 0, height: 0 });
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, size };
}

interface OverlayLinks {
  /** All widgets in the order of their creation; null until the first answer. */
  links: readonly OverlayLinkView[] | null;
  /** Why the pages of all widgets are unavailable; null if they are available. */
  problem: Problem | null;
}

/** The id of the widget whose page with the running show this screen previews; null for none. */
const previewed = createStore<{ linkId: string | null }>()(() => ({ linkId: null }));

/** Says which widget this screen previews. Returns a function that takes that back. */
export function previewLink(linkId: string): () => void {
  previewed.setState({ linkId });
  return () => previewed.setState({ linkId: null });
}

/** Returns how many pages show a widget, without the preview of this screen. */
export function useOpenPages({ id, open }: Pick<OverlayLinkView, 'id' | 'open'>): number {
  const own = useVanillaStore(previewed, ({ linkId }) => linkId === id);
  return own ? Math.max(0, open - 1) : open;
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
