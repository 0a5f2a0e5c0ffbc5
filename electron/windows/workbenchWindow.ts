import type { BrowserWindow, BrowserWindowConstructorOptions, Screen } from 'electron';
import {
  APP_ORIGIN,
  type WorkbenchLayout,
  type WorkbenchOptions,
  type WorkbenchState,
} from '#shared/contract/desktop.ts';
import { safePreferences } from './toolWindows.ts';
import { type Area, choosePoint } from './windowPlace.ts';

/** The title by which streaming software finds the window. It must never change and is not translated. */
const WORKBENCH_TITLE = 'Ringside Avatar Workbench';

/** The background that streaming software keys out. No skin uses this colour. */
const CHROMA_COLOUR = '#00ff00';

/** The Electron session of the workbench. It lives in memory and shares nothing with the main window. */
export const WORKBENCH_PARTITION = 'workbench';

/** The always-on-top level. It is above full-screen programs, unlike the default level. */
const TOP_LEVEL = 'screen-saver';

interface Size {
  width: number;
  height: number;
}

/**
 * Size of the picture that streaming software captures, in physical pixels. It is the same at every display scaling, so
 * that a scene made on one machine fits on another. Both sides are divisible by 1.25, 1.5 and 2: a fraction of a pixel
 * would be visible as a seam at the edge.
 */
export const workbenchPixels: Readonly<Record<WorkbenchLayout, Size>> = {
  horizontal: { width: 960, height: 540 },
  vertical: { width: 540, height: 960 },
};

/** Returns the window's content size in density-independent pixels and the zoom factor that keeps physical pixels. */
export function workbenchContent(layout: WorkbenchLayout, scaleFactor: number): Size & { zoom: number } {
  const scale = Number.isFinite(scaleFactor) && scaleFactor > 0 ? scaleFactor : 1;
  const pixels = workbenchPixels[layout];
  return {
    width: Math.ceil(pixels.width / scale),
    height: Math.ceil(pixels.height / scale),
    zoom: 1 / scale,
  };
}

interface WorkbenchDependencies {
  create: (options: BrowserWindowConstructorOptions) => BrowserWindow;
  screen: Pick<Screen, 'getAllDisplays' | 'getDisplayMatching' | 'getPrimaryDisplay' | 'on'>;
  preload: string;
  /** The stored options. */
  options: () => WorkbenchOptions;
  saveOptions: (options: WorkbenchOptions) => void;
  /** The stored place of the window; null or invalid for a place that the system chooses. */
  savedPlace: () => unknown;
  savePlace: (place: Area) => void;
  /** Called with each new window before it loads anything. */
  prepare: (window: BrowserWindow) => void;
  stateChanged: (state: WorkbenchState) => void;
}

/** Manages the workbench window, of which there is at most one. */
export class Workbench {
  readonly #deps: WorkbenchDependencies;
  #window: BrowserWindow | null = null;

  constructor(deps: WorkbenchDependencies) {
    this.#deps = deps;
    deps.screen.on('display-metrics-changed', () => this.#fitToDisplay());
  }

  get window(): BrowserWindow | null {
    return this.#window;
  }

  get state(): WorkbenchState {
    return { ...this.#deps.options(), open: this.#window !== null };
  }

  /**
   * Opens the window or changes the open one. A change of transparency recreates the window, because Electron cannot
   * change it later.
   */
  open(changes: Partial<WorkbenchOptions>): WorkbenchState {
    const before = this.#deps.options();
    const options = { ...before, ...changes };
    this.#deps.saveOptions(options);
    if (options.transparent !== before.transparent) this.#destroy();
    if (this.#window === null) this.#window = this.#create(options);
    else if (options.layout !== before.layout || options.linkId !== before.linkId)
      this.#load(this.#window, options);
    this.#window.setAlwaysOnTop(options.alwaysOnTop, TOP_LEVEL);
    this.#fitToDisplay();
    this.#deps.stateChanged(this.state);
    return this.state;
  }

  close(): WorkbenchState {
    this.#destroy();
    this.#deps.stateChanged(this.state);
    return this.state;
  }

  #destroy(): void {
    const window = this.#window;
    this.#window = null;
    window?.destroy();
  }

  #create(options: WorkbenchOptions): BrowserWindow {
    const { screen } = this.#deps;
    const { width, height } = workbenchContent(options.layout, screen.getPrimaryDisplay().scaleFactor);
    const areas = screen.getAllDisplays().map((display) => display.workArea);
    const window = this.#deps.create({
      ...choosePoint(this.#deps.savedPlace(), { width, height }, areas),
      width,
      height,
      useContentSize: true,
      frame: false,
      resizable: false,
      maximizable: false,
      fullscreenable: false,
      enableLargerThanScreen: true,
      hasShadow: false,
      roundedCorners: false,
      title: WORKBENCH_TITLE,
      transparent: options.transparent,
      backgroundColor: options.transparent ? '#00000000' : CHROMA_COLOUR,
      // Streaming software captures the window even while it is hidden or covered, so it must keep painting.
      paintWhenInitiallyHidden: true,
      webPreferences: {
        ...safePreferences(this.#deps.preload),
        backgroundThrottling: false,
        // Chromium stores the zoom per origin and session. In its own session the main window's zoom has no effect.
        partition: WORKBENCH_PARTITION,
      },
    });
    this.#deps.prepare(window);
    window.on('page-title-updated', (event) => event.preventDefault());
    // The zoom factor belongs to a page, so set it again after each navigation.
    window.webContents.on('did-navigate', () => this.#fitToDisplay());
    window.on('moved', () => {
      this.#deps.savePlace(window.getBounds());
      this.#fitToDisplay();
    });
    window.on('closed', () => {
      if (this.#window !== window) return;
      this.#window = null;
      this.#deps.stateChanged(this.state);
    });
    this.#load(window, options);
    return window;
  }

  #load(window: BrowserWindow, options: WorkbenchOptions): void {
    const query = new URLSearchParams({
      layout: options.layout,
      background: options.transparent ? 'transparent' : CHROMA_COLOUR,
      ...(options.linkId === undefined ? {} : { link: options.linkId }),
    });
    void window.loadURL(`${APP_ORIGIN}/workbench?${query}`);
  }

  /** Sets size and zoom for the scaling of the display that shows the window. */
  #fitToDisplay(): void {
    const window = this.#window;
    if (window === null || window.isDestroyed()) return;
    const display = this.#deps.screen.getDisplayMatching(window.getBounds());
    const wanted = workbenchContent(this.#deps.options().layout, display.scaleFactor);
    const [width, height] = window.getContentSize();
    if (width !== wanted.width || height !== wanted.height)
      window.setContentSize(wanted.width, wanted.height);
    window.webContents.setZoomFactor(wanted.zoom);
  }
}
