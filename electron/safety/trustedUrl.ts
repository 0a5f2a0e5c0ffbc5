import { APP_ORIGIN } from '#shared/contract/desktop.ts';

/** What may be done with an address that a page wants to go to or to open. */
export type UrlVerdict = 'own' | 'external' | 'refused';

const MAX_LENGTH = 2000;

/**
 * Judges an address: `own` is a page of the app, `external` may be given to the system's browser (https with
 * a host name, no user name and no password in it), everything else is refused.
 */
export function judgeUrl(raw: unknown): UrlVerdict {
  if (typeof raw !== 'string' || raw.length > MAX_LENGTH) return 'refused';
  // The URL parser drops tabs and line breaks and trims controls, so what it reads is not what was shown.
  if (hasControlOrSpace(raw)) return 'refused';
  if (!URL.canParse(raw)) return 'refused';
  const url = new URL(raw);
  if (url.username !== '' || url.password !== '') return 'refused';
  if (isOwn(url)) return 'own';
  return url.protocol === 'https:' && url.hostname !== '' ? 'external' : 'refused';
}

/** True for a page of the app itself, whatever stands after its origin. */
export function isOwnUrl(raw: unknown): boolean {
  return judgeUrl(raw) === 'own';
}

/**
 * True for what belongs to the pages that streaming software shows, which the app's own windows show in frames:
 * below `/overlay/` at the hub's origin (http), and its sockets there. False while there is no hub.
 */
export function isOverlayUrl(raw: unknown, hub: string | null): boolean {
  if (hub === null || typeof raw !== 'string' || raw.length > MAX_LENGTH || !URL.canParse(raw)) return false;
  const url = new URL(raw);
  const origin = url.origin.replace(/^ws:/, 'http:');
  return origin === hub && url.pathname.startsWith('/overlay/') && url.username === '' && url.password === '';
}

function isOwn(url: URL): boolean {
  // `origin` of an unregistered scheme is 'null' outside Electron, so the parts are compared.
  return `${url.protocol}//${url.host}` === APP_ORIGIN;
}

function hasControlOrSpace(text: string): boolean {
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (code <= 0x20 || (code >= 0x7f && code <= 0xa0) || code === 0x2028 || code === 0x2029) return true;
  }
  return text.includes('\\');
}
