import type { ReportFilter } from '#shared/contract/report.ts';

export interface RowCondition {
  /** A whole `WHERE` clause, or nothing. */
  where: string;
  values: number[];
}

export function isWhole({ round, from, until }: ReportFilter): boolean {
  return round === undefined && from === undefined && until === undefined;
}

/** The ledger rows that a report is about. One that came too late and is only listed counts in no round. */
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
