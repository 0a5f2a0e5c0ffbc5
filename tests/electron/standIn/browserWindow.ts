import type { BrowserWindowConstructorOptions, BrowserWindow as ElectronWindow, Rectangle } from 'electron';
import { app } from './app.ts';
import { StandInContents } from './contents.ts';
import { note, onOrder } from './control.ts';
import { LoudEmitter, loud } from './refuse.ts';
import { onScale, scaleFactor } from './screen.ts';
import { sessionOf } from './session.ts';
import { listWindow, unlistWindow } from './windowList.ts';

type Imitated = Pick<
  ElectronWindow,
  | 'close'
  | 'destroy'
  | 'focus'
  | 'getBounds'
  | 'getContentSize'
  | 'getNormalBounds'
  | 'getTitle'
  | 'hide'
  | 'isDestroyed'
  | 'isFullScreen'
  | 'isMaximized'
  | 'isMinimized'
  | 'loadURL'
  | 'maximize'
  | 'restore'
  | 'setAlwaysOnTop'
  | 'setBounds'
  | 'setContentSize'
  | 'setFullScreen'
  | 'show'
>;

const events = [
  'close',
  'closed',
  'enter-full-screen',
  'leave-full-screen',
  'moved',
  'page-title-updated',
  'ready-to-show',
  'will-move',
];

/** A window: a page of Chromium with the size of the window's content. It has no frame; its position is only a number. */
class StandInWindow extends LoudEmitter implements Imitated {
  readonly #options: BrowserWindowConstructorOptions;
  readonly #contents: StandInContents;
  #bounds: Rectangle;
  #title: string;
  #state = {
    maximized: false,
    minimized: false,
    fullScreen: false,
    destroyed: false,
    alwaysOnTop: false,
    shown: false,
  };

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super('BrowserWindow', events);
    this.#options = options;
    this.#title = options.title ?? 'Electron';
    this.#bounds = {
      x: options.x ?? 0,
      y: options.y ?? 0,
      width: options.width ?? 800,
      height: options.height ?? 600,
    };
    this.#state.fullScreen = options.fullscreen ?? false;
    const { partition = '', preload } = options.webPreferences ?? {};
    this.#contents = new StandInContents(sessionOf(partition), preload, {
      titled: (title) => this.#retitle(title),
      zoomed: () => void this.#applySize(),
      muted: () => this.#tell(),
    });
    listWindow(this);
    this.#contents.once('did-finish-load', () => this.emit('ready-to-show'));
    onScale(() => void this.#applySize());
    onOrder('closeWindow', ({ path }) => {
      const url = this.#contents.getURL();
      if (URL.canParse(url) && new URL(url).pathname === path) this.close();
    });
  }

  get webContents(): StandInContents {
    return this.#contents.asSeen;
  }

  async loadURL(url: string): Promise<void> {
    await this.#applySize();
    await this.#contents.load(url);
  }

  close(): void {
    if (!this.#state.destroyed && !this.ask('close')) this.destroy();
  }

  destroy(): void {
    if (this.#state.destroyed) return;
    this.#state.destroyed = true;
    void this.#contents.destroy();
    const last = unlistWindow(this);
    this.emit('closed');
    if (last) app.emit('window-all-closed');
  }

  isDestroyed(): boolean {
    return this.#state.destroyed;
  }

  show(): void {
    this.#state.shown = true;
    this.#tell();
  }

  hide(): void {
    this.#state.shown = false;
    this.#tell();
  }

  focus(): void {
    void this.#contents.host().then((host) => host.page.bringToFront());
  }

  maximize(): void {
    this.#state.maximized = true;
  }

  isMaximized(): boolean {
    return this.#state.maximized;
  }

  isFullScreen(): boolean {
    return this.#state.fullScreen;
  }

  setFullScreen(flag: boolean): void {
    if (this.#state.fullScreen === flag) return;
    this.#state.fullScreen = flag;
    this.emit(flag ? 'enter-full-screen' : 'leave-full-screen');
    this.#tell();
  }

  isMinimized(): boolean {
    return this.#state.minimized;
  }

  restore(): void {
    this.#state.minimized = false;
  }

  getTitle(): string {
    return this.#title;
  }

  getBounds(): Rectangle {
    return { ...this.#bounds };
  }

  getNormalBounds(): Rectangle {
    return { ...this.#bounds };
  }

  getContentSize(): number[] {
    return [this.#bounds.width, this.#bounds.height];
  }

  setBounds(bounds: Partial<Rectangle>): void {
    this.#bounds = { ...this.#bounds, ...bounds };
    void this.#applySize();
  }

  setContentSize(width: number, height: number): void {
    this.#bounds = { ...this.#bounds, width, height };
    void this.#applySize();
  }

  setAlwaysOnTop(flag: boolean): void {
    this.#state.alwaysOnTop = flag;
    this.#tell();
  }

  /** Sets the page's size, scaling, zoom and background. */
  async #applySize(): Promise<void> {
    if (this.#state.destroyed) return;
    const { cdp } = await this.#contents.host();
    const zoom = this.#contents.zoomFactor;
    await cdp.send('Emulation.setDeviceMetricsOverride', {
      width: Math.round(this.#bounds.width / zoom),
      height: Math.round(this.#bounds.height / zoom),
      deviceScaleFactor: scaleFactor() * zoom,
      mobile: false,
    });
    const color = parseColour(this.#options.backgroundColor ?? '#ffffff');
    await cdp.send('Emulation.setDefaultBackgroundColorOverride', { color });
    this.#tell();
  }

  #retitle(title: string): void {
    if (this.ask('page-title-updated', {}, title)) return;
    this.#title = title;
    this.#tell();
  }

  #tell(): void {
    // Electron's defaults. The app sandboxes every page with `app.enableSandbox`.
    const {
      partition = '',
      preload,
      sandbox = true,
      contextIsolation = true,
      nodeIntegration = false,
      devTools = true,
      backgroundThrottling = true,
    } = this.#options.webPreferences ?? {};
    note({
      note: 'window',
      title: this.#title,
      x: this.#bounds.x,
      width: this.#bounds.width,
      height: this.#bounds.height,
      fullScreen: this.#state.fullScreen,
      alwaysOnTop: this.#state.alwaysOnTop,
      frame: this.#options.frame ?? true,
      backgroundThrottling,
      transparent: this.#options.transparent ?? false,
      shown: this.#state.shown,
      muted: this.#contents.isAudioMuted(),
      page: {
        partition,
        preload: preload !== undefined,
        sandbox,
        contextIsolation,
        nodeIntegration,
        devTools,
      },
    });
  }
}

/** `#rrggbb`, or `#aarrggbb` as in Electron. */
function parseColour(text: string): { r: number; g: number; b: number; a: number } {
  const [r = 0, g = 0, b = 0] = (text.slice(-6).match(/../g) ?? []).map((hex) => Number.parseInt(hex, 16));
  return { r, g, b, a: text.length === 9 ? Number.parseInt(text.slice(1, 3), 16) / 255 : 1 };
}

/** The constructor for the app. Its windows throw on APIs that they lack. */
export const BrowserWindow = new Proxy(StandInWindow, {
  construct: (target, args: ConstructorParameters<typeof StandInWindow>) =>
    loud('BrowserWindow', new target(...args)),
});
