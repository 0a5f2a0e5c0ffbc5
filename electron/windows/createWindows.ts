import type * as Electron from 'electron';
import type { BrowserWindow, BrowserWindowConstructorOptions, WebContents } from 'electron';
import { APP_ORIGIN, type DesktopPush, type DesktopPushName } from '#shared/contract/desktop.ts';
import { decideRestart } from '../backstage/restartPolicy.ts';
import type { Folders } from '../folders.ts';
import { sendTo, type WindowRole } from '../ipc/register.ts';
import type { WindowClients } from '../ipc/windowClients.ts';
import { guardContents, type HubOrigin } from '../safety/guards.ts';
import type { SettingsFile } from '../settings/settings.ts';
import type { Log } from '../system/logFile.ts';
import { HELP_PATH } from './helpPage.ts';
import { bringToFront, openMainWindow, openWallWindow, type ToolWindowOptions } from './toolWindows.ts';
import { Workbench } from './workbenchWindow.ts';

interface CreateWindowsOptions {
  electron: Pick<typeof Electron, 'BrowserWindow' | 'screen'>;
  folders: Pick<Folders, 'preload'>;
  settings: SettingsFile;
  clients: WindowClients;
  openExternal: (url: string) => void;
  hub: HubOrigin;
  now: () => number;
  after: (ms: number, task: () => void) => () => void;
  log: Log;
}

interface AppWindows {
  windows: WindowRegistry;
  workbench: Workbench;
  openMain: () => BrowserWindow;
  /** The wall in its own window. `open` brings an open one to the front. */
  wall: { open(): void; close(): void };
  /** Loads the help page in the main window. */
  showHelp: () => void;
}

/** Creates the app's windows. Each one is guarded and reloads its page after a crash. */
export function createWindows(options: CreateWindowsOptions): AppWindows {
  const { settings, clients, folders } = options;
  const { BrowserWindow: Window, screen } = options.electron;
  const windows = new WindowRegistry();
  const create = (windowOptions: BrowserWindowConstructorOptions) => new Window(windowOptions);

  const prepare = (window: BrowserWindow) => {
    const { webContents } = window;
    const { id } = webContents;
    guardContents(webContents, options.openExternal, options.hub);
    recoverPage(window, { ...options, pageLost: (contentsId) => clients.leave(contentsId) });
    window.on('closed', () => clients.leave(id));
  };

  const workbench = new Workbench({
    create,
    screen,
    preload: folders.preload,
    options: () => settings.current.workbench,
    saveOptions: (workbenchOptions) => settings.update({ workbench: workbenchOptions }),
    savedPlace: () => settings.current.workbenchPlace,
    savePlace: ({ x, y }) => settings.update({ workbenchPlace: { x, y } }),
    prepare: (window) => {
      windows.set('workbench', window);
      prepare(window);
    },
    stateChanged: (state) => windows.pushToAll('workbench', state),
  });

  const toolWindow = (role: 'main' | 'wall', place: 'mainWindow' | 'wallWindow'): ToolWindowOptions => ({
    create,
    screen,
    preload: folders.preload,
    title: 'Ringside',
    savedPlace: settings.current[place],
    savePlace: (newPlace) => settings.update({ [place]: newPlace }),
    prepare: (window) => {
      windows.set(role, window);
      prepare(window);
    },
  });

  const openWall = () => {
    const open = windows.get('wall');
    if (open !== null) return bringToFront(open);
    const moved = () => {
      const main = windows.get('main');
      if (main !== null) bringToFront(main);
    };
    openWallWindow({ ...toolWindow('wall', 'wallWindow'), screen, moved });
  };

  return {
    windows,
    workbench,
    openMain: () => openMainWindow(toolWindow('main', 'mainWindow')),
    wall: { open: openWall, close: () => windows.get('wall')?.close() },
    showHelp: () => void windows.get('main')?.loadURL(`${APP_ORIGIN}${HELP_PATH}`),
  };
}

/** Finds the app's open windows by role. */
class WindowRegistry {
  readonly #byRole = new Map<WindowRole, BrowserWindow>();

  /** Registers a window until it is closed. */
  set(role: WindowRole, window: BrowserWindow): void {
    this.#byRole.set(role, window);
    window.on('closed', () => {
      if (this.#byRole.get(role) === window) this.#byRole.delete(role);
    });
  }

  get(role: WindowRole): BrowserWindow | null {
    const window = this.#byRole.get(role);
    return window === undefined || window.isDestroyed() ? null : window;
  }

  /** Returns the role of the window with these contents; null for other contents. */
  roleOf(contents: Pick<WebContents, 'id'>): WindowRole | null {
    for (const [role, window] of this.#byRole) {
      if (!window.isDestroyed() && window.webContents.id === contents.id) return role;
    }
    return null;
  }

  contentsById(id: number): WebContents | null {
    for (const window of this.#byRole.values()) {
      if (!window.isDestroyed() && window.webContents.id === id) return window.webContents;
    }
    return null;
  }

  /** Sends a push to every open window. */
  pushToAll<N extends DesktopPushName>(name: N, payload: DesktopPush<N>): void {
    for (const window of this.#byRole.values()) {
      if (!window.isDestroyed()) sendTo(window.webContents, name, payload);
    }
  }
}

interface PageRecoveryOptions {
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
function recoverPage(window: BrowserWindow, options: PageRecoveryOptions): void {
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
interface HangingContents {
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
