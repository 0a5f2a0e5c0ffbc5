import ipaddr from 'ipaddr.js';

/** Contains all public IPv6 addresses. The rest is reserved, or translates to IPv4. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address belongs to the public internet. Loopback, private, link-local (cloud metadata), multicast,
 * reserved and translated addresses do not. An IPv4 address inside an IPv6 address counts as IPv4.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_UNICAST)) return false;
  return parsed.range() === 'unicast';
}
