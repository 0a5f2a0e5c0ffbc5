import type { CallArgs, CallName, CallResult, Push } from '#shared/contract/backstage.ts';
import type { DesktopBridge } from '#shared/contract/desktop.ts';
import type { ObsSettings } from '#shared/contract/obs.ts';

/**
 * State of the link. `retryAt` is the time of the next attempt (ms, this device's clock); null if none is scheduled.
 */
export type LinkState =
  | { phase: 'connecting' }
  | { phase: 'open' }
  | { phase: 'lost'; retryAt: number | null; attempt: number; why?: RejectionReason };

/**
 * Why a server rejects this screen. `signedOut`: the sign-in has ended, so a retry needs a new one. `full`: the server
 * has no capacity now. `tooManyScreens`: the account has too many open screens. `unavailable`: accounts or the show
 * cannot be opened now.
 */
export type RejectionReason = 'signedOut' | 'full' | 'tooManyScreens' | 'unavailable';

/** The connection of a screen to a backstage, independent of the transport. */
export interface BackstageLink {
  /**
   * Calls the backstage. While the link is connecting, the call is queued. When the link is lost before the response,
   * the backstage may or may not have run the call.
   * @throws RingsideError the problem that the backstage returned, or connection.lost
   */
  call<N extends CallName>(name: N, args: CallArgs<N>): Promise<CallResult<N>>;
  readonly state: LinkState;
  /** Subscribes to later states. Returns the function that unsubscribes. */
  onState(listener: (state: LinkState) => void): () => void;
  /** Subscribes to pushes, in order. Returns the function that unsubscribes. */
  onPush(listener: (push: Push) => void): () => void;
  /** Reconnects now instead of at `retryAt`. Does nothing unless the link is lost. */
  retryNow(): void;
  /** Reconnects with the current sign-in. From then on the screen shows that account's data. */
  reconnect(): void;
  close(): void;
}

/** What the renderer needs from its environment: the browser, the desktop app, or a test. */
export interface Platform {
  readonly kind: 'web' | 'desktop' | 'test';
  /** Opens the link to this screen's backstage. Call it once: the link reconnects by itself. */
  link(): BackstageLink;
  /**
   * Reloads the page after a change of theme, or when the backstage is newer than the page. In a browser it waits until
   * the server is reachable.
   */
  reload(): void;
  /** Finds and installs newer versions of the product. */
  readonly update: WebUpdater | DesktopUpdater;
  /**
   * Deletes cached pages and pictures. Returns the number of freed bytes; null if it is unknown.
   */
  clearCache(): Promise<number | null>;
  /** Where this device stores the connection to OBS. */
  readonly obs: ObsStorage;
  /** Settings and workbench of the desktop app; null outside the desktop app. */
  readonly app: DesktopApp | null;
}

/** Stores the connection to OBS with its password: encrypted on the desktop, in the browser's storage on the web. */
export interface ObsStorage {
  /** Resolves to the default if nothing is stored or it cannot be read. */
  load(): Promise<ObsSettings>;
  save(settings: ObsSettings): Promise<void>;
}

export interface WebUpdater {
  readonly kind: 'web';
  /** Returns the build that the server serves now; null if the server cannot be reached. */
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
  | 'checkGlobalKeys'
  | 'printPdf'
  | 'onGlobalKey'
  | 'getWorkbench'
  | 'openWorkbench'
  | 'openWall'
  | 'closeWall'
  | 'closeWorkbench'
  | 'onWorkbench'
>;
