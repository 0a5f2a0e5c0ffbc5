import type { IncomingMessage } from 'node:http';

/** What is needed to tell where a request comes from. */
export type Sender = Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } };

/** True when whoever asks sits at this machine. A proxy on it names those for whom it asks. */
export function comesFromThisMachine({ headers, socket }: Sender): boolean {
  const forwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => name in headers);
  return !forwarded && /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/.test(socket.remoteAddress ?? '');
}

/**
 * The address of whoever sent a request, for one that Fastify does not see. `trustedProxies` of them stand before the
 * server, and each has added the address that it was asked from to the end of X-Forwarded-For.
 */
export function addressOf({ headers, socket }: Sender, trustedProxies: number): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  const chain = forwarded.map((address) => address.trim()).filter((address) => address !== '');
  const addresses = [socket.remoteAddress ?? '', ...chain.reverse()];
  return addresses[Math.min(trustedProxies, addresses.length - 1)] ?? '';
}
