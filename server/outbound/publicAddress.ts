import ipaddr from 'ipaddr.js';

/**
 * True for an address of the public internet. Loopback, private, link-local (with the metadata services of clouds),
 * multicast, reserved and translated addresses are not; an IPv4 address inside an IPv6 one counts as the IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  return ipaddr.process(address).range() === 'unicast';
}
