import { desktopPlatform, findBridge } from './desktop.ts';
import type { Platform } from './platform.ts';
import { webPlatform } from './web.ts';

/**
 * The platform that this page runs on, decided once when the tool is opened. `who.token` says who is signed in,
 * which a server asks for and the desktop's own backstage does not.
 */
export function choosePlatform(who: { token(): string | null }): Platform {
  const bridge = findBridge();
  return bridge === null ? webPlatform(who) : desktopPlatform(bridge);
}
