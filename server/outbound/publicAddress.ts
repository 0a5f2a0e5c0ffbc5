import ipaddr from 'ipaddr.js';

/** All public IPv6 addresses are in it; the rest is reserved, or translates to IPv4 in one way or another. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * True for an address of the public internet. Loopback, private, link-local (with the metadata services of clouds),
 * multicast, reserved and translated addresses are not; an IPv4 address inside an IPv6 one counts as the IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_UNICAST)) return false;
  return parsed.range() === 'unicast';
}
