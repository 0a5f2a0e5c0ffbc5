import type { Platform } from './platform.ts';
import { webPlatform } from './web.ts';

/** The platform that this page runs on, decided once when it starts. */
export async function choosePlatform(): Promise<Platform> {
  return webPlatform();
}
