import { isIP, type LookupFunction } from 'node:net';
import type { Agent } from 'undici';
import { type Outbound, unguarded, urlOf } from '#backstage/sources/outbound.ts';
import { wsSocketWith } from '#backstage/sources/socket.ts';
import { type Problem, RingsideError } from '#shared/contract/error.ts';
import type { OpenSocket } from '#shared/live/socket.ts';
import { Buckets } from '../limits/buckets.ts';
import { isPublicAddress } from './publicAddress.ts';
import { lookupByDns } from './resolve.ts';

/** The largest answer (bytes), and how long connecting, its headers and a pause in its body may take (ms). */
const LARGEST_ANSWER = 4 * 1024 * 1024;
const SLOWEST_PART = 15_000;
/** An answer as a whole (ms). */
const SLOWEST_ANSWER = 30_000;

export interface GuardOptions {
  /** Hosts that the operator allows, as `host` or `host:port`; their addresses are not checked. */
  allowedHosts: readonly string[];
  /** Requests and sockets of one account in a minute; half of them may come at once. */
  perMinute: number;
  now(): number;
  /** Resolves the names of hosts that are not allowed; DNS servers if left out. */
  lookup?: LookupFunction;
}

/**
 * Guards what backstages of a server for many hosts ask of other machines. A host that the operator did not allow is
 * asked only at a public address, which is checked as the connection is made, so that a name cannot lead elsewhere
 * between the check and the connection. Redirects are not followed. A sign-in goes to allowed hosts alone.
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

  /** What the backstage of one account asks with. */
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

  /** Ends the requests that are under way: their backstages are closed. */
  async close(): Promise<void> {
    await (await this.#agent)?.destroy();
  }

  #problemOf(account: string, url: URL, withSignIn: boolean): Problem | null {
    const isAllowed = this.#allowed.has(url.host);
    const name = url.hostname.replace(/^\[|\]$/g, '');
    // A literal address is connected to without any look-up, so it is checked here.
    const isBarred = (isIP(name) !== 0 && !isPublicAddress(name)) || withSignIn;
    if (!isAllowed && isBarred) return notAllowed(url.host);
    const wait = this.#buckets.take(account);
    return wait > 0 ? { code: 'room.rateLimited', params: { seconds: Math.ceil(wait) } } : null;
  }

  /** Loaded when it is needed: most servers are asked for nothing but the platform. */
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
      // `fetch` wraps what the look-up refused.
      throw error instanceof Error && error.cause instanceof RingsideError ? error.cause : error;
    }
  }
}

/** What a backstage of a visitor asks with: nothing. */
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

/** Resolves as `lookup` does, and fails when any of a name's addresses is not public. */
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
