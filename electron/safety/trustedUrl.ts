import { APP_ORIGIN } from '#shared/contract/desktop.ts';

/** `own`: a page of the app. `external`: may open in the system's browser. `refused`: neither. */
type UrlVerdict = 'own' | 'external' | 'refused';

const MAX_LENGTH = 2000;

/**
 * Classifies an address that a page wants to open. Only https with a host name is external. An address with a user
 * name or a password is refused.
 */
export function judgeUrl(raw: unknown): UrlVerdict {
  if (typeof raw !== 'string' || raw.length > MAX_LENGTH) return 'refused';
  // The URL parser removes such characters, so the parsed address would differ from the one that was shown.
  if (hasControlOrSpace(raw)) return 'refused';
  if (!URL.canParse(raw)) return 'refused';
  const url = new URL(raw);
  if (url.username !== '' || url.password !== '') return 'refused';
  if (isOwn(url)) return 'own';
  return url.protocol === 'https:' && url.hostname !== '' ? 'external' : 'refused';
}

/** Whether the address has the app's own origin. */
export function isOwnUrl(raw: unknown): boolean {
  return judgeUrl(raw) === 'own';
}

/**
 * Whether the address belongs to an overlay page, which the app's windows show in frames: http or WebSocket at the
 * hub's origin, below `/overlay/`. False while the hub is not running.
 */
export function isOverlayUrl(raw: unknown, hub: string | null): boolean {
  if (hub === null || typeof raw !== 'string' || raw.length > MAX_LENGTH || !URL.canParse(raw)) return false;
  const url = new URL(raw);
  const origin = url.origin.replace(/^ws:/, 'http:');
  return origin === hub && url.pathname.startsWith('/overlay/') && url.username === '' && url.password === '';
}

function isOwn(url: URL): boolean {
  // Outside Electron the `origin` of an unregistered scheme is 'null', so compare protocol and host.
  return `${url.protocol}//${url.host}` === APP_ORIGIN;
}

function hasControlOrSpace(text: string): boolean {
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (code <= 0x20 || (code >= 0x7f && code <= 0xa0) || code === 0x2028 || code === 0x2029) return true;
  }
  return text.includes('\\');
}
