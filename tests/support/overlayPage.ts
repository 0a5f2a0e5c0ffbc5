import { WebSocket } from 'ws';
import {
  type FromOverlay,
  OVERLAY_PROTOCOL,
  type ToOverlay,
  toOverlaySchema,
} from '#shared/contract/overlay/message.ts';
import type { OverlayMoment, OverlayState } from '#shared/contract/overlay/state.ts';
import type { WidgetOptions } from '#shared/contract/overlay/widget.ts';
import { apply } from '#shared/overlay/change.ts';

/** A client of an overlay hub: connects, stores the state, and requests a snapshot after a gap. */
export class OverlayPage {
  readonly socket: WebSocket;
  readonly messages: ToOverlay[] = [];
  readonly moments: OverlayMoment[] = [];
  state: Partial<OverlayState> = {};
  options: WidgetOptions | null = null;
  revision = -1;
  seq = -1;
  refused: string | null = null;
  closed = false;
  /** Ignores the next change. */
  lose = false;
  #waiting: { met: () => boolean; resolve: () => void }[] = [];

  /** `hub` is a URL such as `http://127.0.0.1:1234/`. */
  constructor(hub: string, options: { origin?: string; headers?: Record<string, string> } = {}) {
    const { host, origin } = new URL(hub);
    this.socket = new WebSocket(`ws://${host}/overlay/socket`, {
      headers: { origin: options.origin ?? origin, ...options.headers },
    });
    this.socket.on('message', (data) => this.#take(toOverlaySchema.parse(JSON.parse(String(data)))));
    this.socket.on('close', () => {
      this.closed = true;
      this.#look();
    });
    this.socket.on('error', () => undefined);
  }

  /** Opens a widget's link. */
  static async open(url: string): Promise<OverlayPage> {
    const page = new OverlayPage(url);
    await page.connected();
    page.send({ type: 'open', protocol: OVERLAY_PROTOCOL, token: new URL(url).hash.slice(1) });
    return page;
  }

  /** Opens a widget's link and waits for its options. */
  static async shown(url: string): Promise<OverlayPage> {
    const page = await OverlayPage.open(url);
    await page.until(() => page.options !== null);
    return page;
  }

  connected(): Promise<void> {
    if (this.socket.readyState !== WebSocket.CONNECTING) return Promise.resolve();
    return new Promise((resolve) => {
      this.socket.once('open', () => resolve());
      this.socket.once('close', () => resolve());
    });
  }

  send(message: FromOverlay): void {
    this.socket.send(JSON.stringify(message));
  }

  /** Resolves when the condition holds; checks it after each message. */
  until(met: () => boolean): Promise<void> {
    if (met()) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ met, resolve }));
  }

  count(type: ToOverlay['type']): number {
    return this.messages.filter((message) => message.type === type).length;
  }

  close(): void {
    this.socket.terminate();
  }

  #take(message: ToOverlay): void {
    this.messages.push(message);
    switch (message.type) {
      case 'snapshot':
        this.options = message.options;
        this.state = message.state;
        this.revision = message.revision;
        this.seq = message.seq ?? -1;
        break;
      case 'change':
        if (this.lose) {
          this.lose = false;
          break;
        }
        if (message.from !== this.revision) {
          this.send({ type: 'resync' });
          break;
        }
        this.state = apply(this.state, message.change);
        this.revision = message.revision;
        this.seq = message.seq ?? -1;
        break;
      case 'moments':
        this.moments.push(...message.moments);
        break;
      case 'options':
        this.options = message.options;
        break;
      case 'refused':
        this.refused = message.reason;
        break;
      case 'pong':
        break;
    }
    this.#look();
  }

  #look(): void {
    const met = this.#waiting.filter((each) => each.met());
    this.#waiting = this.#waiting.filter((each) => !met.includes(each));
    for (const { resolve } of met) resolve();
  }
}
