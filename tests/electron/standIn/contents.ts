import type { WebContents } from 'electron';
import { decodeClone, encodeClone } from '../page/codec.ts';
import { app } from './app.ts';
import { openBrowser } from './browser.ts';
import { onOrder } from './control.ts';
import { handlerOf } from './ipcMain.ts';
import { type FrameFacts, PageHost, type PageMessage } from './pageHost.ts';
import { LoudEmitter, loud, refuse } from './refuse.ts';
import type { StandInSession } from './session.ts';

type Imitated = Pick<
  WebContents,
  | 'forcefullyCrashRenderer'
  | 'getURL'
  | 'id'
  | 'isDestroyed'
  | 'reload'
  | 'send'
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

/** The app's origin as Chromium knows it. */
const PAGE_ORIGIN = 'https://ringside.app.stand-in.invalid';

/** What a window is told of its page. */
export interface ContentsOwner {
  titled(title: string): void;
  zoomed(): void;
}

let lastId = 0;

/** The web contents of a window: a page of Chromium, made anew after a crash. */
export class StandInContents extends LoudEmitter implements Imitated {
  readonly id: number;
  readonly #session: StandInSession;
  readonly #preload: string | undefined;
  readonly #owner: ContentsOwner;
  readonly #loud: StandInContents;
  #host: Promise<PageHost> | null = null;
  #url = '';
  #zoom = 1;
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
    this.#loud = loud('webContents', this);
    // Chromium notices a page that hangs when a person touches it.
    onOrder('hung', ({ path }) => {
      if (URL.canParse(this.#url) && new URL(this.#url).pathname === path) this.emit('unresponsive');
    });
  }

  get zoomFactor(): number {
    return this.#zoom;
  }

  /** As the app sees it. */
  get asSeen(): StandInContents {
    return this.#loud;
  }

  /** The page behind it, started when it is first needed. */
  host(): Promise<PageHost> {
    this.#host ??= this.#open();
    return this.#host;
  }

  async load(url: string): Promise<void> {
    this.#url = url;
    const host = await this.host();
    // Electron asks when a page does; here Chromium is told before the page is there, and by its address.
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

  /** Of the page's origin, as in Chromium: it lasts through crashes, and before any page it is lost. */
  setZoomFactor(factor: number): void {
    if (!this.#hasPage || factor === this.#zoom) return;
    this.#zoom = factor;
    this.#owner.zoomed();
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
    const context = await openBrowser(app.getPath('userData'));
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

  #mayNavigate(url: string, isMainFrame: boolean): boolean {
    if (this.ask('will-frame-navigate', { url, isMainFrame })) return false;
    if (isMainFrame && this.ask('will-navigate', { url, isMainFrame })) return false;
    if (isMainFrame) this.#url = url;
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
    await host.page.close().catch(() => undefined);
    if (!this.#destroyed) this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
  }
}
