import type {
  BrowserWindow,
  BrowserWindowConstructorOptions,
  Display,
  Screen,
  WebPreferences,
} from 'electron';
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

export interface WallWindowOptions extends ToolWindowOptions {
  screen: Pick<
    Screen,
    'getAllDisplays' | 'getPrimaryDisplay' | 'getDisplayMatching' | 'on' | 'removeListener'
  >;
  /** Called when the wall has moved to the main display because its own display has gone. */
  moved: () => void;
}

/**
 * Opens the wall in its own window. The first time, it fills the second display, or has a default size if there is only
 * one. Later it opens where it was closed. If its display is gone, it opens as a window on the main display.
 */
export function openWallWindow(options: WallWindowOptions): BrowserWindow {
  const { screen, savedPlace } = options;
  const main = screen.getPrimaryDisplay();
  const second = screen.getAllDisplays().find(({ id }) => id !== main.id);
  const first = second === undefined ? null : filling(second);
  const wanted = savedPlace ?? first;
  const fills = placeOn(screen, wanted, wallRules).fullScreen;
  const away: Away = { from: wanted?.fullScreen === true && !fills ? wanted : null };
  const window = openWindow(
    {
      ...options,
      savedPlace: wanted,
      // While its display is unplugged, the wall keeps the place there for its next start.
      savePlace: (place) => options.savePlace(away.from ?? place),
    },
    '/tool/wall?own',
    wallRules,
  );
  followDisplay(window, options, away);
  return window;
}

interface Away {
  /** The place in full screen on a display that is unplugged; null if the wall is where it belongs. */
  from: WindowPlace | null;
}

const filling = ({ workArea }: Pick<Display, 'workArea'>): WindowPlace => ({
  ...workArea,
  maximized: false,
  fullScreen: true,
});

/**
 * Takes a wall whose display is unplugged out of full screen, so that it does not cover the tool on the main display.
 * Fills the next display that is plugged in, unless the host has moved the wall meanwhile.
 */
function followDisplay(window: BrowserWindow, { screen, moved }: WallWindowOptions, away: Away): void {
  const shownOn = () => screen.getDisplayMatching(window.getBounds()).id;
  let home = shownOn();
  const onRemoved = (_event: unknown, gone: Display) => {
    if (home !== gone.id || !window.isFullScreen()) return;
    away.from = filling(gone);
    const { x, y, width, height } = placeOn(screen, null, wallRules);
    // macOS ignores bounds that are set before the window has left full screen.
    window.once('leave-full-screen', () => window.setBounds({ x, y, width, height }));
    window.setFullScreen(false);
    moved();
  };
  const onAdded = (_event: unknown, { workArea }: Display) => {
    if (away.from === null) return;
    away.from = null;
    window.setBounds(workArea);
    window.setFullScreen(true);
  };
  window.on('enter-full-screen', () => {
    home = shownOn();
  });
  // Emitted for moves by the host only.
  window.on('will-move', () => {
    away.from = null;
  });
  screen.on('display-removed', onRemoved);
  screen.on('display-added', onAdded);
  window.on('closed', () => {
    screen.removeListener('display-removed', onRemoved);
    screen.removeListener('display-added', onAdded);
  });
}

/** Returns the place for a window on the displays that are plugged in now. */
function placeOn(
  screen: ToolWindowOptions['screen'],
  saved: WindowPlace | null,
  rules: PlaceRules,
): WindowPlace {
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id);
  const areas = [main, ...others].map(({ workArea }) => workArea);
  return choosePlace(saved, areas, rules);
}

/** Opens a page of the tool in a window at its stored place. */
function openWindow(options: ToolWindowOptions, path: string, rules: PlaceRules): BrowserWindow {
  const { maximized, fullScreen, ...bounds } = placeOn(options.screen, options.savedPlace, rules);
  const window = options.create({
    ...bounds,
    minWidth: Math.min(rules.minWidth, bounds.width),
    minHeight: Math.min(rules.minHeight, bounds.height),
    title: options.title,
    fullscreen: fullScreen,
    show: false,
    backgroundColor: '#0c0f14',
    webPreferences: safePreferences(options.preload),
  });
  options.prepare(window);
  if (maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.on('close', () => {
    // Store the normal bounds, so that a window in full screen or a maximised one can be restored to them.
    options.savePlace({
      ...window.getNormalBounds(),
      maximized: window.isMaximized(),
      fullScreen: window.isFullScreen(),
    });
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
