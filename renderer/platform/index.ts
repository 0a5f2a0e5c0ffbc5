import { desktopPlatform, findBridge } from './desktop.ts';
import type { Platform } from './platform.ts';
import { webPlatform } from './web.ts';

/** The platform that this page runs on, decided once when the tool is opened. */
export function choosePlatform(): Platform {
  const bridge = findBridge();
  return bridge === null ? webPlatform() : desktopPlatform(bridge);
}
