import type * as Electron from 'electron';
import type { BrowserWindow, Session, WebContents } from 'electron';
import { isThisMachine } from '#backstage/sources/wire.ts';
import {
  type FromPages,
  LARGEST_EVENT,
  MOST_ON_THE_WAY,
  pageEventSchema,
  type ToPages,
} from '../backstage/messages.ts';
import type { Log } from '../system/logFile.ts';

/**
 * The user agent of a room page: the session's own without the words that name Electron and the app. Like Chrome's, it
 * has only the major version.
 */
export function platformUserAgent(userAgent: string): string {
  return userAgent
    .split(' ')
    .filter((word) => !/^(?:electron|ringside)(?:\/|$)/i.test(word))
    .map((word) => word.replace(/^(Chrome\/\d+)\..*/, '$1.0.0.0'))
    .join(' ');
}

/** Whether the main frame of a page of the platform at `webUrl` may show an address. */
export function isPlatformUrl(text: string, webUrl: string): boolean {
  if (!URL.canParse(text)) return false;
  const [url, web] = [new URL(text), new URL(webUrl)];
  if (url.username !== '' || url.password !== '') return false;
  // A platform on this machine is a rehearsal. Other ports of this machine are not part of it.
  if (isThisMachine(web.hostname)) return url.origin === web.origin;
  const isEncrypted = url.protocol === 'https:' || url.protocol === web.protocol;
  const site = web.hostname.replace(/^www\./, '');
  return isEncrypted && /^https?:$/.test(url.protocol) && `.${url.hostname}`.endsWith(`.${site}`);
}

/**
 * Whether a room page may request an address. It reaches no files and, unless the platform itself is there, nothing on
 * this machine or its network: the app's own servers listen there.
 */
export function mayPageRequest(text: string, webUrls: readonly string[]): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.protocol === 'data:' || url.protocol === 'blob:') return true;
  if (!/^(?:https?|wss?):$/.test(url.protocol)) return false;
  const isLocal = isThisMachine(url.hostname) || /(?:^|\.)localhost$/.test(url.hostname);
  if (!isLocal && !isPrivate(url.hostname)) return true;
  return webUrls.some((webUrl) => {
    const web = new URL(webUrl);
    return web.port === url.port && (isLocal ? isThisMachine(web.hostname) : web.hostname === url.hostname);
  });
}

/** Whether a host is an address of a private network. */
function isPrivate(hostname: string): boolean {
  return (
    /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./.test(hostname) ||
    /^\[(?:::|f[cd]|fe[89ab])/i.test(hostname)
  );
}

/** Cookies and stored data of the platform; the app's own windows use other partitions. */
const LIVE_PAGE_PARTITION = 'persist:live-page';
/** The most pages at once: two lines and a change of rooms. */
const MOST_PAGES = 6;
const DEVTOOLS_PROTOCOL = '1.3';

interface LivePagesOptions {
  electron: Pick<typeof Electron, 'BrowserWindow'>;
  sessions: { fromPartition(partition: string): Session };
  /** Title of the window while it is shown. */
  title: () => string;
  log: Log;
}

interface OpenPage {
  window: BrowserWindow;
  webUrl: string;
  /** Size of the forwarded events that the backstage has not taken yet. */
  onTheWay: number;
}

/** Shows the platform's room pages in hidden windows and forwards their DevTools events to the backstage. */
export class LivePages {
  readonly #options: LivePagesOptions;
  readonly #pages = new Map<number, OpenPage>();
  #session: Session | null = null;
  #send: (message: ToPages) => void = () => {};
  #quitting = false;

  constructor(options: LivePagesOptions) {
    this.#options = options;
  }

  /** The app quits: from now on, closing a window closes it. */
  quit(): void {
    this.#quitting = true;
  }

  /** Closes the pages of the previous backstage, and sends to the new one from now on. */
  connect(send: (message: ToPages) => void): void {
    this.closeAll();
    this.#send = send;
  }

  closeAll(): void {
    this.#send = () => {};
    for (const page of [...this.#pages.keys()]) this.#end(page);
  }

  receive(message: FromPages): void {
    if (message.type === 'pageSignOut') {
      void this.#signOut(message.id);
      return;
    }
    const open = this.#pages.get(message.page);
    switch (message.type) {
      case 'pageOpen':
        void this.#open(message.page, message.webUrl);
        return;
      case 'pageSend':
        void this.#command(message, open);
        return;
      case 'pageTaken':
        if (open !== undefined) open.onTheWay -= message.size;
        return;
      case 'pageShow':
        if (open === undefined) return;
        if (message.shown) {
          open.window.show();
          open.window.focus();
        } else open.window.hide();
        return;
      case 'pageClose':
        this.#end(message.page);
    }
  }

  async #open(page: number, webUrl: string): Promise<void> {
    const send = this.#send;
    if (this.#pages.has(page) || this.#pages.size >= MOST_PAGES) {
      send({ type: 'pageGone', page });
      return;
    }
    this.#prepared();
    const window = new this.#options.electron.BrowserWindow({
      show: false,
      width: 1280,
      height: 800,
      title: this.#options.title(),
      autoHideMenuBar: true,
      webPreferences: {
        partition: LIVE_PAGE_PARTITION,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webSecurity: true,
        devTools: false,
        disableDialogs: true,
        navigateOnDragDrop: false,
        spellcheck: false,
        // The page sends a heartbeat every ten seconds, even while it is hidden.
        backgroundThrottling: false,
      },
    });
    const open: OpenPage = { window, webUrl, onTheWay: 0 };
    this.#pages.set(page, open);
    const { webContents } = window;
    webContents.setAudioMuted(true);
    guardLivePage(webContents, webUrl);
    window.on('page-title-updated', (event) => event.preventDefault());
    window.on('close', (event) => {
      // A person closes the window to hide it. The line still needs the page.
      if (this.#quitting || this.#pages.get(page) !== open) return;
      event.preventDefault();
      window.hide();
    });
    window.on('closed', () => this.#lost(page, open, 'its window was closed'));
    webContents.on('render-process-gone', () => this.#lost(page, open, 'it crashed'));
    try {
      const tools = webContents.debugger;
      tools.attach(DEVTOOLS_PROTOCOL);
      tools.on('detach', (_event, reason) => this.#lost(page, open, `the debugger detached: ${reason}`));
      tools.on('message', (_event, method, parameters) => this.#forward(page, open, method, parameters));
      // Before the first navigation, so that no socket is missed.
      await tools.sendCommand('Network.enable');
      // A service worker could keep a page from the network in later shows too.
      await tools.sendCommand('Network.setBypassServiceWorker', { bypass: true });
      send({ type: 'pageOpened', page });
    } catch (error) {
      this.#lost(page, open, String(error));
    }
  }

  async #command(
    { page, id, method, parameters }: Extract<FromPages, { type: 'pageSend' }>,
    open: OpenPage | undefined,
  ): Promise<void> {
    const send = this.#send;
    try {
      if (open === undefined) throw new Error('no such page');
      if (method === 'Page.navigate' && !isPlatformUrl(String(parameters.url), open.webUrl))
        throw new Error('not an address of the platform');
      const value: unknown = await open.window.webContents.debugger.sendCommand(method, parameters);
      send({ type: 'pageAnswer', page, id, ok: true, value });
    } catch {
      send({ type: 'pageAnswer', page, id, ok: false, value: null });
    }
  }

  /** Forwards an event that the backstage needs. A page that sends more than the backstage can take is closed. */
  #forward(page: number, open: OpenPage, method: string, parameters: unknown): void {
    const name = pageEventSchema.safeParse(method);
    if (!name.success || this.#pages.get(page) !== open) return;
    const size = sizeOf(parameters);
    if (size > LARGEST_EVENT || open.onTheWay + size > MOST_ON_THE_WAY) {
      this.#lost(page, open, 'it sends too much');
      return;
    }
    open.onTheWay += size;
    this.#send({ type: 'pageEvent', page, method: name.data, parameters, size });
  }

  async #signOut(id: number): Promise<void> {
    const send = this.#send;
    try {
      const session = this.#prepared();
      await session.clearStorageData();
      await session.clearCache();
      send({ type: 'pageSignedOut', id, ok: true });
    } catch (error) {
      this.#options.log('warn', `the platform's data was not deleted: ${String(error)}`);
      send({ type: 'pageSignedOut', id, ok: false });
    }
  }

  #lost(page: number, open: OpenPage, why: string): void {
    if (this.#pages.get(page) !== open) return;
    this.#options.log('warn', `room page lost: ${why}`);
    const send = this.#send;
    this.#end(page);
    send({ type: 'pageGone', page });
  }

  #end(page: number): void {
    const open = this.#pages.get(page);
    this.#pages.delete(page);
    if (open !== undefined && !open.window.isDestroyed()) open.window.destroy();
  }

  #prepared(): Session {
    if (this.#session !== null) return this.#session;
    const session = this.#options.sessions.fromPartition(LIVE_PAGE_PARTITION);
    session.setUserAgent(platformUserAgent(session.getUserAgent()));
    session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
    session.setPermissionCheckHandler(() => false);
    session.setDevicePermissionHandler(() => false);
    session.on('will-download', (event) => event.preventDefault());
    session.webRequest.onBeforeRequest(({ url }, callback) =>
      callback({
        cancel: !mayPageRequest(
          url,
          [...this.#pages.values()].map((open) => open.webUrl),
        ),
      }),
    );
    this.#session = session;
    return session;
  }
}

/** Keeps a room page on the platform's hosts, without windows, web views and dialogs. */
function guardLivePage(contents: WebContents, webUrl: string): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  const stay = (event: { preventDefault(): void; readonly url: string }) => {
    if (!isPlatformUrl(event.url, webUrl)) event.preventDefault();
  };
  contents.on('will-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

const payloadOf = (parameters: unknown): unknown =>
  typeof parameters === 'object' && parameters !== null && 'response' in parameters
    ? parameters.response
    : null;

/** The number of characters in an event. Only frames are large; the other events are measured as JSON. */
function sizeOf(parameters: unknown): number {
  const response = payloadOf(parameters);
  if (typeof response === 'object' && response !== null && 'payloadData' in response) {
    return typeof response.payloadData === 'string' ? response.payloadData.length + 200 : 200;
  }
  return JSON.stringify(parameters ?? null).length;
}
