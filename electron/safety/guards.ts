import type { Session, WebContents } from 'electron';
import { isOverlayUrl, isOwnUrl, judgeUrl } from './trustedUrl.ts';

/** Schemes that a page's requests may use; everything from another place is stopped before it leaves. */
const requestSchemes = new Set(['app:', 'data:', 'blob:', 'devtools:']);

/**
 * What the app itself needs and nothing that reaches a device or the host's privacy. Chromium asks before a page
 * may show one of this machine, as previews of overlays are; where to is the request guard's to say.
 */
const grantedPermissions = new Set([
  'clipboard-sanitized-write',
  'fullscreen',
  'local-network-access',
  'loopback-network',
]);

export type OpenExternal = (url: string) => void;

/** The origin of the overlays' hub on this machine, null while there is none. */
export type HubOrigin = () => string | null;

/**
 * Denies every permission but the few that the app's own pages need, every device, and all content but the app's
 * own and the overlays of this machine.
 */
export function guardSession(
  session: Pick<
    Session,
    'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler' | 'webRequest'
  >,
  hub: HubOrigin,
): void {
  session.setPermissionRequestHandler((contents, permission, answer) => {
    answer(grantedPermissions.has(permission) && isOwnUrl(contents.getURL()));
  });
  session.setPermissionCheckHandler(
    (contents, permission) => grantedPermissions.has(permission) && isOwnUrl(contents?.getURL()),
  );
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest((details, answer) =>
    answer({ cancel: !mayRequest(details.url, hub()) }),
  );
}

/**
 * Keeps a window on the app's own pages, and frames in it on those or on overlays of this machine; links to
 * elsewhere open in the system's browser, https alone.
 */
export function guardContents(contents: WebContents, openExternal: OpenExternal, hub: HubOrigin): void {
  contents.setWindowOpenHandler(({ url }) => {
    if (judgeUrl(url) === 'external') openExternal(url);
    return { action: 'deny' };
  });
  const stay = (event: { preventDefault(): void; readonly url: string }) => {
    if (!isOwnUrl(event.url)) event.preventDefault();
  };
  contents.on('will-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-frame-navigate', (event) => {
    const mayShow = isOwnUrl(event.url) || (!event.isMainFrame && isOverlayUrl(event.url, hub()));
    if (!mayShow) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

export function mayRequest(raw: string, hub: string | null): boolean {
  if (!URL.canParse(raw)) return false;
  const { protocol } = new URL(raw);
  if (protocol === 'app:') return isOwnUrl(raw);
  return requestSchemes.has(protocol) || isOverlayUrl(raw, hub);
}
