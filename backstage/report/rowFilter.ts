import type { ReportFilter } from '#shared/contract/report.ts';

export interface RowCondition {
  /** A complete `WHERE` clause, or ''. */
  where: string;
  values: number[];
}

/** Whether the report covers the whole show, so that its sums can be read from the state. */
export function isWhole({ round, from, until }: ReportFilter): boolean {
  return round === undefined && from === undefined && until === undefined;
}

/** Selects the ledger rows of a report. A late row that is only listed counts in no round. */
export function rowCondition({ round, from, until }: ReportFilter): RowCondition {
  const parts: string[] = [];
  const values: number[] = [];
  if (round !== undefined) {
    parts.push("round = ? AND late <> 'listed'");
    values.push(round);
  }
  if (from !== undefined) {
    parts.push('at >= ?');
    values.push(from);
  }
  if (until !== undefined) {
    parts.push('at < ?');
    values.push(until);
  }
  return { where: parts.length === 0 ? '' : `WHERE ${parts.join(' AND ')}`, values };
}

/** Selects those of the ledger rows of a report that count: all except `uncounted`. */
export function countedRowCondition(filter: ReportFilter): RowCondition {
  const { where, values } = rowCondition(filter);
  return { where: `${where === '' ? 'WHERE' : `${where} AND`} target <> 'uncounted'`, values };
}
