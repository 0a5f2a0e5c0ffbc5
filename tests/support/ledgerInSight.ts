import type { Page } from 'playwright';

/** The first and last visible viewer of the ledger, and the empty px below the last row. */
export function ledgerInSight(
  page: Page,
): Promise<{ first: string | undefined; last: string | undefined; below: number } | null> {
  return page.evaluate(() => {
    const list = document.querySelector('[data-ledger] [role="tree"]');
    const frame = list?.getBoundingClientRect();
    if (frame === undefined) return null;
    const seen = [...document.querySelectorAll('[data-ledger] [role="treeitem"]')]
      .map((row) => ({ row, place: row.getBoundingClientRect() }))
      .filter(({ place }) => place.bottom > frame.top + 1 && place.top < frame.bottom - 1)
      .sort((one, other) => one.place.top - other.place.top);
    const viewer = (at: number) => seen.at(at)?.row.querySelector('[data-cell="viewer"]')?.textContent;
    return {
      first: viewer(0),
      last: viewer(-1),
      below: Math.max(0, Math.round(frame.bottom - (seen.at(-1)?.place.bottom ?? 0))),
    };
  });
}
