import { useRingside, useVanillaStore } from '#renderer/data/hooks.ts';
import type { OverlayLinkView } from '#shared/contract/overlay/link.ts';
import { overlayLinksOf } from './overlayLinks.ts';
import { linkAddress, OVERLAY_PATH, pageOf } from './pageUrls.ts';

/** The whole address of a widget, as it is to be pasted elsewhere. */
export function useAddressOf(): (link: Pick<OverlayLinkView, 'url'>) => string {
  const { platform } = useRingside();
  return (link) => linkAddress(link, platform.kind === 'desktop' ? null : window.location);
}

/**
 * Where this tool's overlay pages come from: the server of this page, or on the desktop the app's own, which the
 * address of any widget tells; null while there is none yet.
 */
export function useOverlayPage(): string | null {
  const { link, platform } = useRingside();
  const addressOf = useAddressOf();
  const first = useVanillaStore(overlayLinksOf(link), ({ links }) => links?.[0]);
  if (platform.kind !== 'desktop') return new URL(OVERLAY_PATH, window.location.origin).href;
  return first === undefined ? null : pageOf(addressOf(first));
}
