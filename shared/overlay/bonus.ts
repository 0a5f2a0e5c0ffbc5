import type { LedgerRow } from '../contract/ledger.ts';
import type { OverlayState } from '../contract/overlay/state.ts';
import type { OptionsOf, WidgetOptions } from '../contract/overlay/widget.ts';
import type { Countdown } from '../contract/round.ts';
import type { Round } from '../game/round/view.ts';
import type { LedgerDelta } from './roundTallies.ts';

/** The rule and the run of a time bonus. */
export type BonusSpec = Pick<
  OptionsOf<'timeBonus'>,
  | 'start'
  | 'run'
  | 'seconds'
  | 'diamonds'
  | 'addSeconds'
  | 'gift'
  | 'giftSeconds'
  | 'maxPerGift'
  | 'maxSeconds'
>;

/** The rule and the run of a time bonus widget; null for other widgets. */
export function bonusOf(options: WidgetOptions): BonusSpec | null {
  if (options.kind !== 'timeBonus') return null;
  const { start, run, seconds, diamonds, addSeconds, gift, giftSeconds, maxPerGift, maxSeconds } = options;
  return { start, run, seconds, diamonds, addSeconds, gift, giftSeconds, maxPerGift, maxSeconds };
}

/** The key of a time bonus in the section `bonus`. */
export function bonusKey({ start, run, gift, ...rule }: BonusSpec): string {
  const runs = start === 'host' && run !== null ? `${run.since}-${run.until ?? ''}` : '';
  const { seconds, diamonds, addSeconds, giftSeconds, maxPerGift, maxSeconds } = rule;
  const numbers = [seconds, diamonds, addSeconds, giftSeconds, maxPerGift, maxSeconds];
  return `${start} ${runs} ${numbers.join()} ${gift?.ids.join('+') ?? ''}`;
}

const SECOND = 1000;

/** The fields of a ledger row that a time bonus depends on. */
export type BonusRow = Pick<
  LedgerRow,
  'rowId' | 'at' | 'giftId' | 'count' | 'diamonds' | 'target' | 'round' | 'late'
>;

/** The ms that one combo adds, at most `maxPerGift`. */
function msOfRow({ giftId, count, diamonds }: BonusRow, rule: BonusSpec): number {
  const isNamed = rule.gift?.ids.includes(giftId) === true;
  const ms = isNamed
    ? count * rule.giftSeconds * SECOND
    : Math.floor((diamonds * rule.addSeconds * SECOND) / rule.diamonds);
  return Math.min(rule.maxPerGift * SECOND, ms);
}

/**
 * The ms that combos add to a countdown of `seconds`, at most `maxSeconds`. A combo counts whole if its first piece came
 * before the time was over. So the result depends on the ledger's rows alone, not on the order of a combo's pieces.
 * `rows` are in the order of the ledger; `elapsed` is the running time (ms) until a moment.
 */
export function bonusMs(rows: Iterable<BonusRow>, rule: BonusSpec, elapsed: (at: number) => number): number {
  const most = rule.maxSeconds * SECOND;
  let ms = 0;
  for (const row of rows) {
    if (ms >= most) break;
    if (elapsed(row.at) >= rule.seconds * SECOND + ms) continue;
    ms = Math.min(most, ms + msOfRow(row, rule));
  }
  return ms;
}

/** Reads the rows that began at `from` (ms) or later, in the order of the ledger. */
type ReadSince = (from: number) => readonly BonusRow[];

/** Computes the time bonuses of the open pages from the rows since the earliest start. */
export class Bonuses {
  readonly #readSince: ReadSince;
  #specs: readonly BonusSpec[] = [];
  #from = Number.POSITIVE_INFINITY;
  #rows = new Map<number, BonusRow>();

  constructor(readSince: ReadSince) {
    this.#readSince = readSince;
  }

  setSpecs(specs: readonly BonusSpec[]): void {
    this.#specs = specs;
    if (specs.length > 0) return;
    this.#rows.clear();
    this.#from = Number.POSITIVE_INFINITY;
  }

  /** Applies a batch's changes of the ledger. */
  apply({ rows, growths, moves }: LedgerDelta): void {
    for (const row of rows.values()) if (row.at >= this.#from) this.#rows.set(row.rowId, row);
    for (const { rowId, count, diamonds } of growths.values()) {
      const row = this.#rows.get(rowId);
      if (row === undefined) continue;
      this.#rows.set(rowId, { ...row, count: row.count + count, diamonds: row.diamonds + diamonds });
    }
    for (const { rowId, target, round, late } of moves.values()) {
      const row = this.#rows.get(rowId);
      if (row === undefined) continue;
      this.#rows.set(rowId, { ...row, target, round: round ?? row.round, late: late ?? row.late });
    }
  }

  build(round: Round | null): OverlayState['bonus'] {
    return Object.fromEntries(
      this.#specs.flatMap((spec) => {
        const built = spec.start === 'host' ? this.#ofHost(spec) : this.#ofRound(spec, round);
        return built === null ? [] : [[bonusKey(spec), built] as const];
      }),
    );
  }

  #ofHost(spec: BonusSpec): OverlayState['bonus'][string] | null {
    if (spec.run === null) return null;
    const { since, until } = spec.run;
    const rows = this.#since(since).filter(({ at }) => at >= since && (until === null || at < until));
    const ms = bonusMs(rows, spec, (at) => at - since);
    const stopped = until !== null;
    return made(spec, ms, { ran: stopped ? until - since : 0, since: stopped ? null : since });
  }

  #ofRound(spec: BonusSpec, round: Round | null): OverlayState['bonus'][string] | null {
    const begin = round?.spans[0]?.[0];
    if (round === null || begin === undefined) return null;
    const rows = this.#since(begin).filter((row) => row.round === round.id && row.late !== 'listed');
    const elapsed = (at: number) => {
      let ms = 0;
      for (const [from, until] of round.spans) ms += Math.max(0, Math.min(at, until ?? at) - from);
      return ms;
    };
    return made(spec, bonusMs(rows, spec, elapsed), round.countdown);
  }

  /** The rows from a time that count, at least; others may be among them. */
  #since(from: number): BonusRow[] {
    if (from < this.#from) {
      this.#from = from;
      this.#rows = new Map(this.#readSince(from).map((row) => [row.rowId, row]));
    }
    return [...this.#rows.values()].filter(({ target }) => target !== 'uncounted');
  }
}

function made(
  { seconds }: BonusSpec,
  bonus: number,
  { ran, since }: Pick<Countdown, 'ran' | 'since'>,
): OverlayState['bonus'][string] {
  // A countdown of length 0 has no end.
  return { countdown: { length: Math.max(1, seconds * SECOND + bonus), ran, since }, bonusMs: bonus };
}
