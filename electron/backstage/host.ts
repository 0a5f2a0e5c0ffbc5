import type { Push, Response } from '#shared/contract/backstage.ts';
import type { BackstageState } from '#shared/contract/desktop.ts';
import type { Problem } from '#shared/contract/error.ts';
import { judgeCrash } from './restartPolicy.ts';
import { Tickets } from './tickets.ts';
import {
  type BackstageProcess,
  type FromBackstage,
  fromBackstageSchema,
  type RelayUser,
  type StartOptions,
} from './wire.ts';

export interface HostOptions {
  launch: () => BackstageProcess;
  start: Omit<StartOptions, 'relayUser'>;
  /** Who the host is at a relay's server, asked at each start. */
  relayUser: () => RelayUser | null;
  now: () => number;
  /** Runs `task` after `ms`; returns a function that cancels it. */
  after: (ms: number, task: () => void) => () => void;
  log: (level: 'info' | 'warn' | 'error', message: string) => void;
}

/** A window as the host knows it. `push` gets what the backstage pushes, in order. */
export interface HostedClient {
  by: string;
  push: (push: Push) => void;
}

/** How long a closing backstage may write before its process is ended; the journal holds all it was told. */
const CLOSE_LIMIT_MS = 5_000;

/**
 * Keeps a backstage running in a process of its own. `node:sqlite` writes and unzips on the thread that calls
 * it, and the main process draws every window's frame and menu; apart from each other neither waits for the
 * other, and a crash here leaves the windows standing.
 */
export class BackstageHost {
  readonly #options: HostOptions;
  readonly #clients = new Map<number, HostedClient>();
  readonly #tickets = new Tickets();
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

  get busy(): boolean {
    return this.#busy;
  }

  /** The origin at which overlays are served on this machine, null while they are not. */
  get hub(): string | null {
    return this.#hub;
  }

  /** Starts it unless it runs or is about to; after it was given up this is a fresh beginning. */
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

  /** Joins a window; 0 while the backstage is not ready. Joins end with each state but `ready`. */
  connect(client: HostedClient): number {
    if (this.#state.state !== 'ready') return 0;
    this.#lastClient += 1;
    this.#clients.set(this.#lastClient, client);
    this.#process?.send({ type: 'connect', client: this.#lastClient, by: client.by });
    return this.#lastClient;
  }

  /** Hands a request on as it came. Answers `connection.lost` when the backstage goes before it answered. */
  async request(client: number, id: number, raw: unknown): Promise<Response> {
    const process = this.#process;
    if (process === null || !this.#clients.has(client)) return lost(id);
    const { ticket, response } = this.#tickets.open(id);
    process.send({ type: 'request', client, ticket, raw });
    return response;
  }

  /** To be called when the host has signed in or out. */
  relayUserChanged(): void {
    this.#process?.send({ type: 'relayUser', relayUser: this.#options.relayUser() });
  }

  setBacklog(client: number, bytes: number): void {
    if (this.#clients.has(client)) this.#process?.send({ type: 'backlog', client, bytes });
  }

  disconnect(client: number): void {
    if (this.#clients.delete(client)) this.#process?.send({ type: 'disconnect', client });
  }

  /** Lets it write what is pending and end. */
  close(): Promise<void> {
    this.#cancelRestart?.();
    const process = this.#process;
    if (process === null) {
      this.#set({ state: 'closed', crashes: 0, problem: null });
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
    this.#set({ state, crashes, problem: null });
    const process = this.#options.launch();
    this.#process = process;
    this.#startedAt = this.#options.now();
    this.#options.log('info', `backstage started, pid ${process.pid ?? 'own'}`);
    process.onMessage((raw) => {
      if (process !== this.#process) return;
      const message = fromBackstageSchema.safeParse(raw);
      if (message.success) this.#take(message.data);
      else this.#options.log('warn', 'the backstage said something that is not known');
    });
    process.onExit((code) => {
      if (process === this.#process) this.#ended(code);
    });
    const { start, relayUser } = this.#options;
    process.send({ type: 'start', options: { ...start, relayUser: relayUser() } });
  }

  #take(message: FromBackstage): void {
    switch (message.type) {
      case 'ready':
        this.#set({ ...this.#state, state: 'ready' });
        break;
      case 'failed':
        this.#giveUp(message.problem);
        break;
      case 'push':
        this.#clients.get(message.client)?.push(message.push);
        break;
      case 'response':
        this.#tickets.answer(message.ticket, message.response);
        break;
      case 'busy':
        this.#setBusy(message.busy);
        break;
      case 'hub':
        this.#hub = message.origin;
        break;
      case 'closed':
        break;
    }
  }

  #ended(code: number): void {
    const ranForMs = this.#options.now() - this.#startedAt;
    this.#forget();
    if (this.#onClosed !== null) {
      this.#set({ state: 'closed', crashes: 0, problem: null });
      this.#onClosed();
      this.#onClosed = null;
      return;
    }
    this.#options.log('error', `backstage ended with ${code} after ${ranForMs} ms`);
    const verdict = judgeCrash(this.#state.crashes, ranForMs);
    if (!verdict.restart) {
      this.#set({ state: 'failed', crashes: verdict.crashes, problem: null });
      return;
    }
    this.#set({ state: 'restarting', crashes: verdict.crashes, problem: null });
    this.#cancelRestart = this.#options.after(verdict.afterMs, () =>
      this.#launch('restarting', verdict.crashes),
    );
  }

  #giveUp(problem: Problem): void {
    this.#options.log('error', `backstage could not start: ${JSON.stringify(problem)}`);
    const process = this.#process;
    this.#forget();
    process?.kill();
    this.#set({ state: 'failed', crashes: this.#state.crashes, problem });
  }

  /** A show that was on stays on: the quit question and the screen's wakefulness outlive a restart. */
  #forget(): void {
    this.#process = null;
    this.#hub = null;
    this.#clients.clear();
    this.#tickets.loseAll();
  }

  #setBusy(busy: boolean): void {
    if (busy === this.#busy) return;
    this.#busy = busy;
    for (const listener of this.#busyListeners) listener(busy);
  }

  #set(state: BackstageState): void {
    const before = this.#state;
    this.#state = state;
    if (before.state === state.state && before.crashes === state.crashes) return;
    this.#options.log('info', `backstage is ${state.state}`);
    for (const listener of this.#stateListeners) listener(state);
  }
}

function lost(id: number): Response {
  return { id, ok: false, problem: { code: 'connection.lost' } };
}
