import type { Period } from '../contract/season.ts';
import type { GameState } from '../game/state.ts';
import { type PeriodKind, periodAround } from '../season/period.ts';

/** The time and time zone by which a day, a week and a month are found. */
export interface PeriodClock {
  now(): number;
  zone: string;
}

/**
 * Finds the day, week or month that a page shows. It contains whole shows, by the start of their sessions, as the Data
 * Report does. The open show stays in the day on which it began, so that no number drops to zero at midnight.
 */
export class Periods {
  readonly #clock: PeriodClock;
  /** Caches the period of a kind and zone, because this runs at each change of the show. */
  readonly #known = new Map<string, Period>();

  constructor(clock: PeriodClock) {
    this.#clock = clock;
  }

  /** Returns the period that contains the start of the open show, or else the present. `zone` '' is the machine's own. */
  of(kind: PeriodKind, zone: string, { startedAt }: GameState): Period {
    const at = startedAt > 0 ? startedAt : this.#clock.now();
    const key = `${kind} ${zone}`;
    const known = this.#known.get(key);
    if (known !== undefined && at >= known.from && at < known.until) return known;
    const period = periodAround(kind, at, zone === '' ? this.#clock.zone : zone);
    this.#known.set(key, period);
    return period;
  }
}
