import type { OverlayState } from '../contract/overlay/state.ts';
import type { OptionsOf, WidgetOptions } from '../contract/overlay/widget.ts';
import type { Period } from '../contract/season.ts';
import type { Tally } from '../contract/snapshot.ts';
import type { Round } from '../game/round/view.ts';
import { totals } from '../game/selectors.ts';
import type { GameState } from '../game/state.ts';
import { countedTally } from '../game/tally.ts';
import type { PastSums } from './allTime.ts';
import { type PeriodClock, Periods } from './periods.ts';

/** What a goal sums up. */
export interface GoalSpec {
  span: OptionsOf<'goal'>['span'];
  /** null for all counted gifts. */
  giftIds: readonly number[] | null;
  /** The time zone of a day and a week; '' for the machine's own. */
  zone: string;
}

/** What a goal widget sums up; null for other widgets. */
export function goalOf(options: WidgetOptions): GoalSpec | null {
  if (options.kind !== 'goal') return null;
  const { measure, span, gift, zone } = options;
  const isPeriod = span === 'day' || span === 'week';
  return { span, giftIds: measure === 'gifts' ? (gift?.ids ?? null) : null, zone: isPeriod ? zone : '' };
}

/** The key of a goal's sums in the section `goals`. */
export function goalKey({ span, giftIds, zone }: GoalSpec): string {
  return `${span} ${giftIds?.join('+') ?? ''} ${zone}`;
}

interface GoalSource {
  state: GameState;
  past: PastSums;
  round: Round | null;
  /** The round's sums by gift id; null while the round is only prepared. */
  roundGifts: ReadonlyMap<number, Tally> | null;
}

/** Sums up what goals count. */
export class Goals {
  readonly #periods: Periods;
  #specs: readonly GoalSpec[] = [];

  constructor(clock: PeriodClock) {
    this.#periods = new Periods(clock);
  }

  setSpecs(specs: readonly GoalSpec[]): void {
    this.#specs = specs;
  }

  build(source: GoalSource): OverlayState['goals'] {
    return Object.fromEntries(this.#specs.map((spec) => [goalKey(spec), this.#sumOf(spec, source)]));
  }

  /** The time at which sums change without a gift; null if there is none. The day of an open show does not end. */
  changeAt(state: GameState): number | null {
    if (state.startedAt > 0) return null;
    const ends = this.#specs.flatMap((spec) => this.#periodOf(spec, state)?.until ?? []);
    return ends.length === 0 ? null : Math.min(...ends);
  }

  #sumOf(spec: GoalSpec, { state, past, round, roundGifts }: GoalSource): Tally {
    const { span, giftIds } = spec;
    if (span === 'round') {
      if (giftIds === null) return countedTally(round?.targets ?? []);
      return sumOf(giftIds.map((id) => roundGifts?.get(id)));
    }
    const show = giftIds === null ? totals(state).counted : sumOf(giftIds.map((id) => state.gifts.get(id)));
    const period = this.#periodOf(spec, state);
    return period === null ? sumOf([show]) : sumOf([show, past.between(period, giftIds)]);
  }

  #periodOf({ span, zone }: GoalSpec, state: GameState): Period | null {
    return span === 'day' || span === 'week' ? this.#periods.of(span, zone, state) : null;
  }
}

function sumOf(tallies: readonly (Tally | undefined)[]): Tally {
  const sum = { count: 0, diamonds: 0, votesTenths: 0 };
  for (const tally of tallies) {
    sum.count += tally?.count ?? 0;
    sum.diamonds += tally?.diamonds ?? 0;
    sum.votesTenths += tally?.votesTenths ?? 0;
  }
  return sum;
}
