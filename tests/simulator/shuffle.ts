import type { Random } from '#backstage/rehearsal/random.ts';
import type { ShowEvent } from '#backstage/rehearsal/show/event.ts';
import type { Faults } from './faults.ts';

interface Held {
  event: ShowEvent;
  /** Number of messages still to be sent before this one. */
  behind: number;
}

/** Applies faults to messages before framing: drops, duplicates, reorders and truncates them. */
export class Shuffle {
  readonly #random: Random;
  readonly #faults: Faults;
  readonly #onLost: (event: ShowEvent) => void;
  readonly #broken = new WeakSet<ShowEvent>();
  #held: Held[] = [];

  constructor(random: Random, faults: Faults, onLost: (event: ShowEvent) => void) {
    this.#random = random;
    this.#faults = faults;
    this.#onLost = onLost;
  }

  /** Returns the messages to frame now. `finished` releases all delayed messages too. */
  apply(events: readonly ShowEvent[], finished: boolean): ShowEvent[] {
    const result: ShowEvent[] = [];
    for (const event of events) {
      const passed = this.#spoil(event);
      if (passed === undefined) continue;
      if (this.#happens('duplicate')) this.#hold(passed, 40);
      if (this.#happens('reorder')) this.#hold(passed, 10);
      else result.push(passed);
      this.#release(result, false);
    }
    if (finished) this.#release(result, true);
    return result;
  }

  /** Whether the message was truncated, so that no client can have decoded it. */
  isBroken(event: ShowEvent): boolean {
    return this.#broken.has(event);
  }

  /** Records all delayed messages as lost, because the run ends before they are sent. */
  abandon(): void {
    for (const { event } of this.#held) this.#onLost(event);
    this.#held = [];
  }

  #spoil(event: ShowEvent): ShowEvent | undefined {
    if (event.gift?.end === true && this.#happens('drop-close')) {
      this.#onLost(event);
      return undefined;
    }
    // Half of the truncations affect single messages; `Damage` applies the other half to whole frames.
    if (event.payload.length > 60 && this.#random.chance((this.#faults.truncated ?? 0) / 2)) {
      this.#onLost(event);
      const broken = breakOff(event, this.#random);
      this.#broken.add(broken);
      return broken;
    }
    return event;
  }

  #hold(event: ShowEvent, most: number): void {
    this.#held.push({ event, behind: this.#random.int(1, most) });
  }

  #release(result: ShowEvent[], all: boolean): void {
    const still: Held[] = [];
    for (const held of this.#held) {
      held.behind--;
      if (all || held.behind <= 0) result.push(held.event);
      else still.push(held);
    }
    this.#held = still;
  }

  #happens(fault: 'duplicate' | 'reorder' | 'drop-close'): boolean {
    return this.#random.chance(this.#faults[fault] ?? 0);
  }
}

/** Truncates a message inside its first field, so that no decoder can accept it as complete. */
function breakOff(event: ShowEvent, random: Random): ShowEvent {
  const payload = event.payload.slice(0, random.int(5, 20));
  return { at: event.at, method: event.method, msgId: event.msgId, payload };
}
