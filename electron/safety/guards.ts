import type { Session, WebContents } from 'electron';
import { isOwnUrl, judgeUrl } from './trustedUrl.ts';

/** Schemes that a page's requests may use; everything from another place is stopped before it leaves. */
const requestSchemes = new Set(['app:', 'data:', 'blob:', 'devtools:']);

/** What the app itself needs and nothing that reaches a device or the host's privacy. */
const grantedPermissions = new Set(['clipboard-sanitized-write', 'fullscreen']);

export type OpenExternal = (url: string) => void;

/** Denies every permission but the few that the app's own pages need, every device, and remote content. */
export function guardSession(
  session: Pick<
    Session,
    'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler' | 'webRequest'
  >,
): void {
  session.setPermissionRequestHandler((contents, permission, answer) => {
    answer(grantedPermissions.has(permission) && isOwnUrl(contents.getURL()));
  });
  session.setPermissionCheckHandler(
    (contents, permission) => grantedPermissions.has(permission) && isOwnUrl(contents?.getURL()),
  );
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest((details, answer) => answer({ cancel: !mayRequest(details.url) }));
}

/** Keeps a window on the app's own pages; links to elsewhere open in the system's browser, https alone. */
export function guardContents(contents: WebContents, openExternal: OpenExternal): void {
  contents.setWindowOpenHandler(({ url }) => {
    if (judgeUrl(url) === 'external') openExternal(url);
    return { action: 'deny' };
  });
  const stay = (event: { preventDefault(): void; readonly url: string }) => {
    if (!isOwnUrl(event.url)) event.preventDefault();
  };
  contents.on('will-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-frame-navigate', stay);
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

export function mayRequest(raw: string): boolean {
  if (!URL.canParse(raw)) return false;
  const { protocol } = new URL(raw);
  if (protocol === 'app:') return isOwnUrl(raw);
  return requestSchemes.has(protocol);
}
