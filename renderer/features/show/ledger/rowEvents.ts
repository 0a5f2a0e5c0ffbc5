import type { RowEvent } from '#renderer/data/show/rowRing.ts';
import type { LedgerFilter } from '#shared/contract/ledger.ts';
import { movedRow } from '#shared/game/rows.ts';
import { dependsOnCredit, matchesCredit, matchesFilter } from './ledgerFilter.ts';
import { grownRow, placeOf } from './ledgerRows.ts';
import type { Segment } from './segments.ts';

export function rowIdOf(event: RowEvent): number {
  if (event.kind === 'opened') return event.row.rowId;
  return event.kind === 'grew' ? event.growth.rowId : event.move.rowId;
}

/**
 * Lets an event happen to the rows of a stretch that is in memory. `unknownRow` tells that a correction may
 * have moved a row into the filter whose content we do not have.
 */
export function applyToSegment(
  segment: Segment,
  event: RowEvent,
  filter: LedgerFilter,
): 'nothing' | 'changed' | 'unknownRow' {
  const { rows } = segment;
  if (rows === null) return 'nothing';
  const rowId = rowIdOf(event);
  const place = placeOf(rows, rowId);
  const held = rows[place]?.rowId === rowId ? rows[place] : undefined;
  if (held === undefined) {
    if (event.kind === 'moved' && dependsOnCredit(filter) && matchesCredit(filter, event.move))
      return 'unknownRow';
    if (event.kind !== 'opened' || !matchesFilter(filter, event.row)) return 'nothing';
    rows.splice(place, 0, event.row);
  } else if (event.kind === 'opened') return 'nothing';
  else if (event.kind === 'grew') rows[place] = grownRow(held, event.growth);
  else {
    const row = movedRow(held, event.move);
    if (matchesCredit(filter, row)) rows[place] = row;
    else rows.splice(place, 1);
  }
  segment.size = rows.length;
  return 'changed';
}
