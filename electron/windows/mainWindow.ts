import type { BrowserWindow, BrowserWindowConstructorOptions, Screen, WebPreferences } from 'electron';
import { APP_ORIGIN } from '#shared/contract/desktop.ts';
import { choosePlace, type PlaceRules, type WindowPlace } from './windowPlace.ts';

export const mainWindowRules: PlaceRules = {
  defaultWidth: 1360,
  defaultHeight: 840,
  minWidth: 960,
  minHeight: 600,
};

export interface MainWindowOptions {
  create: (options: BrowserWindowConstructorOptions) => BrowserWindow;
  screen: Pick<Screen, 'getAllDisplays' | 'getPrimaryDisplay'>;
  preload: string;
  title: string;
  /** The stored place of the window; null or invalid for the default place. */
  savedPlace: unknown;
  savePlace: (place: WindowPlace) => void;
  /** Called with the new window before it loads anything. */
  prepare: (window: BrowserWindow) => void;
}

/** Preferences of every window: pages have no access to Node, Electron or the disk except the preload script. */
export function safePreferences(preload: string): WebPreferences {
  return {
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    webviewTag: false,
    navigateOnDragDrop: false,
    spellcheck: false,
  };
}

/** Opens the main window at the place where it was last closed. */
export function openMainWindow(options: MainWindowOptions): BrowserWindow {
  const main = options.screen.getPrimaryDisplay();
  const others = options.screen.getAllDisplays().filter((display) => display.id !== main.id);
  const areas = [main, ...others].map((display) => display.workArea);
  const { maximized, ...bounds } = choosePlace(options.savedPlace, areas, mainWindowRules);
  const window = options.create({
    ...bounds,
    minWidth: Math.min(mainWindowRules.minWidth, bounds.width),
    minHeight: Math.min(mainWindowRules.minHeight, bounds.height),
    title: options.title,
    show: false,
    backgroundColor: '#0c0f14',
    webPreferences: safePreferences(options.preload),
  });
  options.prepare(window);
  if (maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.on('close', () => {
    // Store the normal bounds, so that a maximised window can be restored to them.
    options.savePlace({ ...window.getNormalBounds(), maximized: window.isMaximized() });
  });
  void window.loadURL(`${APP_ORIGIN}/tool`);
  return window;
}

/** Brings a window to the front and restores it if it is minimised. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
