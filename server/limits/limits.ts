import type { Limit } from '#shared/contract/api/call.ts';
import { senderOf } from './address.ts';
import { type BucketSize, Buckets } from './buckets.ts';

export interface LimitSizes {
  /** Everything from one sender. */
  sender: BucketSize;
  /** Everything of one account. */
  account: BucketSize;
  /** The stricter ones, each for one sender and for one account. */
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

/** How much one sender and one account may ask for. Each answer is 0 or the seconds to wait. */
export interface RateLimits {
  ofSender(ip: string, strict: Limit | null): number;
  ofAccount(userId: number, strict: Limit | null): number;
}

export function createRateLimits(sizes: LimitSizes, now: () => number): RateLimits {
  const senders = new Buckets(sizes.sender, now);
  const accounts = new Buckets(sizes.account, now);
  const strict = {
    secret: new Buckets(sizes.strict.secret, now),
    mail: new Buckets(sizes.strict.mail, now),
    heavy: new Buckets(sizes.strict.heavy, now),
  };
  const take = (general: Buckets, key: string, limit: Limit | null) => {
    const wait = general.take(key);
    return wait > 0 || limit === null ? wait : strict[limit].take(key);
  };
  return {
    ofSender: (ip, limit) => take(senders, `ip ${senderOf(ip)}`, limit),
    ofAccount: (userId, limit) => take(accounts, `account ${userId}`, limit),
  };
}
