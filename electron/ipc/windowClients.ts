import type { WebContents } from 'electron';
import type { Push, Request, Response } from '#shared/contract/backstage.ts';
import type { BackstageHost } from '../backstage/host.ts';
import { sendTo, type WindowRole } from './register.ts';

type Contents = Pick<WebContents, 'id' | 'send' | 'isDestroyed'>;

interface WindowClient {
  client: number;
  /** Pushes that the window has not acknowledged yet, oldest first. */
  unacknowledged: { number: number; bytes: number }[];
  unacknowledgedBytes: number;
  /** The backlog (bytes) that was last reported to the backstage. */
  reported: number;
}

/** Estimated memory of a push. Measuring each push would be slow. */
const BYTES_PER_INPUT = 400;
const BYTES_PER_PUSH = 200;
/** A smaller backlog is reported as 0. */
const MIN_REPORTED_BYTES = 256 * 1024;

/** Connects windows to the backstage: one client per window, replaced whenever its page loads again. */
export class WindowClients {
  readonly #host: BackstageHost;
  readonly #windows = new Map<number, WindowClient>();

  constructor(host: BackstageHost) {
    this.#host = host;
    host.onState(({ state }) => {
      if (state !== 'ready') this.#windows.clear();
    });
  }

  /** Connects a window and replaces its earlier client. Returns false while the backstage is not ready. */
  open(contents: Contents, role: WindowRole): boolean {
    this.leave(contents.id);
    const window: WindowClient = { client: 0, unacknowledged: [], unacknowledgedBytes: 0, reported: 0 };
    let number = 0;
    window.client = this.#host.connect({
      by: role === 'workbench' ? 'workbench' : 'desktop',
      push: (push) => {
        number += 1;
        this.#trackPush(window, number, push);
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

  /** Records that the window has processed all pushes up to `number`. */
  acknowledge(contentsId: number, number: number): void {
    const window = this.#windows.get(contentsId);
    if (window === undefined) return;
    const next = window.unacknowledged.findIndex((push) => push.number > number);
    const acknowledged = window.unacknowledged.splice(0, next === -1 ? window.unacknowledged.length : next);
    for (const push of acknowledged) window.unacknowledgedBytes -= push.bytes;
    this.#reportBacklog(window);
  }

  leave(contentsId: number): void {
    const window = this.#windows.get(contentsId);
    if (window === undefined) return;
    this.#windows.delete(contentsId);
    this.#host.disconnect(window.client);
  }

  #trackPush(window: WindowClient, number: number, push: Push): void {
    const bytes = BYTES_PER_PUSH + (push.push === 'inputs' ? push.inputs.length * BYTES_PER_INPUT : 0);
    window.unacknowledged.push({ number, bytes });
    window.unacknowledgedBytes += bytes;
    this.#reportBacklog(window);
  }

  #reportBacklog(window: WindowClient): void {
    const bytes = window.unacknowledgedBytes < MIN_REPORTED_BYTES ? 0 : window.unacknowledgedBytes;
    if (bytes === window.reported) return;
    window.reported = bytes;
    this.#host.setBacklog(window.client, bytes);
  }
}
