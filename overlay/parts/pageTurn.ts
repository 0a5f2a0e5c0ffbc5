/** Which page of several is shown, and ms until the next one. */
export interface Turn {
  index: number;
  wait: number;
}

/**
 * The page that is shown at `now` (ms, the hub's clock): all overlays of a show turn together, and one that was
 * opened again is where the others are. 0 seconds never turn; one page stays.
 */
export function pageAt(now: number, seconds: number, pages: number): Turn {
  if (pages < 2 || seconds <= 0) return { index: 0, wait: Number.POSITIVE_INFINITY };
  const length = seconds * 1000;
  const turns = Math.floor(now / length);
  return { index: ((turns % pages) + pages) % pages, wait: (turns + 1) * length - now };
}

/** How many pages so many items take. */
export function pagesOf(items: number, perPage: number): number {
  return Math.max(1, Math.ceil(items / perPage));
}
