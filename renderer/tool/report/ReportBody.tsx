import { useTranslation } from 'react-i18next';
import type { Report, ReportFilter } from '#shared/contract/report.ts';
import { useSettings } from '../../app/hooks.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { Section } from './export/exportReport.ts';
import { Overview } from './Overview.tsx';
import { ReportTable } from './ReportTable.tsx';
import type { Sheet } from './sheet.ts';
import { anchorSheet, auditSheet, gapSheet, giftSheet, roundSheet, userSheet } from './sheets.ts';
import { type Paged, useAudit, useUsers } from './useReport.ts';

export interface ReportBodyProps {
  report: Report;
  filter: ReportFilter;
  section: Section;
}

/** The part of the report that is chosen. */
export function ReportBody({ report, filter, section }: ReportBodyProps) {
  const { t } = useTranslation();
  const language = useSettings((state) => state.language);
  const words = { t, language };
  switch (section) {
    case 'overview':
      return <Overview report={report} />;
    case 'rounds':
      return <Table sheet={roundSheet(report, words)} empty={t('report.none.rounds')} />;
    case 'anchors':
      return <Table sheet={anchorSheet(report, words)} empty={t('report.none.anchors')} />;
    case 'users':
      return <Users report={report} filter={filter} />;
    case 'gifts':
      return <Table sheet={giftSheet(report, words)} empty={t('report.none.gifts')} />;
    case 'audit':
      return <Audit report={report} />;
    default:
      return <Table sheet={gapSheet(report, words)} empty={t('report.none.gaps')} />;
  }
}

function Users({ report, filter }: { report: Report; filter: ReportFilter }) {
  const { t } = useTranslation();
  const language = useSettings((state) => state.language);
  const users = useUsers(report, filter);
  const sheet = userSheet(report, users.items, { t, language });
  return <Table sheet={sheet} paged={users} empty={t('report.none.users')} />;
}

function Audit({ report }: { report: Report }) {
  const { t } = useTranslation();
  const language = useSettings((state) => state.language);
  const entries = useAudit(report);
  const sheet = auditSheet(report, entries.items, { t, language });
  return <Table sheet={sheet} paged={entries} empty={t('report.none.audit')} />;
}

interface TableProps {
  sheet: Sheet;
  empty: string;
  paged?: Pick<Paged<unknown>, 'total' | 'busy' | 'more'>;
}

function Table({ sheet, empty, paged }: TableProps) {
  if (paged?.busy === true) return <div className="skeleton rtable" />;
  if (sheet.rows.length === 0) return <EmptyState icon="inbox" title={empty} />;
  if (paged === undefined) return <ReportTable sheet={sheet} />;
  return <ReportTable sheet={sheet} total={paged.total} onEnd={paged.more} />;
}
