import type { OverlayAlert } from '#shared/contract/overlay/state.ts';

/** How long an alert is shown (ms). */
export const ALERT_MS = 5500;
/** Alerts that wait at most. Above it, the one of the least value is only counted. */
const MAX_WAITING = 8;
/** A gift that first arrives at the page this long (ms) after its last piece gets no alert. */
const STALE_MS = 60_000;
/** Gifts up to this long (ms) after the page's opening are taken for earlier ones: its clock is only estimated. */
const OPENING_MS = 2000;
/** Keys that the queue remembers, many times the combos that the hub sends. */
const MAX_KNOWN = 5000;

interface QueuedAlert extends OverlayAlert {
  key: string;
}

export interface ShownAlert extends QueuedAlert {
  /** Number of alerts that were only counted since the alert before. */
  more: number;
}

/**
 * Shows one alert after the other, the most valuable first. Each combo has one alert, which counts up while the combo
 * grows. Gifts from before the page's opening have none, also after a reconnect.
 */
export class AlertQueue {
  /** The combos that have had their alert, oldest first. */
  readonly #known = new Set<string>();
  #waiting: QueuedAlert[] = [];
  #shown: (ShownAlert & { until: number }) | null = null;
  #more = 0;
  #opened = false;

  /** Takes over the alerts of the state. `now` is the hub's time (ms). */
  update(alerts: Readonly<Record<string, OverlayAlert>>, minDiamonds: number, now: number): void {
    const opening = !this.#opened;
    this.#opened = true;
    for (const [row, alert] of Object.entries(alerts)) {
      // Row ids begin again with each show.
      const key = `${row} ${alert.at}`;
      if (this.#known.has(key)) this.#grow({ ...alert, key });
      else if (diamondsOf(alert) >= minDiamonds) {
        this.#remember(key);
        const isOld = opening ? alert.lastAt <= now + OPENING_MS : alert.lastAt < now - STALE_MS;
        if (!isOld) this.#enqueue({ ...alert, key });
      }
    }
  }

  /** The alert to show at `now`, and the ms until that changes. */
  at(now: number): { alert: ShownAlert | null; wait: number } {
    const isOver = this.#shown === null || now >= this.#shown.until || now < this.#shown.until - ALERT_MS;
    if (isOver) {
      const next = mostValuable(this.#waiting);
      this.#waiting = this.#waiting.filter((alert) => alert !== next);
      this.#shown = next === undefined ? null : { ...next, more: this.#more, until: now + ALERT_MS };
      if (next !== undefined) this.#more = 0;
    }
    const shown = this.#shown;
    return { alert: shown, wait: shown === null ? Number.POSITIVE_INFINITY : shown.until - now };
  }

  #grow(alert: QueuedAlert): void {
    if (this.#shown?.key === alert.key) this.#shown = { ...this.#shown, ...alert };
    this.#waiting = this.#waiting.map((each) => (each.key === alert.key ? alert : each));
  }

  #enqueue(alert: QueuedAlert): void {
    this.#waiting.push(alert);
    if (this.#waiting.length <= MAX_WAITING) return;
    const least = leastValuable(this.#waiting);
    this.#waiting = this.#waiting.filter((each) => each !== least);
    this.#more += 1;
  }

  #remember(key: string): void {
    this.#known.add(key);
    for (const oldest of this.#known) {
      if (this.#known.size <= MAX_KNOWN) break;
      this.#known.delete(oldest);
    }
  }
}

/** Diamonds of the whole combo. */
function diamondsOf({ unitDiamonds, count }: Pick<OverlayAlert, 'unitDiamonds' | 'count'>): number {
  return unitDiamonds * count;
}

/** The first of the most valuable alerts. */
function mostValuable(alerts: readonly QueuedAlert[]): QueuedAlert | undefined {
  return alerts.reduce<QueuedAlert | undefined>(
    (best, each) => (best === undefined || diamondsOf(each) > diamondsOf(best) ? each : best),
    undefined,
  );
}

/** The first of the least valuable alerts. */
function leastValuable(alerts: readonly QueuedAlert[]): QueuedAlert | undefined {
  return alerts.reduce<QueuedAlert | undefined>(
    (least, each) => (least === undefined || diamondsOf(each) < diamondsOf(least) ? each : least),
    undefined,
  );
}
