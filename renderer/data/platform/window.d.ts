import type { DesktopBridge } from '#shared/contract/desktop.ts';

declare global {
  interface Window {
    /** Put there by the preload script of the desktop app, and only there. */
    readonly ringside?: DesktopBridge;
  }
}
