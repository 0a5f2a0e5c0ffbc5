import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Session, WebContents } from 'electron';
import type { CDPSession } from 'playwright';
import { app } from './app.ts';
import { openBrowser, profileOf } from './browser.ts';
import { LoudEmitter, loud } from './refuse.ts';

type Handler = (request: Request) => Response | Promise<Response>;
type PermissionAsk = (contents: WebContents, permission: never, answer: (granted: boolean) => void) => void;
type RequestAsk = (details: never, answer: (response: { cancel?: boolean }) => void) => void;

/** Permission names of Electron and Chromium. */
const permissions = [
  ['geolocation', 'geolocation'],
  ['notifications', 'notifications'],
  ['media', 'camera'],
  ['media', 'microphone'],
  ['midi', 'midi'],
  ['clipboard-read', 'clipboard-read'],
  ['clipboard-sanitized-write', 'clipboard-write'],
  ['local-network-access', 'local-network-access'],
  ['loopback-network', 'loopback-network'],
] as const;

type Imitated = Pick<
  Session,
  | 'clearCache'
  | 'clearCodeCaches'
  | 'clearStorageData'
  | 'fetch'
  | 'getCacheSize'
  | 'getUserAgent'
  | 'setUserAgent'
>;

/** The part of Electron's session that the app uses. */
class StandInSession extends LoudEmitter implements Imitated {
  readonly partition: string;
  readonly handlers = new Map<string, Handler>();
  #askPermission: PermissionAsk | null = null;
  #askRequest: RequestAsk | null = null;
  #userAgent =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Ringside/1.0.0 Chrome/140.0.0.0 Electron/38.0.0 Safari/537.36';
  #hasOwnUserAgent = false;

  constructor(partition: string) {
    super('session', ['will-download']);
    this.partition = partition;
  }

  readonly protocol = loud('session.protocol', {
    handle: (scheme: string, handler: Handler) => {
      this.handlers.set(scheme, handler);
    },
  });

  readonly webRequest = loud('session.webRequest', {
    onBeforeRequest: (ask: RequestAsk) => {
      this.#askRequest = ask;
    },
  });

  setPermissionRequestHandler(ask: PermissionAsk | null): void {
    this.#askPermission = ask;
  }

  getUserAgent(): string {
    return this.#userAgent;
  }

  setUserAgent(userAgent: string): void {
    this.#userAgent = userAgent;
    this.#hasOwnUserAgent = true;
  }

  /** The user agent that the app has set; null for Chromium's own. */
  get ownUserAgent(): string | null {
    return this.#hasOwnUserAgent ? this.#userAgent : null;
  }

  /** Whether the app allows a download. */
  mayDownload(): boolean {
    return !this.ask('will-download');
  }

  async clearStorageData(): Promise<void> {
    const context = await openBrowser(app.getPath('userData'), this.partition);
    await context.clearCookies();
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    for (const { origin } of (await context.storageState()).origins) {
      await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    }
    await page.close();
  }

  /** No effect: Chromium gets permissions before a page loads. */
  setPermissionCheckHandler(): void {}

  setDevicePermissionHandler(): void {}

  async clearCache(): Promise<void> {
    const context = await openBrowser(app.getPath('userData'), this.partition);
    const page = context.pages()[0];
    if (page === undefined) return;
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.clearBrowserCache');
    await cdp.detach();
  }

  async clearCodeCaches(): Promise<void> {
    rmSync(this.#folder('Code Cache'), { recursive: true, force: true });
  }

  async getCacheSize(): Promise<number> {
    const folder = this.#folder('Cache');
    try {
      const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
      return names.reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
    } catch {
      return 0;
    }
  }

  /** A request of the main process, by the rules for pages. */
  async fetch(input: string | Request, init?: RequestInit): Promise<Response> {
    const url = typeof input === 'string' ? input : input.url;
    if (!(await this.mayRequest(url))) throw new Error('net::ERR_BLOCKED_BY_CLIENT');
    return globalThis.fetch(input, init);
  }

  /** Whether the app's rule allows a request. */
  mayRequest(url: string): Promise<boolean> {
    const ask = this.#askRequest;
    if (ask === null) return Promise.resolve(true);
    return new Promise((resolve) => {
      Reflect.apply(ask, undefined, [{ url }, ({ cancel = false }) => resolve(!cancel)]);
    });
  }

  /** Grants a page the permissions that the app's rule allows. */
  async applyPermissions(cdp: CDPSession, contents: object, origin: string): Promise<void> {
    const ask = this.#askPermission;
    for (const [permission, name] of permissions) {
      let granted = true;
      const answer = (said: boolean) => {
        granted = said;
      };
      if (ask !== null) Reflect.apply(ask, undefined, [contents, permission, answer]);
      const setting = granted ? 'granted' : 'denied';
      await cdp.send('Browser.setPermission', { permission: { name }, setting, origin });
    }
  }

  #folder(name: string): string {
    return path.join(profileOf(app.getPath('userData'), this.partition), 'Default', name);
  }
}

const partitions = new Map<string, StandInSession>();

function fromPartition(partition: string): StandInSession {
  const known = partitions.get(partition) ?? new StandInSession(partition);
  partitions.set(partition, known);
  return known;
}

export type { StandInSession };

/** The session of a window by its partition. */
export const sessionOf = fromPartition;

/** The sessions for the app, which throw on APIs that they lack. */
export const session = loud('session', {
  defaultSession: loud('session', fromPartition('')),
  fromPartition: (partition: string) => loud('session', fromPartition(partition)),
});
