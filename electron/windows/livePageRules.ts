import { isThisMachine } from '#backstage/sources/wire.ts';

/**
 * The user agent of a room page: the session's own without the words that name Electron and the app. Like Chrome's, it
 * has only the major version.
 */
export function platformUserAgent(userAgent: string): string {
  return userAgent
    .split(' ')
    .filter((word) => !/^(?:electron|ringside)(?:\/|$)/i.test(word))
    .map((word) => word.replace(/^(Chrome\/\d+)\..*/, '$1.0.0.0'))
    .join(' ');
}

/** Whether the main frame of a page of the platform at `webUrl` may show an address. */
export function isPlatformUrl(text: string, webUrl: string): boolean {
  if (!URL.canParse(text)) return false;
  const [url, web] = [new URL(text), new URL(webUrl)];
  if (url.username !== '' || url.password !== '') return false;
  // A platform on this machine is a rehearsal. Other ports of this machine are not part of it.
  if (isThisMachine(web.hostname)) return url.origin === web.origin;
  const isEncrypted = url.protocol === 'https:' || url.protocol === web.protocol;
  const site = web.hostname.replace(/^www\./, '');
  return isEncrypted && /^https?:$/.test(url.protocol) && `.${url.hostname}`.endsWith(`.${site}`);
}

/**
 * Whether a room page may request an address. It reaches no files and, unless the platform itself is there, nothing on
 * this machine or its network: the app's own servers listen there.
 */
export function mayPageRequest(text: string, webUrls: readonly string[]): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.protocol === 'data:' || url.protocol === 'blob:') return true;
  if (!/^(?:https?|wss?):$/.test(url.protocol)) return false;
  const isLocal = isThisMachine(url.hostname) || /(?:^|\.)localhost$/.test(url.hostname);
  if (!isLocal && !isPrivate(url.hostname)) return true;
  return webUrls.some((webUrl) => {
    const web = new URL(webUrl);
    return web.port === url.port && (isLocal ? isThisMachine(web.hostname) : web.hostname === url.hostname);
  });
}

/** Whether a host is an address of a private network. */
function isPrivate(hostname: string): boolean {
  return (
    /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./.test(hostname) ||
    /^\[(?:::|f[cd]|fe[89ab])/i.test(hostname)
  );
}
