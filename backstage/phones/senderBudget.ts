import type { Rate } from '../sockets/throttledSocket.ts';

/** Maximum number of senders that are remembered; the oldest is forgotten first. */
const MOST_SENDERS = 1000;

/** A token bucket for each sender. */
export class SenderBudget {
  readonly #rate: Rate;
  readonly #now: () => number;
  readonly #senders = new Map<string, { tokens: number; at: number }>();

  /** `now` returns ms of a steady clock. */
  constructor(rate: Rate, now: () => number = () => performance.now()) {
    this.#rate = rate;
    this.#now = now;
  }

  /** Takes one token of a sender. Returns 0, or the seconds until there is one. */
  take(sender: string): number {
    const { burst, perSecond } = this.#rate;
    const now = this.#now();
    const known = this.#senders.get(sender) ?? { tokens: burst, at: now };
    const tokens = Math.min(burst, known.tokens + ((now - known.at) / 1000) * perSecond);
    const granted = tokens >= 1;
    this.#senders.delete(sender);
    this.#senders.set(sender, { tokens: granted ? tokens - 1 : tokens, at: now });
    const [oldest] = this.#senders.keys();
    if (this.#senders.size > MOST_SENDERS && oldest !== undefined) this.#senders.delete(oldest);
    return granted ? 0 : (1 - tokens) / perSecond;
  }
}
