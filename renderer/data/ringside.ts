import type { CallArgs, CallName, CallResult } from '#shared/contract/backstage.ts';
import { type Problem, RingsideError } from '#shared/contract/error.ts';
import { createKeyStore, type KeyStore } from './keys/keyStore.ts';
import { Obs } from './obs/obs.ts';
import type { BackstageLink, Platform } from './platform/platform.ts';
import { ShowEngine } from './show/engine.ts';
import { type AskStore, createAskStore } from './stores/askStore.ts';
import { type ConnectionStore, createConnectionStore } from './stores/connectionStore.ts';
import {
  type AnchorsStore,
  createAnchorsStore,
  createGiftPicturesStore,
  createLinesStore,
  createNoticesStore,
  createPacksStore,
  createPhonesStore,
  createPresetsStore,
  createRemotesStore,
  createWebhooksStore,
  type GiftPicturesStore,
  type LinesStore,
  type NoticesStore,
  type PacksStore,
  type PhonesStore,
  type PresetsStore,
  type RemotesStore,
  type WebhooksStore,
} from './stores/pushStores.ts';
import type { SettingsStore } from './stores/settingsStore.ts';
import { createToastStore, type ToastSeverity, type ToastStore } from './stores/toastStore.ts';

/** The services of the tool's screens, created once per page. */
export interface Ringside {
  platform: Platform;
  /** True if the show can only be viewed: controls that change it are hidden, and their calls are rejected. */
  readOnly: boolean;
  link: BackstageLink;
  engine: ShowEngine;
  connection: ConnectionStore;
  presets: PresetsStore;
  lines: LinesStore;
  anchors: AnchorsStore;
  giftPictures: GiftPicturesStore;
  packs: PacksStore;
  phones: PhonesStore;
  remotes: RemotesStore;
  webhooks: WebhooksStore;
  notices: NoticesStore;
  settings: SettingsStore;
  toasts: ToastStore;
  /** Questions: `await ringside.asks.getState().ask({ ... })`. */
  asks: AskStore;
  keys: KeyStore;
  /** The connection to OBS on this computer. */
  obs: Obs;
  /**
   * Calls the backstage.
   * @throws RingsideError for the caller to handle
   */
  call<N extends CallName>(name: N, args: CallArgs<N>): Promise<CallResult<N>>;
  /** Calls the backstage; on an error, shows a toast and resolves to null. */
  attempt<N extends CallName>(name: N, args: CallArgs<N>): Promise<CallResult<N> | null>;
  /** Shows a problem as a toast, in the user's language. */
  showProblem(problem: Problem, severity?: ToastSeverity): void;
}

export interface RingsideOptions {
  platform: Platform;
  readOnly?: boolean;
  settings: SettingsStore;
  /** The page's services that the tool shares; created here if there is no page. */
  shared?: Pick<Ringside, 'toasts' | 'asks' | 'keys'>;
  /** The pictures of gifts of another link; by default those that this link pushes. */
  giftPictures?: GiftPicturesStore;
  nextFrame(task: () => void): void;
  now(): number;
  /** Runs a task after `ms`; returns the function that cancels it. */
  after(ms: number, task: () => void): () => void;
}

export function createRingside(options: RingsideOptions): Ringside {
  const link = options.platform.link();
  const { toasts, asks, keys } = options.shared ?? {
    toasts: createToastStore({ now: options.now, after: options.after }),
    asks: createAskStore(),
    keys: createKeyStore(() => options.settings.getState().keys),
  };
  const showProblem = (problem: Problem, severity: ToastSeverity = 'error') => {
    toasts
      .getState()
      .add({ severity, summary: { key: `error.${problem.code}`, params: problem.params ?? {} } });
  };
  return {
    platform: options.platform,
    readOnly: options.readOnly ?? false,
    link,
    engine: new ShowEngine({ link, nextFrame: options.nextFrame, now: options.now, after: options.after }),
    connection: createConnectionStore(link, options.now),
    presets: createPresetsStore(link),
    lines: createLinesStore(link),
    anchors: createAnchorsStore(link),
    giftPictures: options.giftPictures ?? createGiftPicturesStore(link),
    packs: createPacksStore(link),
    phones: createPhonesStore(link),
    remotes: createRemotesStore(link),
    webhooks: createWebhooksStore(link),
    notices: createNoticesStore(link, (notice) => showProblem(notice.problem, notice.severity)),
    settings: options.settings,
    obs: new Obs({ storage: options.platform.obs, after: options.after }),
    toasts,
    asks,
    keys,
    call: (name, args) => link.call(name, args),
    attempt: async (name, args) => {
      try {
        return await link.call(name, args);
      } catch (error) {
        showProblem(problemOf(error));
        return null;
      }
    },
    showProblem,
  };
}

/** Returns the problem of a rejected call; `internal` for anything but a RingsideError. */
export function problemOf(error: unknown): Problem {
  return error instanceof RingsideError ? error.problem : { code: 'internal' };
}
