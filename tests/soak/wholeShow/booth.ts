import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright';
import type { OverlayState } from '#shared/contract/overlay/state.ts';
import type { WidgetKind } from '#shared/contract/overlay/widget.ts';
import { hookEvents } from '#shared/contract/webhooks.ts';
import { LocalCluster, type LocalNode } from '#tests/cluster/localCluster.ts';
import type { Simulator } from '#tests/simulator/simulator.ts';
import { ADMIN, forMany, tokenOf } from '#tests/support/accounts.ts';
import { findBrowser } from '#tests/support/browser.ts';
import { OverlayPage } from '#tests/support/overlayPage.ts';
import { type OverlayView, openOverlayView } from '#tests/support/overlayView.ts';
import { ToolPage } from '#tests/support/toolPage.ts';
import { until } from '#tests/support/until.ts';
import { Visitor } from '#tests/support/visitor.ts';
import { drain, rowsOf } from '../cluster.ts';
import { CERTIFICATE, HookReceiver } from './hookReceiver.ts';
import { ObsDesk } from './obsDesk.ts';
import { Operator } from './operator.ts';
import { PackedScene } from './packedScene.ts';
import { Program } from './program.ts';
import { INSPECTOR } from './sample.ts';

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

/** The browser's errors after a server was killed, or while the show moves to another one. */
const NOBODY_THERE = /WebSocket connection to|Failed to load resource|ERR_CONNECTION_REFUSED/;

const SERVERS = 2;
/** Webhooks hear of gifts from this value on. */
export const LARGE_GIFT = 300;
/** Longer than a lease, on a busy machine (ms). */
const TAKEN_WITHIN = 120_000;

const preload = (module: string) => `--import ${pathToFileURL(join(import.meta.dirname, module)).href}`;

/**
 * Two servers of a cluster with wrong clocks, a host with a window on each, another operator, six overlays, a scene, OBS,
 * and a program and a receiver of the host.
 */
export class Booth {
  readonly receiver = new HookReceiver();
  readonly #browser: Browser;
  readonly #simulator: Simulator;
  readonly #views = new Map<Paged, OverlayView>();
  #cluster: LocalCluster | null = null;
  /** The server that the operator and the overlays of this test use. */
  #node: LocalNode | null = null;
  #token = '';
  #operator: Operator | null = null;
  #windows: [ToolPage, ToolPage] | null = null;
  #program: Program | null = null;
  #scene: PackedScene | null = null;
  #desk: ObsDesk | null = null;
  #tokens: string[] = [];
  #overlays: OverlayPage[] = [];

  constructor(browser: Browser, simulator: Simulator) {
    this.#browser = browser;
    this.#simulator = simulator;
  }

  /** A server that runs. */
  get node(): LocalNode {
    return there(this.#node);
  }

  get nodes(): readonly LocalNode[] {
    return there(this.#cluster).nodes;
  }

  get token(): string {
    return this.#token;
  }

  /** Another signed-in operator, who works over the API faster than a person. */
  get operator(): Operator {
    return there(this.#operator);
  }

  /** The host's two windows: one leads the show, one assigns gifts. Each is on another server. */
  get windows(): [ToolPage, ToolPage] {
    return there(this.#windows);
  }

  get program(): Program {
    return there(this.#program);
  }

  get scene(): PackedScene {
    return there(this.#scene);
  }

  get desk(): ObsDesk {
    return there(this.#desk);
  }

  /** Errors of all pages and programs, except those of a killed server. */
  get complaints(): string[] {
    const all = [...(this.#windows ?? []).map(({ complaints }) => complaints)];
    for (const { faults } of this.#views.values()) all.push(faults);
    all.push(this.#scene?.faults ?? [], this.receiver.complaints, this.#program?.complaints ?? []);
    return all.flat().filter((text) => !NOBODY_THERE.test(text));
  }

  async open(): Promise<void> {
    await this.receiver.comeBack();
    await this.#startServers();
    const [first, second] = this.nodes;
    this.#node = there(second ?? null);
    this.#operator = new Operator(this.#token, () => this.node.url);
    this.#windows = [await this.#signIn(there(first ?? null)), await this.#openWindow(there(second ?? null))];
    for (const kind of widgets) {
      const { link } = await this.operator.call('overlay.create', { kind, name: kind, language: 'en' });
      this.#tokens.push(new URL(link.url).hash);
    }
    await this.#openOverlays();
    for (const kind of ['totalVotes', 'ranking'] as const) {
      this.#views.set(kind, await openOverlayView(this.#browser, this.#linkOf(kind)));
    }
    this.#scene = await PackedScene.open(this.#browser, this.operator);
    this.#desk = await ObsDesk.open(this.windows[1]);
    const { secret } = await this.operator.call('webhooks.create', {
      draft: {
        address: this.receiver.address,
        events: [...hookEvents],
        minDiamonds: LARGE_GIFT,
        rehearsals: false,
        on: true,
      },
    });
    this.receiver.secret = secret;
    const { token } = await this.operator.call('remotes.create', { name: 'Deck', scope: 'steer' });
    this.#program = new Program(token, () => this.node.url);
  }

  /** Kills the server that has the show and starts it again. Another one takes the show over. */
  async kill(): Promise<void> {
    const busy = await this.#nodeWithShow();
    this.#leave();
    await busy.end('SIGKILL');
    this.#node = this.#another(busy);
    await busy.start();
    await this.#openOverlays();
  }

  /** The operator drains the server that has the show, so it moves to another one. */
  async drain(): Promise<void> {
    const busy = await this.#nodeWithShow();
    await drain(busy, this.#token);
    this.#leave();
    this.#node = this.#another(busy);
    await this.#openOverlays();
  }

  /** The state of each overlay since it was opened, and the state of a new one. */
  async overlayStates(): Promise<{ told: Partial<OverlayState>[]; now: Partial<OverlayState>[] }> {
    const fresh = await Promise.all(this.#links.map(shownOverlay));
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

  /** Stops the servers; keeps their data. */
  async shut(): Promise<void> {
    this.#leave();
    this.#program?.close();
    await Promise.all(this.nodes.map((node) => node.end('SIGTERM')));
  }

  /** Deletes everything. */
  async close(): Promise<void> {
    this.#leave();
    this.#program?.close();
    this.receiver.goAway();
    await this.#desk?.obs.close();
    await this.#cluster?.close();
  }

  async #startServers(): Promise<void> {
    const { webUrl, wsUrl } = this.#simulator;
    this.#cluster = await LocalCluster.open({
      servers: SERVERS,
      env: {
        ...forMany,
        LIVE_WEB_URL: webUrl,
        LIVE_WS_URL: wsUrl,
        LIVE_WS_URL_2: wsUrl,
        TRUST_PROXY: '1',
        PAGE_BROWSER: findBrowser() ?? '',
        NODE_OPTIONS: `${INSPECTOR} ${preload('wrongClock.ts')} ${preload('publicAddress.ts')}`,
        NODE_EXTRA_CA_CERTS: CERTIFICATE,
      },
    });
    for (const { name, url } of this.nodes) {
      const isReady = async () => (await fetch(`${url}api/ready`).catch(() => null))?.ok === true;
      await until(isReady, `${name} to be ready`, TAKEN_WITHIN);
    }
    this.#token = await tokenOf(there(this.nodes[0] ?? null).url, ADMIN);
  }

  async #signIn(node: LocalNode): Promise<ToolPage> {
    const site = { url: node.url, output: () => node.output };
    const visitor = await Visitor.open(this.#browser, site, 'tool');
    await visitor.signIn(ADMIN.email, ADMIN.password);
    await visitor.page.locator('[data-totals]').waitFor({ state: 'attached' });
    return ToolPage.of(visitor.page);
  }

  async #openWindow({ url }: LocalNode): Promise<ToolPage> {
    const window = await ToolPage.open(this.#browser, url, { token: this.#token });
    await window.page.locator('[data-totals]').waitFor({ state: 'attached' });
    return window;
  }

  async #nodeWithShow(): Promise<LocalNode> {
    const rows = await rowsOf(this.node, this.#token);
    const busy = rows.find(({ shows }) => shows > 0);
    return there(this.nodes.find(({ name }) => name === busy?.name) ?? null);
  }

  #another(node: LocalNode): LocalNode {
    return there(this.nodes.find((each) => each !== node) ?? null);
  }

  /** Opens the overlays again, as streaming software does, as soon as a server has the show. */
  async #openOverlays(): Promise<void> {
    await this.operator.call('overlay.list', {});
    this.#overlays = await Promise.all(this.#links.map(shownOverlay));
  }

  #leave(): void {
    this.#operator?.close();
    for (const page of this.#overlays.splice(0)) page.close();
  }

  get #links(): string[] {
    return this.#tokens.map((token) => `${this.node.url}overlay/${token}`);
  }

  #linkOf(kind: Paged): string {
    return this.#links[widgets.indexOf(kind)] ?? '';
  }
}

/** Connects again until a server shows the widget. */
async function shownOverlay(url: string): Promise<OverlayPage> {
  let page: OverlayPage | null = null;
  const isShown = async () => {
    page = await OverlayPage.open(url);
    await page.until(() => page?.options !== null || page.closed);
    return page.options !== null;
  };
  await until(() => isShown().catch(() => false), 'an overlay to be shown', TAKEN_WITHIN);
  return there<OverlayPage>(page);
}

/** The DOM order of rows differs from their ranks. */
async function textOn({ page }: OverlayView, kind: Paged): Promise<string[]> {
  return (await page.locator(pages[kind]).allTextContents()).sort();
}

function there<T>(value: T | null): T {
  if (value === null) throw new Error('the booth is not open');
  return value;
}
