import type { DesktopBridge } from '#shared/contract/desktop.ts';

declare global {
  interface Window {
    /** The bridge that the preload script of the desktop app defines; undefined in a browser. */
    readonly ringside?: DesktopBridge;
  }
}
