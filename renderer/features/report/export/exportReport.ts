import type { Ringside } from '#renderer/data/ringside.ts';
import type { AuditEntry, Report, ReportFilter, ReportViewer } from '#shared/contract/report.ts';
import type { Sheet } from '../sheet.ts';
import {
  anchorSheet,
  auditSheet,
  gapSheet,
  giftSheet,
  overviewSheet,
  roundSheet,
  type SheetWords,
  userSheet,
} from '../sheets.ts';

const PAGE = 1000;

export const sections = ['overview', 'rounds', 'anchors', 'users', 'gifts', 'audit', 'gaps'] as const;
export type Section = (typeof sections)[number];

/** One table of the report, with every row that it has. */
export async function wholeSheet(
  call: Ringside['call'],
  report: Report,
  filter: ReportFilter,
  section: Section,
  words: SheetWords,
): Promise<Sheet> {
  switch (section) {
    case 'overview':
      return overviewSheet(report, words);
    case 'rounds':
      return roundSheet(report, words);
    case 'anchors':
      return anchorSheet(report, words);
    case 'users':
      return userSheet(report, await allUsers(call, report.showId, filter), words);
    case 'gifts':
      return giftSheet(report, words);
    case 'audit':
      return auditSheet(report, await allEntries(call, report.showId), words);
    default:
      return gapSheet(report, words);
  }
}

async function allUsers(
  call: Ringside['call'],
  showId: string,
  filter: ReportFilter,
): Promise<ReportViewer[]> {
  const all: ReportViewer[] = [];
  for (;;) {
    const offset = all.length;
    const page = await call('report.viewers', { showId, filter, sort: 'votes', offset, limit: PAGE });
    all.push(...page.viewers);
    if (page.viewers.length < PAGE) return all;
  }
}

async function allEntries(call: Ringside['call'], showId: string): Promise<AuditEntry[]> {
  const all: AuditEntry[] = [];
  for (let before: number | null | undefined; before !== null; ) {
    const from: { before?: number } = before === undefined ? {} : { before };
    const page: { entries: AuditEntry[]; next: number | null } = await call('report.audit', {
      ...{ showId, limit: PAGE },
      ...from,
    });
    all.push(...page.entries);
    before = page.next;
  }
  return all;
}
