import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/**
 * The names by which the server may be addressed. Requests from pages of other sites are refused: `Origin` reveals a
 * page on its own origin, and `Host` reveals DNS rebinding.
 */
export interface Trust {
  /** The host (with port) of PUBLIC_URL, or null. */
  publicHost: string | null;
  /** The value of HOST. */
  listenHost: string;
}

/** Whether the Host header is an IP address, localhost or a configured name. */
export function isTrustedHost(host: string | undefined, trust: Trust): boolean {
  if (host === undefined || host.length > 255) return false;
  const lower = host.toLowerCase();
  if (trust.publicHost !== null && lower === trust.publicHost) return true;
  const match = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9.-]+))(?::\d{1,5})?$/.exec(lower);
  const name = match?.[1] ?? match?.[2];
  if (name === undefined) return false;
  // DNS rebinding needs a name: allow every IP address, but known names only.
  return isIP(name) !== 0 || name === 'localhost' || name === trust.listenHost.toLowerCase();
}

/** Whether the Origin is this server, under the name in the Host header. */
export function isTrustedOrigin(origin: string | undefined, host: string | undefined, trust: Trust): boolean {
  if (origin === undefined || host === undefined || !isTrustedHost(host, trust)) return false;
  const url = URL.canParse(origin) ? new URL(origin) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return false;
  return url.host === host.toLowerCase().replace(url.protocol === 'https:' ? /:443$/ : /:80$/, '');
}

/** The parts of a request that identify its sender. */
export type Sender = Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } };

/**
 * Whether a request comes from this machine. A request with proxy headers does not: a local proxy forwards requests of
 * others.
 */
export function comesFromThisMachine({ headers, socket }: Sender): boolean {
  const forwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => name in headers);
  return !forwarded && /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/.test(socket.remoteAddress ?? '');
}

/**
 * Returns the sender's address of a raw request, as Fastify does with `trustProxy`. Each trusted proxy has appended
 * the address of its client to X-Forwarded-For.
 */
export function addressOf({ headers, socket }: Sender, trustedProxies: number): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  const chain = forwarded.map((address) => address.trim()).filter((address) => address !== '');
  const addresses = [socket.remoteAddress ?? '', ...chain.reverse()];
  return addresses[Math.min(trustedProxies, addresses.length - 1)] ?? '';
}
