import type { App } from 'electron';
import type { BackstageHost } from '../backstage/host.ts';

interface ExitOptions {
  app: Pick<App, 'on' | 'quit' | 'exit'>;
  host: Pick<BackstageHost, 'busy' | 'close'>;
  /** Called when the app quits, before its windows close. */
  quits: () => void;
  /** Asks the host during a show; resolves to true when the app may quit. */
  ask: () => Promise<boolean>;
}

/** Quits the app in order: asks during a show, closes the backstage, then exits. */
export function superviseExit({ app, host, quits, ask }: ExitOptions): { mayClose: () => boolean } {
  const guard = createQuitGuard({ isBusy: () => host.busy, ask, quit: () => app.quit() });
  let closing = false;
  app.on('before-quit', (event) => {
    if (guard.mayClose()) quits();
    else event.preventDefault();
  });
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (closing) return;
    closing = true;
    void host.close().then(() => app.exit(0));
  });
  app.on('window-all-closed', () => app.quit());
  return guard;
}

interface QuitGuardOptions {
  isBusy: () => boolean;
  /** Asks the host; resolves to true when the app may quit. */
  ask: () => Promise<boolean>;
  quit: () => void;
}

/**
 * Decides whether the app may close now. During a show it asks the host, with one question at a time. After a yes it
 * calls `quit` and does not ask again.
 */
export function createQuitGuard(options: QuitGuardOptions): { mayClose: () => boolean } {
  let confirmed = false;
  let asking = false;
  const askOnce = async () => {
    asking = true;
    try {
      confirmed = await options.ask();
    } finally {
      asking = false;
    }
    if (confirmed) options.quit();
  };
  return {
    mayClose: () => {
      if (confirmed || !options.isBusy()) return true;
      if (!asking) void askOnce();
      return false;
    },
  };
}
