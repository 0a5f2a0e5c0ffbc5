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
  ...(['totalVotes', 'ranking', 'pkBar', 'countdown', 'anchorCards', 'recentGifts'] as const),
] satisfies WidgetKind[];
/** Of these the page itself is open as well, for as long as the show lasts; with what is to be read there. */
const pages = { totalVotes: '.total .number', ranking: '.ranking__row' } as const;
type Paged = keyof typeof pages;

/** What a browser says of a server that was killed. */
const NOBODY_THERE = /WebSocket connection to|Failed to load resource|ERR_CONNECTION_REFUSED/;

/** A server, a host who is signed in with two windows and another operator, and six overlays. */
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

  /** Somebody of the team who is signed in as well, and works faster than a hand could. */
  get operator(): ScreenClient {
    return there(this.#operator);
  }

  /** The host's two windows: one to lead the show, one in which somebody else decides on gifts. */
  get windows(): [ToolPage, ToolPage] {
    return there(this.#windows);
  }

  /** Whatever a page has complained of, but for the server that was killed. */
  get complaints(): string[] {
    const all = [...(this.#windows ?? []).map(({ complaints }) => complaints)];
    for (const { faults } of this.#views.values()) all.push(faults);
    return all.flat().filter((text) => !NOBODY_THERE.test(text));
  }

  async open(): Promise<void> {
    await this.#start('0');
    const visitor = await Visitor.open(this.#browser, this.ringside, 'tool');
    await visitor.signIn(ADMIN.email, ADMIN.password);
    await visitor.page.locator('dl.totals').waitFor({ state: 'attached' });
    const second = await visitor.page.context().newPage();
    await second.goto(new URL('tool', this.ringside.url).href);
    await second.locator('dl.totals').waitFor({ state: 'attached' });
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

  /** The server dies without a word, and comes back on the same port and data. Pages find it by themselves. */
  async crash(whileGone: () => void): Promise<void> {
    const { port } = new URL(this.ringside.url);
    await this.ringside.kill('SIGKILL');
    whileGone();
    this.#leave();
    await this.#start(port);
    await this.#openOverlays();
  }

  /** What each overlay has been told since it was opened, and what one is told that comes now. */
  async overlayStates(): Promise<{ told: Partial<OverlayState>[]; now: Partial<OverlayState>[] }> {
    const fresh = await Promise.all(this.#links.map((url) => OverlayPage.shown(url)));
    const now = fresh.map(({ state }) => state);
    for (const page of fresh) page.close();
    return { told: this.#overlays.map(({ state }) => state), now };
  }

  /** What viewers read on a page that has been open all the time. */
  async textOf(kind: Paged): Promise<string[]> {
    return textOn(there(this.#views.get(kind) ?? null), kind);
  }

  /** What viewers read on one that is opened now, once it shows this input of the show. */
  async textNow(kind: Paged, seq: number): Promise<string[]> {
    const view = await openOverlayView(this.#browser, this.#linkOf(kind));
    try {
      await view.seen(seq);
      return await textOn(view, kind);
    } finally {
      await view.close();
    }
  }

  /** Ends the server kindly; the data stays for whoever looks into it. */
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

/** Rows are placed by their rank, whatever their order in the page. */
async function textOn({ page }: OverlayView, kind: Paged): Promise<string[]> {
  return (await page.locator(pages[kind]).allTextContents()).sort();
}

function there<T>(value: T | null): T {
  if (value === null) throw new Error('the booth is not open');
  return value;
}
