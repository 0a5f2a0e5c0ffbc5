import type { BrowserWindow, BrowserWindowConstructorOptions, Screen, WebPreferences } from 'electron';
import { APP_ORIGIN } from '#shared/contract/desktop.ts';
import { choosePlace, type PlaceRules, type WindowPlace } from './windowPlace.ts';

export const mainWindowRules: PlaceRules = {
  defaultWidth: 1360,
  defaultHeight: 840,
  minWidth: 960,
  minHeight: 600,
};
const wallRules: PlaceRules = { defaultWidth: 1280, defaultHeight: 720, minWidth: 640, minHeight: 360 };

export interface ToolWindowOptions {
  create: (options: BrowserWindowConstructorOptions) => BrowserWindow;
  screen: Pick<Screen, 'getAllDisplays' | 'getPrimaryDisplay'>;
  preload: string;
  title: string;
  /** The stored place of the window; null before it was first closed. */
  savedPlace: WindowPlace | null;
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
export function openMainWindow(options: ToolWindowOptions): BrowserWindow {
  return openWindow(options, '/tool', mainWindowRules);
}

/**
 * Opens the wall in its own window. The first time, it fills the second display, or has a default size if there is only
 * one. Later it opens where it was closed.
 */
export function openWallWindow(options: ToolWindowOptions): BrowserWindow {
  return openWindow(options, '/tool/wall?own', wallRules, true);
}

/**
 * Opens a page of the tool in a window at its stored place. If `fillsSecond`, a window without a stored place fills the
 * second display.
 */
function openWindow(
  options: ToolWindowOptions,
  path: string,
  rules: PlaceRules,
  fillsSecond = false,
): BrowserWindow {
  const { screen, savedPlace } = options;
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id);
  const areas = [main, ...others].map(({ workArea }) => workArea);
  const { maximized, ...place } = choosePlace(savedPlace, areas, rules);
  const filled = fillsSecond && savedPlace === null ? others[0]?.bounds : undefined;
  const bounds = filled ?? place;
  const window = options.create({
    ...bounds,
    minWidth: Math.min(rules.minWidth, bounds.width),
    minHeight: Math.min(rules.minHeight, bounds.height),
    title: options.title,
    fullscreen: filled !== undefined,
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
  void window.loadURL(`${APP_ORIGIN}${path}`);
  return window;
}

/** Brings a window to the front and restores it if it is minimised. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
