import type { Browser } from 'playwright';
import type { OverlayState } from '#shared/contract/overlay/state.ts';
import type { WidgetKind } from '#shared/contract/overlay/widget.ts';
import type { Simulator } from '#tests/simulator/simulator.ts';
import { ADMIN, forMany, tokenOf } from '#tests/support/accounts.ts';
import { OverlayPage } from '#tests/support/overlayPage.ts';
import { type OverlayView, openOverlayView } from '#tests/support/overlayView.ts';
import { type RunningRingside, startRingside, temporaryFolder } from '#tests/support/ringside.ts';
import { joinAsScreen, type ScreenClient } from '#tests/support/screenClient.ts';
import { ToolPage } from '#tests/support/toolPage.ts';
import { Visitor } from '#tests/support/visitor.ts';

const widgets = [
  'totalVotes',
  'ranking',
  'pkBar',
  'countdown',
  'anchorCards',
  'recentGifts',
] satisfies WidgetKind[];
/** Widgets whose page is open for the whole show, and the selector to read there. */
const pages = { totalVotes: '.total .number', ranking: '.ranking__row' } as const;
type Paged = keyof typeof pages;

/** The browser's errors after a server was killed. */
const NOBODY_THERE = /WebSocket connection to|Failed to load resource|ERR_CONNECTION_REFUSED/;

/** A server, a host with two windows, another operator, and six overlays. */
export class Booth {
  readonly dataDir = temporaryFolder();
  readonly #browser: Browser;
  readonly #simulator: Simulator;
  readonly #views = new Map<Paged, OverlayView>();
  #ringside: RunningRingside | null = null;
  #token = '';
  #operator: ScreenClient | null = null;
  #windows: [ToolPage, ToolPage] | null = null;
  #links: string[] = [];
  #overlays: OverlayPage[] = [];

  constructor(browser: Browser, simulator: Simulator) {
    this.#browser = browser;
    this.#simulator = simulator;
  }

  get ringside(): RunningRingside {
    return there(this.#ringside);
  }

  get token(): string {
    return this.#token;
  }

  /** Another signed-in operator, who works over the API faster than a person. */
  get operator(): ScreenClient {
    return there(this.#operator);
  }

  /** The host's two windows: one leads the show, one assigns gifts. */
  get windows(): [ToolPage, ToolPage] {
    return there(this.#windows);
  }

  /** Errors of all pages, except those of a killed server. */
  get complaints(): string[] {
    const all = [...(this.#windows ?? []).map(({ complaints }) => complaints)];
    for (const { faults } of this.#views.values()) all.push(faults);
    return all.flat().filter((text) => !NOBODY_THERE.test(text));
  }

  async open(): Promise<void> {
    await this.#start('0');
    const visitor = await Visitor.open(this.#browser, this.ringside, 'tool');
    await visitor.signIn(ADMIN.email, ADMIN.password);
    await visitor.page.locator('[data-totals]').waitFor({ state: 'attached' });
    const second = await visitor.page.context().newPage();
    await second.goto(new URL('tool', this.ringside.url).href);
    await second.locator('[data-totals]').waitFor({ state: 'attached' });
    this.#windows = [await ToolPage.of(visitor.page), await ToolPage.of(second)];
    for (const kind of widgets) {
      const { link } = await this.operator.call('overlay.create', { kind, name: kind, language: 'en' });
      this.#links.push(link.url);
    }
    await this.#openOverlays();
    for (const kind of ['totalVotes', 'ranking'] as const) {
      this.#views.set(kind, await openOverlayView(this.#browser, this.#linkOf(kind)));
    }
  }

  /** Kills the server and restarts it on the same port and data. Pages reconnect by themselves. */
  async crash(whileGone: () => void): Promise<void> {
    const { port } = new URL(this.ringside.url);
    await this.ringside.kill('SIGKILL');
    whileGone();
    this.#leave();
    await this.#start(port);
    await this.#openOverlays();
  }

  /** The state of each overlay since it was opened, and the state of a new one. */
  async overlayStates(): Promise<{ told: Partial<OverlayState>[]; now: Partial<OverlayState>[] }> {
    const fresh = await Promise.all(this.#links.map((url) => OverlayPage.shown(url)));
    const now = fresh.map(({ state }) => state);
    for (const page of fresh) page.close();
    return { told: this.#overlays.map(({ state }) => state), now };
  }

  /** The texts on a page that was open all the time. */
  async textOf(kind: Paged): Promise<string[]> {
    return textOn(there(this.#views.get(kind) ?? null), kind);
  }

  /** The texts on a new page, once it shows this seq. */
  async textNow(kind: Paged, seq: number): Promise<string[]> {
    const view = await openOverlayView(this.#browser, this.#linkOf(kind));
    try {
      await view.seen(seq);
      return await textOn(view, kind);
    } finally {
      await view.close();
    }
  }

  /** Stops the server; keeps the data. */
  async shut(): Promise<void> {
    this.#leave();
    await this.#ringside?.kill('SIGTERM');
  }

  async #start(port: string): Promise<void> {
    const { webUrl, wsUrl } = this.#simulator;
    const env = { ...forMany, LIVE_WEB_URL: webUrl, LIVE_WS_URL: wsUrl, LIVE_WS_URL_2: wsUrl, PORT: port };
    this.#ringside = await startRingside({ dataDir: this.dataDir, env });
    this.#token = await tokenOf(this.#ringside.url, ADMIN);
    this.#operator = await joinAsScreen(this.#ringside.url, { token: this.#token });
  }

  async #openOverlays(): Promise<void> {
    this.#overlays = await Promise.all(this.#links.map((url) => OverlayPage.shown(url)));
  }

  #leave(): void {
    this.#operator?.close();
    for (const page of this.#overlays.splice(0)) page.close();
  }

  #linkOf(kind: Paged): string {
    return this.#links[widgets.indexOf(kind)] ?? '';
  }
}

/** The DOM order of rows differs from their ranks. */
async function textOn({ page }: OverlayView, kind: Paged): Promise<string[]> {
  return (await page.locator(pages[kind]).allTextContents()).sort();
}

function there<T>(value: T | null): T {
  if (value === null) throw new Error('the booth is not open');
  return value;
}
