/**
 * The system's Chromium knows no `app:` scheme, so a page at `app://ringside/tool` is loaded from
 * `https://ringside.app.stand-in.invalid/tool`, where every request is answered by the stand-in. The main
 * process never sees the second form, a page never the first.
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

/** A content policy that names the app's scheme, as Chromium has to read it. */
export function toPagePolicy(policy: string): string {
  return policy.replaceAll(/(?<=\s)app:(?=[\s;,]|$)/g, `https://*.app${suffix}`);
}
