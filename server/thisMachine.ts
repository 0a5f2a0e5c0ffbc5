import type { IncomingMessage } from 'node:http';

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
