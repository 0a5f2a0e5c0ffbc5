import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BackstageLink, ObsStorage } from '#renderer/data/platform/platform.ts';
import type { ShowEngine } from '#renderer/data/show/engine.ts';
import type { Timers } from '#renderer/data/stores/pausableTimer.ts';
import { type Problem, RingsideError } from '#shared/contract/error.ts';
import {
  defaultObsSettings,
  type ObsMoment,
  type ObsScenes,
  type ObsSettings,
} from '#shared/contract/obs.ts';
import { connectToObs, type ObsClient } from './obsClient.ts';
import {
  addToScene,
  moveSource,
  type ObsView,
  type ObsWidget,
  readObs,
  refreshSource,
  removeSource,
  switchScene,
} from './obsWidgets.ts';

/** Wait (ms) before the next attempt after a lost or failed connection; it doubles up to the limit. */
const RETRY_MS = 5_000;
const RETRY_LIMIT_MS = 60_000;

/** Wait (ms) after an event of OBS: one change of the host causes several events. */
const READ_AGAIN_MS = 150;

export interface ObsState {
  settings: ObsSettings;
  /** `waiting`: the connection failed or was lost, and the next attempt is scheduled. */
  phase: 'off' | 'connecting' | 'open' | 'waiting';
  /** Why the last attempt or action failed; null if it did not. */
  problem: Problem | null;
  /** Scenes and the host's widgets in OBS; null until OBS has answered. */
  view: ObsView | null;
  /** Whether an action is running. */
  busy: boolean;
}

export interface ObsOptions {
  storage: ObsStorage;
  after: Timers['after'];
}

/**
 * The tool's connection to OBS on this computer. It stays open while the page is open and reconnects by itself if the
 * host has connected once. The store's `problem` says why it is not open.
 */
export class Obs {
  readonly store: StoreApi<ObsState>;
  readonly #options: ObsOptions;
  #client: ObsClient | null = null;
  #widgets: readonly ObsWidget[] = [];
  #attempt = 0;
  /** Raised by each connect and disconnect, so that an overtaken attempt changes nothing. */
  #turn = 0;
  #cancelRetry: (() => void) | null = null;
  #cancelRead: (() => void) | null = null;

  constructor(options: ObsOptions) {
    this.#options = options;
    this.store = createStore<ObsState>(() => ({
      settings: defaultObsSettings,
      phase: 'off',
      problem: null,
      view: null,
      busy: false,
    }));
  }

  /** Reads the stored settings and connects if the host left the connection on. */
  async start(): Promise<void> {
    const settings = await this.#options.storage.load();
    this.store.setState({ settings });
    if (settings.connects) await this.#open();
  }

  /** Stores address and password, and connects. */
  async connect(address: string, password: string): Promise<void> {
    await this.#save({ ...this.store.getState().settings, address, password, connects: true });
    await this.#open();
  }

  /** Ends the connection until the host connects again. The address stays; the password is forgotten. */
  async disconnect(): Promise<void> {
    this.#end();
    this.store.setState({ phase: 'off', problem: null, view: null });
    await this.#save({ ...this.store.getState().settings, password: '', connects: false });
  }

  /** Ends the connection without a change of the settings. */
  stop(): void {
    this.#end();
    this.store.setState({ phase: 'off', view: null });
  }

  async saveScenes(presetId: string, scenes: ObsScenes): Promise<void> {
    const { settings } = this.store.getState();
    await this.#save({ ...settings, scenes: { ...settings.scenes, [presetId]: scenes } });
  }

  /** Sets the widgets to look for in OBS. */
  setWidgets(widgets: readonly ObsWidget[]): void {
    this.#widgets = widgets;
    this.#readSoon();
  }

  add(widget: ObsWidget, scene: string): Promise<boolean> {
    return this.#act((client) => addToScene(client, widget, scene));
  }

  refresh(widget: ObsWidget, sourceName: string): Promise<boolean> {
    return this.#act((client) => refreshSource(client, widget, sourceName));
  }

  move(widget: ObsWidget, source: { name: string; from: string; to: string }): Promise<boolean> {
    return this.#act((client) => moveSource(client, widget, source));
  }

  remove(sourceName: string): Promise<boolean> {
    return this.#act((client) => removeSource(client, sourceName));
  }

  /** Puts a scene on air. Does nothing without a connection, or if OBS has no such scene. */
  async switchTo(scene: string): Promise<void> {
    const { view } = this.store.getState();
    if (view?.scenes.includes(scene) !== true || view.current === scene) return;
    await this.#act((client) => switchScene(client, scene));
  }

  async #open(): Promise<void> {
    this.#end();
    const turn = this.#turn;
    const { address, password } = this.store.getState().settings;
    this.store.setState({ phase: 'connecting', problem: null, view: null });
    try {
      const client = await connectToObs({
        address,
        password,
        after: this.#options.after,
        onChange: () => this.#readSoon(),
        onLost: () => {
          if (turn === this.#turn) this.#retryAfter(new RingsideError('obs.lost'));
        },
      });
      if (turn !== this.#turn) {
        client.close();
        return;
      }
      this.#client = client;
      this.#attempt = 0;
      this.store.setState({ phase: 'open' });
      await this.#read(client);
    } catch (error) {
      if (turn === this.#turn) this.#retryAfter(error);
    }
  }

  /** Retries with back-off, except after a wrong password or version: only the host can correct those. */
  #retryAfter(error: unknown): void {
    const problem = obsProblem(error);
    this.#end();
    this.store.setState({ phase: 'waiting', problem, view: null });
    if (problem.code === 'obs.password' || problem.code === 'obs.version') return;
    const wait = Math.min(RETRY_LIMIT_MS, RETRY_MS * 2 ** this.#attempt);
    this.#attempt += 1;
    this.#cancelRetry = this.#options.after(wait, () => void this.#open());
  }

  #end(): void {
    this.#turn += 1;
    this.#cancelRetry?.();
    this.#cancelRead?.();
    this.#cancelRetry = null;
    this.#cancelRead = null;
    this.#client?.close();
    this.#client = null;
  }

  /** Resolves to false if OBS refused the action or is gone; the store then has the problem. */
  async #act(work: (client: ObsClient) => Promise<void>): Promise<boolean> {
    const client = this.#client;
    if (client === null) return false;
    this.store.setState({ busy: true, problem: null });
    try {
      await work(client);
      await this.#read(client);
      return true;
    } catch (error) {
      if (this.#client === client) this.store.setState({ problem: obsProblem(error) });
      return false;
    } finally {
      this.store.setState({ busy: false });
    }
  }

  #readSoon(): void {
    if (this.#client === null || this.#cancelRead !== null) return;
    this.#cancelRead = this.#options.after(READ_AGAIN_MS, () => {
      this.#cancelRead = null;
      const client = this.#client;
      if (client === null) return;
      // A source or scene that went away meanwhile causes another event, which reads again.
      this.#read(client).catch(() => undefined);
    });
  }

  async #read(client: ObsClient): Promise<void> {
    const view = await readObs(client, this.#widgets);
    if (this.#client === client) this.store.setState({ view });
  }

  async #save(settings: ObsSettings): Promise<void> {
    this.store.setState({ settings });
    await this.#options.storage.save(settings);
  }
}

/** Returns what to tell the host. OBS says in its own words why it refused a request. */
function obsProblem(error: unknown): Problem {
  if (error instanceof RingsideError) return error.problem;
  return { code: 'obs.refused', params: { reason: error instanceof Error ? error.message : String(error) } };
}

/** What the moments are derived from: the newest round and how far it is. */
interface Mark {
  showId: string | null;
  roundId: number;
  started: boolean;
  settled: boolean;
}

/**
 * Switches OBS's scene at the moments that the host chose for the preset. It follows the inputs and not the drawn
 * frames, because a page behind OBS's window draws none.
 */
export function switchScenes(
  obs: Pick<Obs, 'store' | 'switchTo'>,
  link: Pick<BackstageLink, 'onPush'>,
  engine: Pick<ShowEngine, 'state' | 'showId'>,
): () => void {
  let before = markOf(engine);
  return link.onPush((push) => {
    if (push.push !== 'inputs' && push.push !== 'show') return;
    const now = markOf(engine);
    const moment = momentBetween(before, now, engine.state.rounds.at(-1)?.kind);
    before = now;
    const presetId = engine.state.preset?.id;
    if (moment === null || presetId === undefined) return;
    const scene = obs.store.getState().settings.scenes[presetId]?.[moment] ?? '';
    if (scene !== '') void obs.switchTo(scene);
  });
}

function markOf({ showId, state }: Pick<ShowEngine, 'state' | 'showId'>): Mark {
  const round = state.rounds.at(-1);
  return {
    showId,
    roundId: round?.id ?? 0,
    started: round !== undefined && round.startedAt > 0,
    settled: round !== undefined && round.settlement !== null,
  };
}

/** Returns the moment between two marks of the same show; null without one. */
function momentBetween(before: Mark, now: Mark, kind: string | undefined): ObsMoment | null {
  if (before.showId !== now.showId || now.roundId === 0) return null;
  const same = before.roundId === now.roundId;
  if (now.settled) return same && before.settled ? null : 'settled';
  if (!now.started || (same && before.started)) return null;
  return kind === 'resurrection' ? 'resurrection' : 'roundStart';
}
