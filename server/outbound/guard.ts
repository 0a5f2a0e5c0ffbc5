import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Agent } from 'undici';
import { type Outbound, unguarded, urlOf } from '#backstage/sources/outbound.ts';
import { wsSocketWith } from '#backstage/sources/socket.ts';
import { type Problem, RingsideError } from '#shared/contract/error.ts';
import type { OpenSocket } from '#shared/live/source.ts';
import { Buckets } from '../limits/buckets.ts';

/** The largest response (bytes), and the timeout (ms) of connecting, of the headers and of a pause in the body. */
const LARGEST_ANSWER = 4 * 1024 * 1024;
const SLOWEST_PART = 15_000;
/** The timeout of a whole response (ms). */
const SLOWEST_ANSWER = 30_000;

interface GuardOptions {
  /** Hosts, as `host` or `host:port`, that the operator allows. Their addresses are not checked. */
  allowedHosts: readonly string[];
  /** Maximum number of requests and sockets of one account in a minute; half of them may come at once. */
  perMinute: number;
  now(): number;
  /** Resolves the names of other hosts. Defaults to DNS servers. */
  lookup?: LookupFunction;
}

interface ResolveOptions {
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

/**
 * Protects the server's network from requests that accounts cause (SSRF). A host that the operator did not allow must
 * have a public address. The address is checked when the connection is made, so DNS cannot change it in between.
 * Redirects are not followed. Credentials are sent to allowed hosts only.
 */
export class OutboundGuard {
  readonly #allowed: ReadonlySet<string>;
  readonly #buckets: Buckets;
  readonly #lookup: LookupFunction;
  #agent: Promise<Agent> | null = null;
  readonly #openChecked: OpenSocket;

  constructor({ allowedHosts, perMinute, now, lookup = lookupByDns() }: GuardOptions) {
    this.#allowed = new Set(allowedHosts.map((host) => host.toLowerCase()));
    this.#buckets = new Buckets({ burst: Math.ceil(perMinute / 2), perSecond: perMinute / 60 }, now);
    this.#lookup = publicOnly(lookup);
    this.#openChecked = wsSocketWith({ lookup: this.#lookup });
  }

  /** Returns the outgoing connections of one account's backstage. */
  of(account: string): Outbound {
    return {
      fetch: async (input, init) => {
        const url = new URL(urlOf(input));
        const problem = this.#problemOf(account, url, new Headers(init?.headers).has('authorization'));
        if (problem !== null) throw RingsideError.of(problem);
        return await this.#fetch(url, init);
      },
      openSocket: (opening, events) => {
        const url = new URL(opening.url);
        const problem = this.#problemOf(account, url, 'Authorization' in opening.headers);
        if (problem !== null) {
          setImmediate(() => events.onEnd({ kind: 'barred', problem }));
          return { send: () => {}, close: () => {} };
        }
        const open = this.#allowed.has(url.host) ? unguarded.openSocket : this.#openChecked;
        return open(opening, events);
      },
    };
  }

  /** Aborts requests under way. Call it after all backstages are closed. */
  async close(): Promise<void> {
    await (await this.#agent)?.destroy();
  }

  #problemOf(account: string, url: URL, withSignIn: boolean): Problem | null {
    const isAllowed = this.#allowed.has(url.host);
    const name = url.hostname.replace(/^\[|\]$/g, '');
    // Check a literal IP address here, because it is connected to without a look-up.
    const isBarred = (isIP(name) !== 0 && !isPublicAddress(name)) || withSignIn;
    if (!isAllowed && isBarred) return notAllowed(url.host);
    const wait = this.#buckets.take(account);
    return wait > 0 ? { code: 'room.rateLimited', params: { seconds: Math.ceil(wait) } } : null;
  }

  /** Imported on demand: most servers connect to the platform only. */
  #checkedAgent(): Promise<Agent> {
    this.#agent ??= import('undici').then(
      ({ Agent }) =>
        new Agent({
          connect: { lookup: this.#lookup, timeout: SLOWEST_PART },
          headersTimeout: SLOWEST_PART,
          bodyTimeout: SLOWEST_PART,
          maxResponseSize: LARGEST_ANSWER,
        }),
    );
    return this.#agent;
  }

  async #fetch(url: URL, init: RequestInit = {}): Promise<Response> {
    const limit = AbortSignal.timeout(SLOWEST_ANSWER);
    const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
    try {
      const dispatcher = this.#allowed.has(url.host) ? {} : { dispatcher: await this.#checkedAgent() };
      return await fetch(url, { ...init, ...dispatcher, signal, redirect: 'manual' });
    } catch (error) {
      // `fetch` wraps the look-up's error.
      throw error instanceof Error && error.cause instanceof RingsideError ? error.cause : error;
    }
  }
}

/** The outgoing connections of a visitor's backstage: none. */
export const noOutbound: Outbound = {
  fetch: async (input) => {
    throw RingsideError.of(notAllowed(new URL(urlOf(input)).host));
  },
  openSocket: (opening, events) => {
    const problem = notAllowed(new URL(opening.url).host);
    setImmediate(() => events.onEnd({ kind: 'barred', problem }));
    return { send: () => {}, close: () => {} };
  },
};

const notAllowed = (host: string): Problem => ({ code: 'room.hostNotAllowed', params: { host } });

/** Wraps `lookup`: fails if any address of a name is not public. */
export function publicOnly(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, address, family) => {
      if (error !== null) return callback(error, address, family);
      const found = typeof address === 'string' ? [address] : address.map((each) => each.address);
      if (found.length > 0 && found.every(isPublicAddress)) return callback(null, address, family);
      const refusal: NodeJS.ErrnoException = RingsideError.of(notAllowed(hostname));
      callback(refusal, '');
    });
  };
}

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
