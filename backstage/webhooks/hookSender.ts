import type { Problem } from '#shared/contract/error.ts';
import type { Hook, HookDelivery } from '#shared/contract/webhooks.ts';
import { MOST_DELIVERIES } from '#shared/contract/webhooks.ts';
import type { ShowEvent } from '#shared/webhooks/showEvents.ts';
import type { Clock } from '../clock.ts';
import type { Fetch } from '../sources/http.ts';
import type { HookReader } from './hookReader.ts';
import { type Failure, postHook } from './postHook.ts';
import type { Position, Progress, StoredDelivery, StoredHook } from './webhookStore.ts';

/** Times in ms. */
export interface HookTimes {
  /** The wait after the first failure. It doubles with each further one, up to `longest`. */
  first: number;
  longest: number;
  /** The longest wait that a receiver may ask for. */
  longestAsked: number;
  /** The time between two deliveries. */
  apart: number;
  /** The time after which an event is not sent any more. */
  kept: number;
  /** The wait after new inputs, so that a busy show is read in batches. */
  settle: number;
  /** How long a receiver may take to answer. */
  answer: number;
}

export const ordinaryTimes: HookTimes = {
  first: 1000,
  longest: 5 * 60_000,
  longestAsked: 3_600_000,
  apart: 50,
  kept: 3 * 24 * 3_600_000,
  settle: 100,
  answer: 15_000,
};

/** After this many attempts, an event that the receiver cannot read is dropped. */
const MOST_UNREADABLE = 3;

export interface SenderOptions {
  clock: Clock;
  random: () => number;
  fetch: Fetch;
  times: HookTimes;
  reader: HookReader;
  /** The settings of the webhook now; null if it was deleted. */
  hook(): StoredHook | null;
  /** Whether anything may be sent now. */
  mayRun(): boolean;
  /** Called when the position, a delivery or the waiting event has changed. */
  changed(): void;
  /** Called when only the position has changed. */
  moved(): void;
  /** Called when the receiver wants nothing more. */
  gone(): void;
  log(message: string, error?: unknown): void;
}

/** Sends the events of one webhook, one after another, and retries each one until the receiver has it. */
export class HookSender {
  readonly #options: SenderOptions;
  readonly #closing = new AbortController();
  #position: Position;
  #deliveries: readonly StoredDelivery[];
  #waiting: Hook['waiting'] = null;
  #running: Promise<void> | null = null;
  /** There may be inputs that the current run has not seen. */
  #isBehind = false;
  #wake: () => void = () => {};
  /** Cancels the timer that starts the next run. */
  #cancel: (() => void) | null = null;

  constructor(options: SenderOptions, { position, deliveries }: Omit<Progress, 'id'>) {
    this.#options = options;
    this.#position = position;
    this.#deliveries = deliveries;
  }

  get progress(): Omit<Progress, 'id'> {
    return { position: this.#position, deliveries: [...this.#deliveries] };
  }

  get waiting(): Hook['waiting'] {
    return this.#waiting;
  }

  /** Notes that there may be new inputs. */
  touch(): void {
    this.#isBehind = this.#running !== null;
    if (this.#isBehind || this.#cancel !== null || this.#closing.signal.aborted) return;
    const { clock, times } = this.#options;
    this.#cancel = clock.after(times.settle, () => {
      this.#cancel = null;
      this.#running = this.#run()
        .catch((error: unknown) => this.#options.log('events could not be sent', error))
        .finally(() => {
          this.#running = null;
          if (this.#isBehind) this.touch();
        });
    });
  }

  /** Tries the waiting event now, or takes new settings into account. */
  retry(): void {
    this.#wake();
    this.touch();
  }

  /** Sends a message once, outside of the order. */
  async sendOnce(id: string, type: HookDelivery['type'], body: StoredDelivery['body'] | { type: 'test' }) {
    const hook = this.#options.hook();
    const failure = hook === null ? null : await this.#post(hook, id, JSON.stringify(body));
    const earlier = this.#deliveries.find((each) => each.id === id);
    return this.#note({
      id,
      type,
      attempts: (earlier?.attempts ?? 0) + 1,
      problem: failure?.problem ?? null,
      ...(body?.type !== 'test' && body !== undefined && { body }),
    });
  }

  delivery(id: string): StoredDelivery | undefined {
    return this.#deliveries.find((each) => each.id === id);
  }

  /** Cancels the current attempt. The event is sent again after the next start. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#cancel?.();
    this.#wake();
    await this.#running;
    this.#options.reader.close();
  }

  get #stops(): boolean {
    return this.#closing.signal.aborted || !this.#options.mayRun() || this.#options.hook()?.on !== true;
  }

  async #run(): Promise<void> {
    const { reader, clock, times, changed, moved } = this.#options;
    while (!this.#stops) {
      if (!(await reader.prepare())) {
        await this.#sleep(times.longest);
        continue;
      }
      const hook = this.#options.hook();
      const read = hook === null ? null : reader.next(hook);
      if (read === null) return;
      for (const event of read.events) {
        if (!this.#isWanted(event)) continue;
        if (!(await this.#deliver(event))) return;
        this.#position = { showId: read.position.showId, seq: event.seq, index: event.index };
        changed();
        await this.#sleep(times.apart);
      }
      this.#position = read.position;
      moved();
      // Let other work run between two pages of inputs.
      await new Promise<void>((resolve) => void clock.after(0, resolve));
    }
  }

  #isWanted({ type, at }: ShowEvent): boolean {
    const { clock, times } = this.#options;
    return this.#options.hook()?.events.includes(type) === true && clock.now() - at < times.kept;
  }

  /** Sends an event until the receiver has it or it cannot be sent. Returns false if the sender stops before that. */
  async #deliver(event: ShowEvent): Promise<boolean> {
    const { clock, changed, gone } = this.#options;
    const { id, type, body } = event;
    const text = JSON.stringify(body);
    const since = clock.now();
    for (let attempts = 1; ; attempts += 1) {
      const hook = this.#options.hook();
      if (this.#stops || hook === null) return false;
      const failure = await this.#post(hook, id, text);
      if (this.#closing.signal.aborted) return false;
      const isOver =
        failure === null || (failure.unreadable && attempts >= MOST_UNREADABLE) || !this.#isWanted(event);
      if (isOver) {
        this.#waiting = null;
        this.#note({ id, type, attempts, problem: failure?.problem ?? null, body });
        return true;
      }
      if (failure.gone) {
        gone();
        this.#note({ id, type, attempts, problem: failure.problem, body });
        return false;
      }
      const next = clock.now() + this.#backOff(attempts, failure);
      this.#waiting = { type, since, next, problem: failure.problem };
      changed();
      await this.#sleep(next - clock.now());
    }
  }

  #backOff(attempts: number, failure: NonNullable<Failure>): number {
    const { times, random } = this.#options;
    const asked = Math.min(times.longestAsked, (failure.retryAfter ?? 0) * 1000);
    const usual = Math.min(times.longest, times.first * 2 ** Math.min(attempts - 1, 20));
    // Many hosts may have the same receiver, so spread their attempts.
    return Math.max(asked, usual * (0.8 + 0.4 * random()));
  }

  #post(hook: StoredHook, id: string, body: string): Promise<Failure> {
    const { clock, fetch, times } = this.#options;
    const now = clock.now();
    const { secret, oldSecret } = hook;
    const secrets = oldSecret !== null && oldSecret.until > now ? [secret, oldSecret.secret] : [secret];
    const { signal } = this.#closing;
    return postHook(hook.address, { id, body }, { fetch, secrets, now, signal, timeoutMs: times.answer });
  }

  #note(delivery: Omit<StoredDelivery, 'at' | 'problem'> & { problem: Problem | null }): HookDelivery {
    const noted = { ...delivery, at: this.#options.clock.now() };
    const others = this.#deliveries.filter(({ id }) => id !== noted.id);
    this.#deliveries = [noted, ...others].slice(0, MOST_DELIVERIES);
    this.#options.changed();
    const { body: _, ...shown } = noted;
    return shown;
  }

  async #sleep(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#options.clock.after(Math.max(0, ms), resolve);
    this.#wake = resolve;
    await promise;
    cancel();
    this.#wake = () => {};
  }
}
