import type { Push, Response } from '#shared/contract/backstage.ts';
import type { BackstageState } from '#shared/contract/desktop.ts';
import type { Problem } from '#shared/contract/error.ts';
import {
  type BackstageProcess,
  type FromBackstage,
  type FromPages,
  fromBackstageSchema,
  type RelayUser,
  type StartOptions,
  type ToPages,
} from './messages.ts';
import { decideRestart } from './restartPolicy.ts';

interface HostOptions {
  launch: () => BackstageProcess;
  start: Omit<StartOptions, 'relayUser'>;
  /** The host's current sign-in for relay lines; null while signed out. */
  relayUser: () => RelayUser | null;
  /** The windows of the platform's room pages. */
  pages?: {
    /** Closes the pages of an earlier backstage. */
    connect(send: (message: ToPages) => void): void;
    receive(message: FromPages): void;
    closeAll(): void;
  };
  now: () => number;
  /** Runs `task` after `ms`; returns a function that cancels it. */
  after: (ms: number, task: () => void) => () => void;
  log: (level: 'info' | 'warn' | 'error', message: string) => void;
}

/** A window that is connected to the backstage. `by` names it in the backstage; `push` receives pushes in order. */
interface HostedClient {
  by: string;
  push: (push: Push) => void;
}

/** Time (ms) that a closing backstage gets before its process is killed. Killing it loses no committed input. */
const CLOSE_LIMIT_MS = 5_000;

interface PendingRequest {
  id: number;
  resolve(response: Response): void;
}

/**
 * Requests that were sent to the backstage and have no response yet. Each one has a unique ticket, because two windows
 * may use the same request id.
 */
class PendingRequests {
  readonly #pending = new Map<number, PendingRequest>();
  #lastTicket = 0;

  add(id: number): { ticket: number; response: Promise<Response> } {
    this.#lastTicket += 1;
    const ticket = this.#lastTicket;
    const response = new Promise<Response>((resolve) => {
      this.#pending.set(ticket, { id, resolve });
    });
    return { ticket, response };
  }

  settle(ticket: number, response: Response): void {
    this.#pending.get(ticket)?.resolve(response);
    this.#pending.delete(ticket);
  }

  /** Answers every pending request with `connection.lost`. The backstage may or may not have run them. */
  failAll(): void {
    const all = [...this.#pending.values()];
    this.#pending.clear();
    for (const { id, resolve } of all) resolve({ id, ok: false, problem: { code: 'connection.lost' } });
  }
}

/**
 * Runs the backstage in its own process and restarts it after a crash. The backstage blocks its thread while it writes
 * to SQLite and decompresses; in the main process this would freeze every window and menu. A crash of the backstage
 * does not close the windows.
 */
export class BackstageHost {
  readonly #options: HostOptions;
  readonly #clients = new Map<number, HostedClient>();
  readonly #pending = new PendingRequests();
  readonly #busyListeners = new Set<(busy: boolean) => void>();
  readonly #stateListeners = new Set<(state: BackstageState) => void>();
  #process: BackstageProcess | null = null;
  #startedAt = 0;
  #lastClient = 0;
  #hub: string | null = null;
  #busy = false;
  #state: BackstageState = { state: 'closed', crashes: 0, problem: null };
  #cancelRestart: (() => void) | null = null;
  #onClosed: (() => void) | null = null;

  constructor(options: HostOptions) {
    this.#options = options;
  }

  get state(): BackstageState {
    return this.#state;
  }

  /** Whether a show is running. */
  get busy(): boolean {
    return this.#busy;
  }

  /** The origin of the overlay hub on this machine; null while the hub is not running. */
  get hub(): string | null {
    return this.#hub;
  }

  /** Starts the backstage if it is closed or has failed. Resets the count of crashes. */
  start(): void {
    if (this.#state.state !== 'failed' && this.#state.state !== 'closed') return;
    this.#launch('starting', 0);
  }

  onBusy(listener: (busy: boolean) => void): () => void {
    this.#busyListeners.add(listener);
    return () => this.#busyListeners.delete(listener);
  }

  onState(listener: (state: BackstageState) => void): () => void {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }

  /**
   * Connects a window. Returns the client's number, or 0 while the backstage is not ready. A client is disconnected as
   * soon as the backstage is in another state than `ready`.
   */
  connect(client: HostedClient): number {
    if (this.#state.state !== 'ready') return 0;
    this.#lastClient += 1;
    this.#clients.set(this.#lastClient, client);
    this.#process?.send({ type: 'connect', client: this.#lastClient, by: client.by });
    return this.#lastClient;
  }

  /** Forwards a request unparsed. Answers `connection.lost` if the backstage ends before it responds. */
  async request(client: number, id: number, raw: unknown): Promise<Response> {
    const process = this.#process;
    if (process === null || !this.#clients.has(client)) return connectionLost(id);
    const { ticket, response } = this.#pending.add(id);
    process.send({ type: 'request', client, ticket, raw });
    return response;
  }

  /** Sends the new sign-in to the backstage. Call it when the host has signed in or out. */
  relayUserChanged(): void {
    this.#process?.send({ type: 'relayUser', relayUser: this.#options.relayUser() });
  }

  /** Reports how many bytes the window has not processed yet. */
  setBacklog(client: number, bytes: number): void {
    if (this.#clients.has(client)) this.#process?.send({ type: 'backlog', client, bytes });
  }

  disconnect(client: number): void {
    if (this.#clients.delete(client)) this.#process?.send({ type: 'disconnect', client });
  }

  /** Closes the backstage after its pending writes. Resolves when its process has ended. */
  close(): Promise<void> {
    this.#cancelRestart?.();
    const process = this.#process;
    if (process === null) {
      this.#setState({ state: 'closed', crashes: 0, problem: null });
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const cancel = this.#options.after(CLOSE_LIMIT_MS, () => process.kill());
      this.#onClosed = () => {
        cancel();
        resolve();
      };
      process.send({ type: 'close' });
    });
  }

  #launch(state: 'starting' | 'restarting', crashes: number): void {
    this.#setState({ state, crashes, problem: null });
    const process = this.#options.launch();
    this.#process = process;
    this.#startedAt = this.#options.now();
    this.#options.log('info', `backstage started, pid ${process.pid ?? 'own'}`);
    process.onMessage((raw) => {
      if (process !== this.#process) return;
      const message = fromBackstageSchema.safeParse(raw);
      if (message.success) this.#receive(message.data);
      else this.#options.log('warn', 'the backstage sent an unknown message');
    });
    process.onExit((code) => {
      if (process === this.#process) this.#exited(code);
    });
    const { start, relayUser, pages } = this.#options;
    pages?.connect((message) => process.send(message));
    process.send({ type: 'start', options: { ...start, relayUser: relayUser() } });
  }

  #receive(message: FromBackstage): void {
    switch (message.type) {
      case 'ready':
        this.#setState({ ...this.#state, state: 'ready' });
        break;
      case 'failed':
        this.#fail(message.problem);
        break;
      case 'push':
        this.#clients.get(message.client)?.push(message.push);
        break;
      case 'response':
        this.#pending.settle(message.ticket, message.response);
        break;
      case 'busy':
        this.#setBusy(message.busy);
        break;
      case 'hub':
        this.#hub = message.origin;
        break;
      case 'closed':
        break;
      default:
        this.#options.pages?.receive(message);
    }
  }

  #exited(code: number): void {
    const ranForMs = this.#options.now() - this.#startedAt;
    this.#reset();
    if (this.#onClosed !== null) {
      this.#setState({ state: 'closed', crashes: 0, problem: null });
      this.#onClosed();
      this.#onClosed = null;
      return;
    }
    this.#options.log('error', `backstage ended with ${code} after ${ranForMs} ms`);
    const decision = decideRestart(this.#state.crashes, ranForMs);
    if (!decision.restart) {
      this.#setState({ state: 'failed', crashes: decision.crashes, problem: null });
      return;
    }
    this.#setState({ state: 'restarting', crashes: decision.crashes, problem: null });
    this.#cancelRestart = this.#options.after(decision.afterMs, () =>
      this.#launch('restarting', decision.crashes),
    );
  }

  #fail(problem: Problem): void {
    this.#options.log('error', `backstage could not start: ${JSON.stringify(problem)}`);
    const process = this.#process;
    this.#reset();
    process?.kill();
    this.#setState({ state: 'failed', crashes: this.#state.crashes, problem });
  }

  /** Drops the ended process. `#busy` stays: the quit question and the display lock continue during a restart. */
  #reset(): void {
    this.#process = null;
    this.#hub = null;
    this.#options.pages?.closeAll();
    this.#clients.clear();
    this.#pending.failAll();
  }

  #setBusy(busy: boolean): void {
    if (busy === this.#busy) return;
    this.#busy = busy;
    for (const listener of this.#busyListeners) listener(busy);
  }

  #setState(state: BackstageState): void {
    const before = this.#state;
    this.#state = state;
    if (before.state === state.state && before.crashes === state.crashes) return;
    this.#options.log('info', `backstage is ${state.state}`);
    for (const listener of this.#stateListeners) listener(state);
  }
}

function connectionLost(id: number): Response {
  return { id, ok: false, problem: { code: 'connection.lost' } };
}
