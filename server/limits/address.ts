import { isIPv6 } from 'node:net';

/** Returns the groups of an IPv6 address without leading zeros; null for any other text. */
function groupsOf(ip: string): string[] | null {
  if (!isIPv6(ip)) return null;
  const [head = '', tail] = ip.toLowerCase().split('%')[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const middle =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...middle, ...right].map((group) => group.replace(/^0+(?=.)/, ''));
}

/**
 * Returns the networks of a sender, the narrowest first: an IPv4 address, or the /64, /56 and /48 of an IPv6 address.
 * Providers assign one of these three to a customer.
 */
export function networksOf(ip: string): string[] {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return [mapped];
  const groups = groupsOf(ip);
  if (groups === null) return [ip];
  const [one = '0', two = '0', three = '0', four = '0'] = groups;
  const site = [one, two, three].join(':');
  const upperByte = (Number.parseInt(four, 16) >> 8).toString(16);
  return [`${site}:${four}/64`, `${site}:${upperByte}00/56`, `${site}/48`];
}

/** Returns the network that counts as one sender: an IPv4 address, or the /56 that a household has. */
export function householdOf(ip: string): string {
  const [narrowest = ip, household] = networksOf(ip);
  return household ?? narrowest;
}
