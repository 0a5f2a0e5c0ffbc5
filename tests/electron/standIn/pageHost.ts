import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { BrowserContext, CDPSession, Frame, Page, Route } from 'playwright';
import { z } from 'zod';
import { ENTRY, PRELOAD_WORLD, pageScript, preloadScript, SEND_BINDING } from '../page/scripts.ts';
import { fromPageUrl, toPagePolicy, toPageUrl } from './address.ts';
import { note } from './control.ts';
import type { StandInSession } from './session.ts';

const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('invoke'), id: z.number(), channel: z.string(), args: z.string() }),
  z.object({ kind: z.literal('title'), title: z.string() }),
]);
export type PageMessage = z.infer<typeof messageSchema>;

export interface FrameFacts {
  url: string;
  isTop: boolean;
}

/** Decisions and events of a page's owner. URLs have the app's scheme. */
interface PageOwner {
  session: StandInSession;
  preload: string | undefined;
  /** Returns false to block a navigation by the page itself. */
  mayNavigate(url: string, isTop: boolean): Promise<boolean>;
  opened(url: string): void;
  received(message: PageMessage, frame: FrameFacts, reply: (ok: boolean, text: string) => void): void;
  crashed(): void;
  /** Called when the top frame has navigated. */
  navigated(): void;
  loaded(): void;
}

interface World {
  contextId: number;
  frameId: string;
}

/** A page of Chromium with the world of its preload script. A window gets a new one after a crash. */
export class PageHost {
  readonly page: Page;
  readonly #cdp: CDPSession;
  readonly #owner: PageOwner;
  readonly #worlds = new Map<number, World>();
  #topFrame = '';
  /** The load by the main process, which nothing may block. */
  #ordered: string | null = null;

  static async open(context: BrowserContext, owner: PageOwner): Promise<PageHost> {
    const page = await context.newPage();
    const host = new PageHost(page, await context.newCDPSession(page), owner);
    await host.#setUp();
    return host;
  }

  private constructor(page: Page, cdp: CDPSession, owner: PageOwner) {
    this.page = page;
    this.#cdp = cdp;
    this.#owner = owner;
  }

  get cdp(): CDPSession {
    return this.#cdp;
  }

  async load(url: string): Promise<void> {
    this.#ordered = url;
    await this.page.goto(toPageUrl(url, new Set(this.#owner.session.handlers.keys())));
  }

  /** Sends a message to the preload script of the top frame. Dropped if there is none, as in Electron. */
  deliver(channel: string, text: string): void {
    for (const { contextId, frameId } of this.#worlds.values()) {
      if (frameId === this.#topFrame) this.#run(contextId, 'deliver', [channel, text]);
    }
  }

  async #setUp(): Promise<void> {
    const { page } = this;
    const cdp = this.#cdp;
    const secret = randomUUID();
    cdp.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.name !== PRELOAD_WORLD) return;
      this.#worlds.set(context.id, { contextId: context.id, frameId: String(context.auxData?.frameId) });
    });
    cdp.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      this.#worlds.delete(executionContextId);
    });
    cdp.on('Runtime.executionContextsCleared', () => this.#worlds.clear());
    cdp.on('Runtime.bindingCalled', ({ payload, executionContextId }) => {
      this.#receive(executionContextId, payload);
    });
    cdp.on('Page.windowOpen', ({ url }) => this.#owner.opened(fromPageUrl(url)));
    page.on('popup', (popup) => void popup.close());
    page.on('crash', () => this.#owner.crashed());
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) this.#owner.navigated();
    });
    page.on('load', () => this.#owner.loaded());
    page.on('download', (download) => {
      const allowed = this.#owner.session.mayDownload();
      note({ note: 'download', url: download.url(), allowed });
      if (!allowed) void download.cancel().catch(() => undefined);
    });
    await page.route('**/*', (route) => this.#serve(route));
    await cdp.send('Page.enable');
    const userAgent = this.#owner.session.ownUserAgent;
    if (userAgent !== null) await cdp.send('Emulation.setUserAgentOverride', { userAgent });
    await cdp.send('Runtime.addBinding', { name: SEND_BINDING, executionContextName: PRELOAD_WORLD });
    await cdp.send('Runtime.enable');
    const { frameTree } = await cdp.send('Page.getFrameTree');
    this.#topFrame = frameTree.frame.id;
    const { preload } = this.#owner;
    // Only a preload script connects a page with the app.
    if (preload === undefined) return;
    const source = readFileSync(preload, 'utf8');
    await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: pageScript(secret) });
    await cdp.send('Page.addScriptToEvaluateOnNewDocument', {
      source: preloadScript(secret, source),
      worldName: PRELOAD_WORLD,
    });
  }

  #receive(contextId: number, payload: string): void {
    const world = this.#worlds.get(contextId);
    const message = messageSchema.parse(JSON.parse(payload));
    if (world === undefined) return;
    const frame = { url: this.#frameUrl(world.frameId), isTop: world.frameId === this.#topFrame };
    const id = message.kind === 'invoke' ? message.id : 0;
    this.#owner.received(message, frame, (ok, text) => this.#run(contextId, 'answer', [id, ok, text]));
  }

  #frameUrl(frameId: string): string {
    if (frameId === this.#topFrame) return fromPageUrl(this.page.url());
    const child = this.page.frames().find((frame) => frame.parentFrame() !== null);
    return fromPageUrl(child?.url() ?? 'about:blank');
  }

  #run(contextId: number, name: 'answer' | 'deliver', args: readonly unknown[]): void {
    const expression = `globalThis.${ENTRY}?.${name}(...${JSON.stringify(args)})`;
    // Drop the answer if the page is gone, as Electron does.
    this.#cdp.send('Runtime.evaluate', { expression, contextId }).catch(() => undefined);
  }

  async #serve(route: Route): Promise<void> {
    const request = route.request();
    const url = fromPageUrl(request.url());
    if (request.isNavigationRequest() && !(await this.#allowed(url, request.frame())))
      return route.abort('aborted');
    if (!(await this.#owner.session.mayRequest(url))) return route.abort('blockedbyclient');
    const handler = this.#owner.session.handlers.get(url.split(':')[0] ?? '');
    if (handler === undefined) {
      // Pages with a preload script show overlays, whose policies name the app's scheme.
      const isOverlay = request.isNavigationRequest() && this.#owner.preload !== undefined;
      return isOverlay ? passOn(route) : route.continue();
    }
    const sent = request.postDataBuffer();
    const response = await handler(
      new Request(url, {
        method: request.method(),
        headers: request.headers(),
        ...(sent === null ? {} : { body: new Uint8Array(sent) }),
      }),
    );
    if (response.type === 'error') return route.abort('failed');
    await route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    });
  }

  async #allowed(url: string, frame: Frame): Promise<boolean> {
    const isTop = frame === this.page.mainFrame();
    if (isTop && this.#ordered === url) {
      this.#ordered = null;
      return true;
    }
    return this.#owner.mayNavigate(url, isTop);
  }
}

/** Passes on a response and replaces the app's scheme in its content security policy. */
async function passOn(route: Route): Promise<void> {
  const response = await route.fetch();
  const headers = response.headers();
  const policy = headers['content-security-policy'];
  if (policy !== undefined) headers['content-security-policy'] = toPagePolicy(policy);
  await route.fulfill({ response, headers });
}
