import type { Limit } from '#shared/contract/api/call.ts';
import { networksOf } from './address.ts';
import { type BucketSize, Buckets } from './buckets.ts';

export interface LimitSizes {
  /** All calls of one sender. */
  sender: BucketSize;
  /** All calls of one account. */
  account: BucketSize;
  /** Stricter limits of certain calls, per sender and per account. */
  strict: Record<Limit, BucketSize>;
}

export const defaultLimits: LimitSizes = {
  sender: { burst: 300, perSecond: 50 },
  account: { burst: 200, perSecond: 40 },
  strict: {
    secret: { burst: 20, perSecond: 1 / 5 },
    mail: { burst: 10, perSecond: 1 / 60 },
    heavy: { burst: 5, perSecond: 1 / 20 },
  },
};

/** Rate limits of senders and accounts. Each method returns 0 or the seconds to wait. */
export interface RateLimits {
  ofSender(ip: string, strict: Limit | null): number;
  ofAccount(userId: number, strict: Limit | null): number;
}

/** The factor of the limit of a /64, a /56 and a /48. */
const NETWORK_SHARES = [1, 4, 16] as const;

/** Buckets by sender: the /64, the /56 and the /48 of an IPv6 address each have a limit. */
class SenderBuckets {
  readonly #layers: Buckets[];

  constructor({ burst, perSecond }: BucketSize, now: () => number) {
    this.#layers = NETWORK_SHARES.map(
      (share) => new Buckets({ burst: burst * share, perSecond: perSecond * share }, now),
    );
  }

  /** Takes one token from every layer up to the first that has none. Returns the seconds to wait. */
  take(ip: string): number {
    for (const [index, network] of networksOf(ip).entries()) {
      const wait = this.#layers[index]?.take(network) ?? 0;
      if (wait > 0) return wait;
    }
    return 0;
  }
}

/** Creates the rate limits of a server. `now` returns ms since 1970. */
export function createRateLimits(sizes: LimitSizes, now: () => number): RateLimits {
  const senders = new SenderBuckets(sizes.sender, now);
  const accounts = new Buckets(sizes.account, now);
  const strictOf = <T>(make: (size: BucketSize) => T): Record<Limit, T> => ({
    secret: make(sizes.strict.secret),
    mail: make(sizes.strict.mail),
    heavy: make(sizes.strict.heavy),
  });
  const strictBySender = strictOf((size) => new SenderBuckets(size, now));
  const strictByAccount = strictOf((size) => new Buckets(size, now));
  return {
    ofSender: (ip, limit) => {
      const wait = senders.take(ip);
      return wait > 0 || limit === null ? wait : strictBySender[limit].take(ip);
    },
    ofAccount: (userId, limit) => {
      const wait = accounts.take(String(userId));
      return wait > 0 || limit === null ? wait : strictByAccount[limit].take(String(userId));
    },
  };
}
