import { BRIDGE_KEY, type DesktopBridge } from '#shared/contract/desktop.ts';
import { DesktopLink } from './desktopLink.ts';
import type { Platform } from './platform.ts';

declare global {
  interface Window {
    /** Put there by the preload script of the desktop app, and only there. */
    readonly ringside?: DesktopBridge;
  }
}

/** The bridge to the desktop app, null in a browser. */
export function findBridge(): DesktopBridge | null {
  return window[BRIDGE_KEY] ?? null;
}

/** The desktop app: a backstage of its own on the other side of the bridge. */
export function desktopPlatform(bridge: DesktopBridge): Platform {
  return {
    kind: 'desktop',
    link: () => new DesktopLink(bridge),
    reload: () => window.location.reload(),
  };
}
