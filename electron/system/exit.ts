import type { App } from 'electron';
import type { BackstageHost } from '../backstage/host.ts';
import { createQuitGuard } from './quitGuard.ts';

export interface ExitOptions {
  app: Pick<App, 'on' | 'quit' | 'exit'>;
  host: Pick<BackstageHost, 'busy' | 'close'>;
  /** Asks the host during a show; true when the app may go. */
  ask: () => Promise<boolean>;
}

/** Ends the app in order: the question during a show first, then the backstage's last writes, then the app. */
export function superviseExit({ app, host, ask }: ExitOptions): { mayClose: () => boolean } {
  const guard = createQuitGuard({ isBusy: () => host.busy, ask, quit: () => app.quit() });
  let closing = false;
  app.on('before-quit', (event) => {
    if (!guard.mayClose()) event.preventDefault();
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
