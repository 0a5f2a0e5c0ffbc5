import type { ApiClient } from './api/client.ts';
import type { KeyStore } from './keys/keyStore.ts';
import type { PageHost } from './platform/host.ts';
import type { Session } from './session/accountSession.ts';
import type { AskStore } from './stores/askStore.ts';
import type { Timers } from './stores/pausableTimer.ts';
import type { SettingsStore } from './stores/settingsStore.ts';
import type { ToastStore } from './stores/toastStore.ts';

/** The services of every screen, created once per page. The tool adds its own (`Ringside`). */
export interface PageParts {
  platform: PageHost;
  settings: SettingsStore;
  toasts: ToastStore;
  /** Questions: `await page.asks.getState().ask({ ... })`. */
  asks: AskStore;
  keys: KeyStore;
  api: ApiClient;
  session: Session;
}

/** The clock and the timers of the page. */
export function pageTimers(): Timers {
  return {
    now: () => performance.now(),
    after: (ms, task) => {
      const timer = window.setTimeout(task, ms);
      return () => window.clearTimeout(timer);
    },
  };
}

/** Resolves after `ms`. */
export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    window.setTimeout(resolve, ms);
  });
