/**
 * Chromium does not support the `app:` scheme. A page at `app://ringside/tool` is loaded from
 * `https://ringside.app.stand-in.invalid/tool`, whose requests the stand-in answers. The main process sees only the
 * first form, pages only the second.
 */
const suffix = '.stand-in.invalid';

export function toPageUrl(raw: string, schemes: ReadonlySet<string>): string {
  const match = /^([a-z]+):\/\/([^/?#]*)(.*)$/.exec(raw);
  if (match === null) return raw;
  const [, scheme = '', host = '', rest = ''] = match;
  return schemes.has(scheme) ? `https://${host}.${scheme}${suffix}${rest === '' ? '/' : rest}` : raw;
}

export function fromPageUrl(raw: string): string {
  if (!URL.canParse(raw)) return raw;
  const url = new URL(raw);
  if (url.protocol !== 'https:' || !url.hostname.endsWith(suffix)) return raw;
  const [host = '', scheme = ''] = url.hostname.slice(0, -suffix.length).split('.');
  return `${scheme}://${host}${url.pathname}${url.search}${url.hash}`;
}

/** Replaces the app's scheme in a content security policy. */
export function toPagePolicy(policy: string): string {
  return policy.replaceAll(/(?<=\s)app:(?=[\s;,]|$)/g, `https://*.app${suffix}`);
}
