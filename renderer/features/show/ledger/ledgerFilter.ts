import type { LateState, LedgerFilter, LedgerRow, Reason, Target } from '#shared/contract/ledger.ts';

/** Whether a row is one that the backstage would answer for this filter. */
export function matchesFilter(filter: LedgerFilter, row: LedgerRow): boolean {
  if (filter.viewerId !== undefined && filter.viewerId !== row.viewerId) return false;
  if (filter.giftId !== undefined && filter.giftId !== row.giftId) return false;
  if (!matchesCredit(filter, row)) return false;
  const wanted = filter.viewer?.trim().toLowerCase() ?? '';
  return (
    wanted === '' ||
    row.viewerName.toLowerCase().includes(wanted) ||
    row.viewerUsername.toLowerCase().includes(wanted)
  );
}

/**
 * The part of the filter that an operator can change for a row; everything else of a row never changes. Where
 * nothing is said of a row's lateness, it may be the one that is asked for.
 */
export function matchesCredit(
  filter: LedgerFilter,
  credit: { target: Target; reason: Reason; late?: LateState | undefined },
): boolean {
  if (filter.late !== undefined && (credit.late ?? filter.late) !== filter.late) return false;
  if (filter.corrected === true && credit.reason !== 'corrected') return false;
  if (filter.corrected === false && credit.reason === 'corrected') return false;
  if (filter.target === undefined) return true;
  return filter.target === 'anchors' ? credit.target.startsWith('anchor:') : filter.target === credit.target;
}

/** Whether operators can bring rows into the filter or take them out. */
export function dependsOnCredit(filter: LedgerFilter): boolean {
  return filter.target !== undefined || filter.corrected !== undefined || filter.late !== undefined;
}
