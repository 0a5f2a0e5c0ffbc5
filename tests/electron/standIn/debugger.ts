import type { Debugger } from 'electron';
import type { CDPSession } from 'playwright';
import type { PageHost } from './pageHost.ts';
import { LoudEmitter } from './refuse.ts';

/** Electron's debugger of a page: a DevTools session of its Chromium. */
export class StandInDebugger
  extends LoudEmitter
  implements Pick<Debugger, 'attach' | 'detach' | 'isAttached'>
{
  readonly #host: () => Promise<PageHost>;
  #session: Promise<CDPSession> | null = null;

  constructor(host: () => Promise<PageHost>) {
    super('webContents.debugger', ['message', 'detach']);
    this.#host = host;
  }

  attach(): void {
    if (this.#session !== null) throw new Error('Debugger is already attached to the target');
    this.#session = this.#attach();
    // `sendCommand` reports the error.
    this.#session.catch(() => undefined);
  }

  isAttached(): boolean {
    return this.#session !== null;
  }

  async sendCommand(method: string, parameters: Record<string, unknown> = {}): Promise<unknown> {
    if (this.#session === null) throw new Error('No target available');
    const session = await this.#session;
    const untyped: { send(method: string, parameters: Record<string, unknown>): Promise<unknown> } = session;
    return untyped.send(method, parameters);
  }

  detach(): void {
    void this.#session?.then((session) => session.detach()).catch(() => undefined);
    this.lose('canceled_by_user');
  }

  /** The target is gone, or somebody else has taken the session. */
  lose(reason: string): void {
    if (this.#session === null) return;
    this.#session = null;
    this.emit('detach', {}, reason);
  }

  async #attach(): Promise<CDPSession> {
    const { page } = await this.#host();
    const session = await page.context().newCDPSession(page);
    session.on('event', ({ method, params }) => this.emit('message', {}, method, params ?? {}, ''));
    return session;
  }
}
