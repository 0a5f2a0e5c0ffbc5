import { usePlain, useRingside } from '../../app/hooks.ts';
import { overlayLinksOf } from '../extras/overlayLinks.ts';
import { linkAddress, OVERLAY_PATH, pageOf } from './pageUrls.ts';

/**
 * Where this tool's overlay pages come from: the server of this page, or on the desktop the app's own, which the
 * address of any widget tells; null while there is none yet.
 */
export function useOverlayPage(): string | null {
  const { link, platform } = useRingside();
  const first = usePlain(overlayLinksOf(link), ({ links }) => links?.[0]);
  if (platform.kind !== 'desktop') return new URL(OVERLAY_PATH, window.location.origin).href;
  return first === undefined ? null : pageOf(linkAddress(first, window.location));
}
