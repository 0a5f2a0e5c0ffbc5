import type { BrowserWindow, BrowserWindowConstructorOptions, Screen } from 'electron';
import { APP_ORIGIN, type WorkbenchOptions, type WorkbenchState } from '#shared/contract/desktop.ts';
import { safePreferences } from './mainWindow.ts';
import { type Area, choosePoint } from './windowPlace.ts';
import { workbenchContent } from './workbenchSize.ts';

/** Streaming programs find the window by this name, so it is the same in every language and never changes. */
export const WORKBENCH_TITLE = 'Ringside Avatar Workbench';

/** The colour that is keyed out; no skin uses it. */
export const CHROMA_COLOUR = '#00ff00';

/** The session of the workbench: in memory, with nothing of the tool's. */
export const WORKBENCH_PARTITION = 'workbench';

/** Above full-screen programs, where a plain floating window would disappear. */
const TOP_LEVEL = 'screen-saver';

export interface WorkbenchDependencies {
  create: (options: BrowserWindowConstructorOptions) => BrowserWindow;
  screen: Pick<Screen, 'getAllDisplays' | 'getDisplayMatching' | 'getPrimaryDisplay' | 'on'>;
  preload: string;
  /** What was chosen last and where the window was. */
  options: () => WorkbenchOptions;
  remember: (options: WorkbenchOptions) => void;
  place: () => unknown;
  rememberPlace: (place: Area) => void;
  /** Called with each new window before it loads anything. */
  prepare: (window: BrowserWindow) => void;
  changed: (state: WorkbenchState) => void;
}

/** The one workbench window: made, changed and closed on request. */
export class Workbench {
  readonly #deps: WorkbenchDependencies;
  #window: BrowserWindow | null = null;

  constructor(deps: WorkbenchDependencies) {
    this.#deps = deps;
    deps.screen.on('display-metrics-changed', () => this.#fit());
  }

  get window(): BrowserWindow | null {
    return this.#window;
  }

  get state(): WorkbenchState {
    return { ...this.#deps.options(), open: this.#window !== null };
  }

  /** Opens the window or changes the open one. Transparency is fixed when a window is made, so it is made anew. */
  open(wanted: Partial<WorkbenchOptions>): WorkbenchState {
    const before = this.#deps.options();
    const options = { ...before, ...wanted };
    this.#deps.remember(options);
    if (options.transparent !== before.transparent) this.#drop();
    if (this.#window === null) this.#window = this.#make(options);
    else if (options.layout !== before.layout || options.linkId !== before.linkId)
      this.#load(this.#window, options);
    this.#window.setAlwaysOnTop(options.alwaysOnTop, TOP_LEVEL);
    this.#fit();
    this.#deps.changed(this.state);
    return this.state;
  }

  close(): WorkbenchState {
    this.#drop();
    this.#deps.changed(this.state);
    return this.state;
  }

  #drop(): void {
    const window = this.#window;
    this.#window = null;
    window?.destroy();
  }

  #make(options: WorkbenchOptions): BrowserWindow {
    const { screen } = this.#deps;
    const { width, height } = workbenchContent(options.layout, screen.getPrimaryDisplay().scaleFactor);
    const areas = screen.getAllDisplays().map((display) => display.workArea);
    const window = this.#deps.create({
      ...choosePoint(this.#deps.place(), { width, height }, areas),
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
      // A streaming program captures the window wherever it is: hidden and covered it must go on painting.
      paintWhenInitiallyHidden: true,
      webPreferences: {
        ...safePreferences(this.#deps.preload),
        backgroundThrottling: false,
        // Zoom is kept by origin within a session; in its own one the tool's zoom cannot change the picture.
        partition: WORKBENCH_PARTITION,
      },
    });
    this.#deps.prepare(window);
    window.on('page-title-updated', (event) => event.preventDefault());
    // A zoom is of a page: what was set before there was one is lost.
    window.webContents.on('did-navigate', () => this.#fit());
    window.on('moved', () => {
      this.#deps.rememberPlace(window.getBounds());
      this.#fit();
    });
    window.on('closed', () => {
      if (this.#window !== window) return;
      this.#window = null;
      this.#deps.changed(this.state);
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

  /** Keeps the captured picture's size on the display that the window is on now. */
  #fit(): void {
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
