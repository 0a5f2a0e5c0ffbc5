import type { WebContents } from 'electron';
import type { Push, Request, Response } from '#shared/contract/backstage.ts';
import type { BackstageHost } from '../backstage/host.ts';
import { sendTo, type WindowRole } from './register.ts';

type Contents = Pick<WebContents, 'id' | 'send' | 'isDestroyed'>;

interface WindowClient {
  client: number;
  /** Pushes that the window has not acknowledged yet, oldest first. */
  unread: { number: number; bytes: number }[];
  unreadBytes: number;
  reported: number;
}

/** A push costs about so much to keep; measuring each one would cost more than it tells. */
const BYTES_PER_INPUT = 400;
const BYTES_PER_PUSH = 200;
/** Below this a backlog is no news. */
const REPORT_FROM_BYTES = 256 * 1024;

/** The windows that listen to the backstage: one client each, joined anew after every load of the page. */
export class WindowClients {
  readonly #host: BackstageHost;
  readonly #windows = new Map<number, WindowClient>();

  constructor(host: BackstageHost) {
    this.#host = host;
    host.onState(({ state }) => {
      if (state !== 'ready') this.#windows.clear();
    });
  }

  /** Joins the window, ending an earlier join. False while the backstage is not ready. */
  open(contents: Contents, role: WindowRole): boolean {
    this.leave(contents.id);
    const window: WindowClient = { client: 0, unread: [], unreadBytes: 0, reported: 0 };
    let number = 0;
    window.client = this.#host.connect({
      by: role === 'main' ? 'desktop' : 'workbench',
      push: (push) => {
        number += 1;
        this.#keep(window, number, push);
        sendTo(contents, 'backstagePush', { number, push });
      },
    });
    if (window.client === 0) return false;
    this.#windows.set(contents.id, window);
    return true;
  }

  async request(contentsId: number, request: Request): Promise<Response> {
    const window = this.#windows.get(contentsId);
    if (window === undefined) return { id: request.id, ok: false, problem: { code: 'connection.lost' } };
    return this.#host.request(window.client, request.id, request);
  }

  acknowledge(contentsId: number, number: number): void {
    const window = this.#windows.get(contentsId);
    if (window === undefined) return;
    const read = window.unread.findIndex((push) => push.number > number);
    const gone = window.unread.splice(0, read === -1 ? window.unread.length : read);
    for (const push of gone) window.unreadBytes -= push.bytes;
    this.#report(window);
  }

  leave(contentsId: number): void {
    const window = this.#windows.get(contentsId);
    if (window === undefined) return;
    this.#windows.delete(contentsId);
    this.#host.disconnect(window.client);
  }

  #keep(window: WindowClient, number: number, push: Push): void {
    const bytes = BYTES_PER_PUSH + (push.push === 'inputs' ? push.inputs.length * BYTES_PER_INPUT : 0);
    window.unread.push({ number, bytes });
    window.unreadBytes += bytes;
    this.#report(window);
  }

  #report(window: WindowClient): void {
    const bytes = window.unreadBytes < REPORT_FROM_BYTES ? 0 : window.unreadBytes;
    if (bytes === window.reported) return;
    window.reported = bytes;
    this.#host.setBacklog(window.client, bytes);
  }
}
