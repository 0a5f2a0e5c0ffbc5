import type { BrowserWindow } from 'electron';
import { APP_ORIGIN } from '#shared/contract/desktop.ts';
import { decideRestart } from '../backstage/restartPolicy.ts';
import { endWhenHung } from './endWhenHung.ts';
import { HELP_PATH } from './helpPage.ts';

export interface ReviveOptions {
  now: () => number;
  after: (ms: number, task: () => void) => () => void;
  log: (level: 'info' | 'error', message: string) => void;
  /** Told before the page is loaded again: what was joined to it is gone. */
  lost: (contentsId: number) => void;
}

/**
 * Loads a page anew when its process died or hangs, at once after the first crash; after three in a row the help
 * page takes its place.
 */
export function reviveWindow(window: BrowserWindow, options: ReviveOptions): void {
  endWhenHung(window.webContents, options);
  let crashes = 0;
  let since = options.now();
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit') return;
    options.lost(window.webContents.id);
    options.log('error', `page ended: ${details.reason}, exit code ${details.exitCode}`);
    const decision = decideRestart(crashes, options.now() - since);
    crashes = decision.crashes;
    if (!decision.restart) {
      crashes = 0;
      void window.loadURL(`${APP_ORIGIN}${HELP_PATH}`);
      return;
    }
    since = options.now();
    options.after(decision.afterMs, () => {
      if (window.isDestroyed()) return;
      window.webContents.once('did-finish-load', () => options.log('info', 'page is back'));
      window.webContents.reload();
    });
  });
}
