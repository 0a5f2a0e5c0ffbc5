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
  remembered: unknown;
  remember: (place: WindowPlace) => void;
  /** Called with the new window before it loads anything. */
  prepare: (window: BrowserWindow) => void;
}

/** No page of the app reaches Node, Electron or the disk; the preload script is all that it has. */
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

/** Opens the tool's window where it was when it was closed last. */
export function openMainWindow(options: MainWindowOptions): BrowserWindow {
  const main = options.screen.getPrimaryDisplay();
  const others = options.screen.getAllDisplays().filter((display) => display.id !== main.id);
  const areas = [main, ...others].map((display) => display.workArea);
  const { maximized, ...bounds } = choosePlace(options.remembered, areas, mainWindowRules);
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
    // The normal bounds, so that a maximised window has a size to go back to.
    options.remember({ ...window.getNormalBounds(), maximized: window.isMaximized() });
  });
  void window.loadURL(`${APP_ORIGIN}/tool`);
  return window;
}

/** Brings a window to the front, also when it is minimised. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
