import { timingSafeEqual } from 'node:crypto';
import { hash, newSecret } from './phoneStore.ts';

/** How long a pairing code is valid (ms). */
export const CODE_MS = 5 * 60_000;
/** After this many wrong codes, the valid one expires as well. */
const MOST_WRONG = 20;

/** The one pairing code that is valid at a time. It is kept as a hash, expires, and works once. */
export class PairingCode {
  readonly #now: () => number;
  #current: { digest: Buffer; until: number; wrong: number } | null = null;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether there is a valid code. */
  get isValid(): boolean {
    return this.#current !== null && this.#now() < this.#current.until;
  }

  /** Makes a new code. The last one becomes invalid. */
  make(): { code: string; until: number } {
    const code = newSecret();
    const until = this.#now() + CODE_MS;
    this.#current = { digest: hash(code), until, wrong: 0 };
    return { code, until };
  }

  withdraw(): void {
    this.#current = null;
  }

  /** Uses up the code. Returns false for a wrong, used or expired code. */
  take(code: string): boolean {
    const current = this.#current;
    if (current === null || !this.isValid) return false;
    if (timingSafeEqual(hash(code), current.digest)) {
      this.#current = null;
      return true;
    }
    current.wrong += 1;
    if (current.wrong >= MOST_WRONG) this.#current = null;
    return false;
  }
}
