import type * as Electron from 'electron';
import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron';
import { APP_ORIGIN } from '#shared/contract/desktop.ts';
import type { Folders } from '../folders.ts';
import type { WindowClients } from '../ipc/windowClients.ts';
import { guardContents, type HubOrigin } from '../safety/guards.ts';
import type { SettingsFile } from '../settings/settings.ts';
import type { Log } from '../system/logFile.ts';
import { HELP_PATH } from './helpPage.ts';
import { openMainWindow } from './mainWindow.ts';
import { reviveWindow } from './revive.ts';
import { Windows } from './windows.ts';
import { Workbench } from './workbenchWindow.ts';

export interface CreateWindowsOptions {
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

export interface AppWindows {
  windows: Windows;
  workbench: Workbench;
  openMain: () => BrowserWindow;
  /** Puts the help page in the tool's place. */
  showHelp: () => void;
}

/** Makes the app's windows, each guarded and revived when its page dies. */
export function createWindows(options: CreateWindowsOptions): AppWindows {
  const { settings, clients, folders } = options;
  const { BrowserWindow: Window, screen } = options.electron;
  const windows = new Windows();
  const create = (wanted: BrowserWindowConstructorOptions) => new Window(wanted);

  const prepare = (window: BrowserWindow) => {
    const { webContents } = window;
    const { id } = webContents;
    guardContents(webContents, options.openExternal, options.hub);
    reviveWindow(window, { ...options, lost: (contentsId) => clients.leave(contentsId) });
    window.on('closed', () => clients.leave(id));
  };

  const workbench = new Workbench({
    create,
    screen,
    preload: folders.preload,
    options: () => settings.current.workbench,
    remember: (workbenchOptions) => settings.update({ workbench: workbenchOptions }),
    place: () => settings.current.workbenchPlace,
    rememberPlace: ({ x, y }) => settings.update({ workbenchPlace: { x, y } }),
    prepare: (window) => {
      windows.set('workbench', window);
      prepare(window);
    },
    changed: (state) => windows.pushToAll('workbench', state),
  });

  return {
    windows,
    workbench,
    openMain: () =>
      openMainWindow({
        create,
        screen,
        preload: folders.preload,
        title: 'Ringside',
        remembered: settings.current.mainWindow,
        remember: (mainWindow) => settings.update({ mainWindow }),
        prepare: (window) => {
          windows.set('main', window);
          prepare(window);
        },
      }),
    showHelp: () => void windows.get('main')?.loadURL(`${APP_ORIGIN}${HELP_PATH}`),
  };
}
