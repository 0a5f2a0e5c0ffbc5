import type { Session, WebContents } from 'electron';
import { WORKBENCH_PARTITION } from '../windows/workbenchWindow.ts';
import { APP_SCHEME, type BuiltInPages, createAppHandler, type RequestHandler } from './appProtocol.ts';
import { isOverlayUrl, isOwnUrl, judgeUrl } from './trustedUrl.ts';

/** Schemes that a page's requests may use without a further check. `app:` must also have the app's host. */
const requestSchemes = new Set(['app:', 'data:', 'blob:', 'devtools:']);

/**
 * Permissions that the app's own pages get; none of them reaches a device or private data. Previews of overlays are
 * frames from this machine, for which Chromium asks the two network permissions. `mayRequest` limits their addresses.
 */
const grantedPermissions = new Set([
  'clipboard-sanitized-write',
  'fullscreen',
  'local-network-access',
  'loopback-network',
  'notifications',
]);

type OpenExternal = (url: string) => void;

/** The origin of the overlay hub on this machine; null while the hub is not running. */
export type HubOrigin = () => string | null;

interface Sessions {
  defaultSession: Session;
  fromPartition(partition: string): Session;
}

interface ServedPages {
  /** The folder of the built renderer. */
  folder: string;
  builtIn: BuiltInPages;
  /** Answers `/api` calls of the main window. The workbench has no `/api`. */
  api: RequestHandler;
  hub: HubOrigin;
  /** The origin of OBS's WebSocket server, which the main window may connect to. */
  obs: () => string;
}

/** Guards every session that shows pages, and serves the app's scheme in it. */
export function prepareSessions(sessions: Sessions, { folder, builtIn, api, hub, obs }: ServedPages): void {
  const prepared = [
    { session: sessions.defaultSession, handler: createAppHandler(folder, builtIn, api), socket: obs },
    {
      session: sessions.fromPartition(WORKBENCH_PARTITION),
      handler: createAppHandler(folder, builtIn),
      socket: () => null,
    },
  ];
  for (const { session, handler, socket } of prepared) {
    guardSession(session, hub, socket);
    session.protocol.handle(APP_SCHEME, handler);
  }
}

/**
 * Denies all permissions except the granted ones, all devices, and all requests except those to the app, to the overlay
 * hub and to the one WebSocket server of `socket`.
 */
function guardSession(
  session: Pick<
    Session,
    'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler' | 'webRequest'
  >,
  hub: HubOrigin,
  socket: () => string | null,
): void {
  session.setPermissionRequestHandler((contents, permission, callback) => {
    callback(grantedPermissions.has(permission) && isOwnUrl(contents.getURL()));
  });
  session.setPermissionCheckHandler(
    (contents, permission) => grantedPermissions.has(permission) && isOwnUrl(contents?.getURL()),
  );
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest((details, callback) =>
    callback({ cancel: !mayRequest(details.url, hub(), socket()) }),
  );
}

/**
 * Prevents navigation of a window away from the app's pages. Its frames may also show overlays of this machine. New
 * windows are denied; an https link opens in the system's browser instead.
 */
export function guardContents(contents: WebContents, openExternal: OpenExternal, hub: HubOrigin): void {
  contents.setWindowOpenHandler(({ url }) => {
    if (judgeUrl(url) === 'external') openExternal(url);
    return { action: 'deny' };
  });
  const preventLeaving = (event: { preventDefault(): void; readonly url: string }) => {
    if (!isOwnUrl(event.url)) event.preventDefault();
  };
  contents.on('will-navigate', preventLeaving);
  contents.on('will-redirect', preventLeaving);
  contents.on('will-frame-navigate', (event) => {
    const mayShow = isOwnUrl(event.url) || (!event.isMainFrame && isOverlayUrl(event.url, hub()));
    if (!mayShow) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

/**
 * Whether a page may request the address. `hub` is the origin of the overlay hub, `socket` that of a WebSocket server
 * on this machine.
 */
export function mayRequest(raw: string, hub: string | null, socket: string | null = null): boolean {
  if (!URL.canParse(raw)) return false;
  const { protocol, origin, username, password } = new URL(raw);
  if (protocol === 'ws:' && origin === socket) return username === '' && password === '';
  if (protocol === 'app:') return isOwnUrl(raw);
  return requestSchemes.has(protocol) || isOverlayUrl(raw, hub);
}
