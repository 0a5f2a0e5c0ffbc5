import type { CallArgs, CallName, CallResult, Push } from '#shared/contract/backstage.ts';
import type { DesktopBridge } from '#shared/contract/desktop.ts';

/** How the link to the backstage is doing. `retryAt` is ms by this device's clock, null while trying. */
export type LinkState =
  | { phase: 'connecting' }
  | { phase: 'open' }
  | { phase: 'lost'; retryAt: number | null; attempt: number; why?: TurnedAway };

/**
 * Why a server does not let this screen in: its sign-in has ended, which only a new one mends; or there is no room
 * for it just now; or its account has too many screens open; or accounts or its show cannot be opened just now.
 */
export type TurnedAway = 'signedOut' | 'full' | 'tooManyScreens' | 'unavailable';

/** The one way from a screen to a backstage, whatever carries the messages. */
export interface BackstageLink {
  /**
   * Asks the backstage; while the link is connecting, as soon as it is open. Rejects with a RingsideError: the
   * backstage's own refusal, or `connection.lost` when there is no link or it goes away before the answer (the
   * backstage may have done it or not).
   */
  call<N extends CallName>(name: N, args: CallArgs<N>): Promise<CallResult<N>>;
  readonly state: LinkState;
  /** Tells each later state. Returns a function that stops telling. */
  onState(listener: (state: LinkState) => void): () => void;
  /** Tells each push, in order. Returns a function that stops telling. */
  onPush(listener: (push: Push) => void): () => void;
  /** Tries again now instead of waiting for `retryAt`; nothing happens while the link is up. */
  retryNow(): void;
  /** Joins anew as whoever is signed in now: what this screen sees is that account's from then on. */
  rejoin(): void;
  close(): void;
}

/** What the renderer needs of the machine that it runs on: the browser, the desktop app, or a test. */
export interface Platform {
  readonly kind: 'web' | 'desktop' | 'test';
  /** Opens the link to this screen's backstage. It heals itself; call it once. */
  link(): BackstageLink;
  /**
   * Loads the page anew: after a change of theme, or when the backstage has become newer than the page. Waits until
   * there is something to load.
   */
  reload(): void;
  /** Where a newer version of the product comes from. */
  readonly update: WebUpdater | DesktopUpdater;
  /**
   * Throws away stored copies of pages and pictures; they are fetched again when they are wanted. Answers how
   * many bytes that freed, null where it cannot be known.
   */
  clearCopies(): Promise<number | null>;
  /** What a host can set of the desktop app itself; null everywhere else. */
  readonly app: DesktopApp | null;
}

export interface WebUpdater {
  readonly kind: 'web';
  /** The build that the server serves now; null when it cannot be asked. */
  latestBuild(): Promise<string | null>;
}

export type DesktopUpdater = { readonly kind: 'desktop' } & Pick<
  DesktopBridge,
  'getUpdate' | 'checkUpdate' | 'installUpdate' | 'onUpdate'
>;

export type DesktopApp = Pick<
  DesktopBridge,
  | 'getPreferences'
  | 'savePreferences'
  | 'onPreferences'
  | 'getSignIn'
  | 'getWorkbench'
  | 'openWorkbench'
  | 'closeWorkbench'
  | 'onWorkbench'
>;
