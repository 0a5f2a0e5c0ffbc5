import { useRingside, useShow, useVanillaStore } from '#renderer/data/hooks.ts';
import type { OverlayLinkView } from '#shared/contract/calls/overlay.ts';
import { type WidgetOptions, workbenchSize } from '#shared/contract/overlay/widget.ts';

import { overlayLinksOf } from './overlayLinks.ts';
import { linkAddress, OVERLAY_PATH, pageOf } from './pageUrls.ts';

/** Returns a function that makes the absolute URL of a widget's page. */
export function useAddressOf(): (link: Pick<OverlayLinkView, 'url'>) => string {
  const { platform } = useRingside();
  return (link) => linkAddress(link, platform.kind === 'desktop' ? null : window.location);
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

export interface PageSize {
  width: number;
  height: number;
}

/** The number of anchors to assume without a show: those that fit on one line of a workbench. */
const DEFAULT_ANCHORS = 8;

/**
 * Returns the size of a widget's page (px). It is a portrait page, except for a workbench: its size depends on its
 * layout and on the number of anchors.
 */
export function pageSize(options: WidgetOptions, anchors = DEFAULT_ANCHORS): PageSize {
  if (options.kind !== 'workbench') return { width: 1080, height: 1920 };
  return workbenchSize(options.layout, anchors);
}

/** Returns the scale (0 to 1) at which the whole page fits into a space. */
export function fitScale(page: PageSize, space: PageSize): number {
  if (space.width <= 0 || space.height <= 0) return 0;
  return Math.min(1, space.width / page.width, space.height / page.height);
}
