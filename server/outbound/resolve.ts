import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';

export interface ResolveOptions {
  /** DNS servers as `address:port`. Defaults to those of the operating system. */
  servers?: readonly string[];
  /** The timeout of the first try (ms). c-ares uses a longer one for each further try. */
  timeoutMs?: number;
  tries?: number;
}

/** Names of this machine by RFC 6761, which need no DNS server. */
const LOCALHOST = /(?:^|\.)localhost\.?$/i;

/**
 * Returns a look-up for host names that accounts choose. It asks DNS servers through c-ares. `dns.lookup` would block
 * one of libuv's four threads for each unresponsive name server, and with them the file operations of the process. The
 * hosts file is not read. Each look-up has its own resolver, so none waits for another one.
 */
export function lookupByDns({ servers, timeoutMs = 2500, tries = 2 }: ResolveOptions = {}): LookupFunction {
  const addressesOf = async (hostname: string, family: 4 | 6): Promise<Address[]> => {
    if (LOCALHOST.test(hostname)) return [{ address: family === 4 ? '127.0.0.1' : '::1', family }];
    const resolver = new Resolver({ timeout: timeoutMs, tries });
    if (servers !== undefined) resolver.setServers(servers);
    const found = await (family === 4 ? resolver.resolve4(hostname) : resolver.resolve6(hostname));
    return found.map((address) => ({ address, family }));
  };
  return (hostname, { all = false, family = 0 }, callback) => {
    const families = FAMILIES.filter((each) => wants(family, each));
    void Promise.allSettled(families.map((each) => addressesOf(hostname, each))).then((results) => {
      const found = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
      const [first] = found;
      if (first === undefined) callback(failureOf(hostname, results), '');
      else if (all) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
}

interface Address {
  address: string;
  family: 4 | 6;
}

const FAMILIES = [4, 6] as const;

const wants = (family: number | string, each: 4 | 6): boolean =>
  family === 0 || family === each || family === `IPv${each}`;

function failureOf(hostname: string, results: readonly PromiseSettledResult<unknown>[]): Error {
  const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  const error = reasons.find((reason) => reason instanceof Error);
  return error ?? new Error(`no address of ${hostname} was found`);
}
