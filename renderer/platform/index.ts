import { desktopPlatform, findBridge } from './desktop.ts';
import type { Platform } from './platform.ts';
import { webPlatform } from './web.ts';

/** The platform that this page runs on, decided once when it starts. */
export async function choosePlatform(): Promise<Platform> {
  const bridge = findBridge();
  return bridge === null ? webPlatform() : desktopPlatform(bridge);
}
