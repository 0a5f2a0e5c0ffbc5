import type { BrowserWindow, BrowserWindowConstructorOptions, Screen } from 'electron';
import { APP_ORIGIN } from '#shared/contract/desktop.ts';
import { safePreferences } from './mainWindow.ts';
import { choosePlace, type PlaceRules, type WindowPlace } from './windowPlace.ts';

const wallRules: PlaceRules = { defaultWidth: 1280, defaultHeight: 720, minWidth: 640, minHeight: 360 };

export interface WallWindowOptions {
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

/**
 * Opens the wall in its own window. The first time, it fills the second display, or has a default size if there is only
 * one. Later it opens where it was closed.
 */
export function openWallWindow(options: WallWindowOptions): BrowserWindow {
  const { screen, savedPlace } = options;
  const primary = screen.getPrimaryDisplay();
  const displays = screen.getAllDisplays();
  const second = displays.find(({ id }) => id !== primary.id);
  const areas = [primary, ...displays].map(({ workArea }) => workArea);
  const fills = savedPlace === null && second !== undefined;
  const { maximized, ...bounds } = fills
    ? { ...second.bounds, maximized: false }
    : choosePlace(savedPlace, areas, wallRules);
  const window = options.create({
    ...bounds,
    minWidth: Math.min(wallRules.minWidth, bounds.width),
    minHeight: Math.min(wallRules.minHeight, bounds.height),
    title: options.title,
    fullscreen: fills,
    show: false,
    backgroundColor: '#0c0f14',
    webPreferences: safePreferences(options.preload),
  });
  options.prepare(window);
  if (maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.on('close', () => {
    options.savePlace({ ...window.getNormalBounds(), maximized: window.isMaximized() });
  });
  void window.loadURL(`${APP_ORIGIN}/tool/wall?own`);
  return window;
}
