import { desktopPlatform, findBridge } from './desktop.ts';
import type { Platform } from './platform.ts';
import { webPlatform } from './web.ts';

/**
 * Returns the platform of this page. `signIn.token` returns the current sign-in token; the desktop's backstage does not
 * use it.
 */
export function choosePlatform(signIn: { token(): string | null }): Platform {
  const bridge = findBridge();
  return bridge === null ? webPlatform(signIn) : desktopPlatform(bridge);
}
