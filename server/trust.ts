import { isIP } from 'node:net';

/**
 * Who may talk to the server. A page of another site must neither read nor steer a show, whether it calls
 * from its own origin (then Origin gives it away) or through a name that it made point here (then Host does).
 */
export interface Trust {
  /** The host of PUBLIC_URL (with its port, if any), or null. */
  publicHost: string | null;
  /** The name that the server was told to listen on. */
  listenHost: string;
}

/** True when the Host header names this server by an address, as localhost, or by a configured name. */
export function isTrustedHost(host: string | undefined, trust: Trust): boolean {
  if (host === undefined || host.length > 255) return false;
  const lower = host.toLowerCase();
  if (trust.publicHost !== null && lower === trust.publicHost) return true;
  const match = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9.-]+))(?::\d{1,5})?$/.exec(lower);
  const name = match?.[1] ?? match?.[2];
  if (name === undefined) return false;
  // An address cannot be rebound to another machine, a name can: so names must be known.
  return isIP(name) !== 0 || name === 'localhost' || name === trust.listenHost.toLowerCase();
}

/** True when the Origin is the very page that this server serves under that Host. */
export function isTrustedOrigin(origin: string | undefined, host: string | undefined, trust: Trust): boolean {
  if (origin === undefined || host === undefined || !isTrustedHost(host, trust)) return false;
  const url = URL.canParse(origin) ? new URL(origin) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return false;
  return url.host === host.toLowerCase().replace(url.protocol === 'https:' ? /:443$/ : /:80$/, '');
}
