/** The shown page of several, and the time until the next one (ms). */
export interface Turn {
  index: number;
  wait: number;
}

/**
 * The page to show at `now` (the hub's clock, ms), if each is shown for `seconds`. All overlays of a show turn at the
 * same time, because the result depends on nothing else. 0 seconds never turn.
 */
export function pageAt(now: number, seconds: number, pages: number): Turn {
  if (pages < 2 || seconds <= 0) return { index: 0, wait: Number.POSITIVE_INFINITY };
  const length = seconds * 1000;
  const turns = Math.floor(now / length);
  return { index: ((turns % pages) + pages) % pages, wait: (turns + 1) * length - now };
}

/** Number of pages for `items`, at least 1. */
export function pagesOf(items: number, perPage: number): number {
  return Math.max(1, Math.ceil(items / perPage));
}
