import type { BrowserWindow } from 'electron';
import { APP_ORIGIN } from '#shared/contract/desktop.ts';
import { decideRestart } from '../backstage/restartPolicy.ts';
import { HELP_PATH } from './helpPage.ts';

export interface PageRecoveryOptions {
  now: () => number;
  /** Runs `task` after `ms`; returns a function that cancels it. */
  after: (ms: number, task: () => void) => () => void;
  log: (level: 'info' | 'error', message: string) => void;
  /** Called when the page's process has ended, before the page is loaded again. */
  pageLost: (contentsId: number) => void;
}

/**
 * Reloads a window's page after its process crashes or hangs. After three crashes in a row, the help page replaces it.
 */
export function recoverPage(window: BrowserWindow, options: PageRecoveryOptions): void {
  crashWhenHung(window.webContents, options);
  let crashes = 0;
  let since = options.now();
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit') return;
    options.pageLost(window.webContents.id);
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

/** The part of Electron's `WebContents` that `crashWhenHung` uses. */
export interface HangingContents {
  on(event: 'unresponsive' | 'responsive' | 'render-process-gone', listener: () => void): unknown;
  isDestroyed(): boolean;
  forcefullyCrashRenderer(): void;
}

/** Time (ms) that a page may stay unresponsive after Electron reports it. */
export const HUNG_LIMIT_MS = 5_000;

/** Crashes the process of a page that stays unresponsive, so that `recoverPage` reloads the page. */
export function crashWhenHung(
  contents: HangingContents,
  { after, log }: Pick<PageRecoveryOptions, 'after' | 'log'>,
): void {
  let cancelTimer = () => {};
  contents.on('unresponsive', () => {
    log('error', 'a page does not answer');
    cancelTimer();
    cancelTimer = after(HUNG_LIMIT_MS, () => {
      if (!contents.isDestroyed()) contents.forcefullyCrashRenderer();
    });
  });
  contents.on('responsive', () => cancelTimer());
  contents.on('render-process-gone', () => cancelTimer());
}
