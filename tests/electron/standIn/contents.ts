import type { PrintToPDFOptions, WebContents } from 'electron';
import { decodeClone, encodeClone } from '../page/codec.ts';
import { app } from './app.ts';
import { openBrowser } from './browser.ts';
import { onOrder } from './control.ts';
import { StandInDebugger } from './debugger.ts';
import { handlerOf } from './ipcMain.ts';
import { type FrameFacts, PageHost, type PageMessage } from './pageHost.ts';
import { LoudEmitter, loud, refuse } from './refuse.ts';
import type { StandInSession } from './session.ts';

type Imitated = Pick<
  WebContents,
  | 'forcefullyCrashRenderer'
  | 'getURL'
  | 'id'
  | 'isAudioMuted'
  | 'isDestroyed'
  | 'printToPDF'
  | 'reload'
  | 'send'
  | 'setAudioMuted'
  | 'setWindowOpenHandler'
  | 'setZoomFactor'
>;

const events = [
  'did-finish-load',
  'did-navigate',
  'render-process-gone',
  'responsive',
  'unresponsive',
  'will-attach-webview',
  'will-frame-navigate',
  'will-navigate',
  'will-redirect',
];

/** The app's origin in Chromium. */
const PAGE_ORIGIN = 'https://ringside.app.stand-in.invalid';

/** Events of a page for its window. */
interface ContentsOwner {
  titled(title: string): void;
  zoomed(): void;
  muted(): void;
}

let lastId = 0;

/** The web contents of a window: a page of Chromium, replaced after a crash. */
export class StandInContents extends LoudEmitter implements Imitated {
  readonly id: number;
  readonly #session: StandInSession;
  readonly #preload: string | undefined;
  readonly #owner: ContentsOwner;
  readonly #loud: StandInContents;
  /** Speaks to the page's Chromium. */
  readonly debugger: StandInDebugger;
  #host: Promise<PageHost> | null = null;
  #url = '';
  #zoom = 1;
  #muted = false;
  #hasPage = false;
  #destroyed = false;
  #openHandler: Parameters<WebContents['setWindowOpenHandler']>[0] | null = null;

  constructor(session: StandInSession, preload: string | undefined, owner: ContentsOwner) {
    super('webContents', events);
    lastId += 1;
    this.id = lastId;
    this.#session = session;
    this.#preload = preload;
    this.#owner = owner;
    this.debugger = loud('webContents.debugger', new StandInDebugger(() => this.host()));
    this.#loud = loud('webContents', this);
    // Chromium detects a hung page only on input.
    onOrder('hung', ({ path }) => {
      if (URL.canParse(this.#url) && new URL(this.#url).pathname === path) this.emit('unresponsive');
    });
  }

  get zoomFactor(): number {
    return this.#zoom;
  }

  /** The object for the app. */
  get asSeen(): StandInContents {
    return this.#loud;
  }

  /** The page, created on first use. */
  host(): Promise<PageHost> {
    this.#host ??= this.#open();
    return this.#host;
  }

  async load(url: string): Promise<void> {
    this.#url = url;
    const host = await this.host();
    // Electron checks permissions on request; Chromium needs them before the page loads, by its address.
    await this.#session.applyPermissions(host.cdp, this.#loud, PAGE_ORIGIN);
    await host.load(url);
  }

  getURL(): string {
    return this.#url;
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  reload(): void {
    void this.load(this.#url);
  }

  send(channel: string, ...args: unknown[]): void {
    const text = encodeClone(args, null);
    void this.#host?.then((host) => host.deliver(channel, text));
  }

  setWindowOpenHandler(handler: Parameters<WebContents['setWindowOpenHandler']>[0]): void {
    this.#openHandler = handler;
  }

  /** Only reported: the stand-in's Chromium plays no sound. */
  setAudioMuted(muted: boolean): void {
    this.#muted = muted;
    this.#owner.muted();
  }

  isAudioMuted(): boolean {
    return this.#muted;
  }

  /** Sets the zoom of the page's origin. As in Chromium, it survives crashes and has no effect before the first page. */
  setZoomFactor(factor: number): void {
    if (!this.#hasPage || factor === this.#zoom) return;
    this.#zoom = factor;
    this.#owner.zoomed();
  }

  async printToPDF({ preferCSSPageSize = false }: PrintToPDFOptions): Promise<Buffer> {
    const { cdp } = await this.host();
    const { data } = await cdp.send('Page.printToPDF', { preferCSSPageSize });
    return Buffer.from(data, 'base64');
  }

  forcefullyCrashRenderer(): void {
    void this.#host?.then(({ cdp }) => cdp.send('Page.crash').catch(() => undefined));
  }

  async destroy(): Promise<void> {
    if (this.#destroyed) return;
    this.#destroyed = true;
    const host = await this.#host;
    await host?.page.close().catch(() => undefined);
  }

  async #open(): Promise<PageHost> {
    const context = await openBrowser(app.getPath('userData'), this.#session.partition);
    const host = await PageHost.open(context, {
      session: this.#session,
      preload: this.#preload,
      mayNavigate: (url, isTop) => this.#mayNavigate(url, isTop),
      opened: (url) => this.#opened(url),
      received: (message, frame, reply) => void this.#received(message, frame, reply),
      crashed: () => void this.#crashed(host),
      navigated: () => {
        this.#hasPage = true;
        this.emit('did-navigate', {}, this.#url, 200, 'OK');
      },
      loaded: () => this.emit('did-finish-load'),
    });
    return host;
  }

  async #mayNavigate(url: string, isMainFrame: boolean): Promise<boolean> {
    if (this.ask('will-frame-navigate', { url, isMainFrame })) return false;
    if (isMainFrame && this.ask('will-navigate', { url, isMainFrame })) return false;
    if (!isMainFrame) return true;
    this.#url = url;
    const { cdp } = await this.host();
    if (/^https?:/.test(url)) await this.#session.applyPermissions(cdp, this.#loud, new URL(url).origin);
    return true;
  }

  #opened(url: string): void {
    const verdict = this.#openHandler?.({
      url,
      frameName: '',
      features: '',
      disposition: 'foreground-tab',
      referrer: { url: '', policy: 'default' },
    });
    if (verdict?.action !== 'deny') refuse('windows that a page opens');
  }

  async #received(
    message: PageMessage,
    frame: FrameFacts,
    reply: (ok: boolean, text: string) => void,
  ): Promise<void> {
    if (message.kind === 'title') {
      this.#owner.titled(message.title);
      return;
    }
    const { channel } = message;
    try {
      const args = decodeClone(message.args, null);
      const senderFrame = { url: frame.url, parent: frame.isTop ? null : {} };
      const result = await handlerOf(channel)(
        { sender: this.#loud, senderFrame },
        ...(Array.isArray(args) ? args : []),
      );
      reply(true, encodeClone(result, null));
    } catch (error) {
      reply(false, `Error invoking remote method '${channel}': ${String(error)}`);
    }
  }

  async #crashed(host: PageHost): Promise<void> {
    this.#host = null;
    this.debugger.lose('target closed');
    await host.page.close().catch(() => undefined);
    if (!this.#destroyed) this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
  }
}
