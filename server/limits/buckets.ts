import { BoundedMap } from './boundedMap.ts';

export interface BucketSize {
  /** The number of tokens in a full bucket. */
  burst: number;
  /** The number of tokens added each second. */
  perSecond: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

const MAX_KEYS = 50_000;

/** Token buckets by key. Forgets the least recently used ones to bound its memory. */
export class Buckets {
  readonly #size: BucketSize;
  readonly #now: () => number;
  readonly #buckets = new BoundedMap<string, Bucket>(MAX_KEYS);

  constructor(size: BucketSize, now: () => number) {
    this.#size = size;
    this.#now = now;
  }

  /** Takes one token. Returns 0, or the seconds until there is a token. */
  take(key: string): number {
    const now = this.#now();
    const known = this.#buckets.get(key);
    const { burst, perSecond } = this.#size;
    const elapsed = known === undefined ? 0 : Math.max(0, now - known.at) / 1000;
    const tokens = known === undefined ? burst : Math.min(burst, known.tokens + elapsed * perSecond);
    const granted = tokens >= 1;
    this.#buckets.set(key, { tokens: granted ? tokens - 1 : tokens, at: now });
    return granted ? 0 : (1 - tokens) / perSecond;
  }
}
