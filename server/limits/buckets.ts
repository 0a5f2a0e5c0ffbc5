/**
 * A map with a maximum size. When it is full, setting an entry removes only the oldest one, so that nobody can empty
 * the map by filling it. Setting a key again makes its entry the newest; reading does not.
 */
export class BoundedMap<K, V> {
  readonly #most: number;
  readonly #entries = new Map<K, V>();

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#entries.size;
  }

  has(key: K): boolean {
    return this.#entries.has(key);
  }

  get(key: K): V | undefined {
    return this.#entries.get(key);
  }

  set(key: K, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#most) return;
    const oldest = this.#entries.keys().next();
    if (oldest.done !== true) this.#entries.delete(oldest.value);
  }

  delete(key: K): void {
    this.#entries.delete(key);
  }

  /** Removes the entries whose value matches. */
  deleteWhere(matches: (value: V) => boolean): void {
    for (const [key, value] of this.#entries) if (matches(value)) this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }
}

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
