import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useRingside, useSettings, useShowPhase } from '#renderer/data/hooks.ts';
import { problemOf } from '#renderer/data/ringside.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { EmptyState } from '#renderer/kit/ui/EmptyState.tsx';
import type { AuditEntry, Report, ReportFilter } from '#shared/contract/report.ts';
import type { Section } from './export/exportReport.ts';
import { Overview } from './Overview.tsx';
import { ReportTable, type ReportTableProps } from './ReportTable.tsx';
import type { Sheet } from './sheet.ts';
import { anchorSheet, auditSheet, gapSheet, giftSheet, roundSheet, userSheet } from './sheets.ts';
import { type Paged, useAudit, useUsers } from './useReport.ts';

export interface ReportBodyProps {
  report: Report;
  filter: ReportFilter;
  section: Section;
  /** Called after a change of the show, to load the report again. */
  onChanged(): void;
}

/** The chosen section of the report. */
export function ReportBody({ report, filter, section, onChanged }: ReportBodyProps) {
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
      return <Audit report={report} onChanged={onChanged} />;
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

function Audit({ report, onChanged }: { report: Report; onChanged(): void }) {
  const { t } = useTranslation();
  const language = useSettings((state) => state.language);
  const entries = useAudit(report);
  const sheet = auditSheet(report, entries.items, { t, language });
  const open = useShowPhase().showId === report.showId;
  const undoOf = (index: number) => {
    const entry = entries.items[index];
    if (entry === undefined || entry.undone || !correcting.has(entry.action)) return null;
    return <UndoEntry entry={entry} onDone={onChanged} />;
  };
  return (
    <Table
      sheet={sheet}
      paged={entries}
      empty={t('report.none.audit')}
      {...(open ? { actions: { title: t('ledger.undo'), of: undoOf } } : {})}
    />
  );
}

/** Actions that can be undone. Undoing an undo redoes its correction. */
const correcting: ReadonlySet<AuditEntry['action']> = new Set([
  ...(['correct', 'place', 'undo', 'redo'] as const),
]);

function UndoEntry({ entry, onDone }: { entry: AuditEntry; onDone(): void }) {
  const { t } = useTranslation();
  const { call, showProblem } = useRingside();
  const undo = useMutation({
    mutationFn: () => call('ledger.undo', { seq: entry.seq }),
    onSuccess: onDone,
    onError: (error) => showProblem(problemOf(error)),
  });
  const redo = entry.action === 'undo';
  return (
    <Button
      small
      look="outlined"
      icon={redo ? 'refresh' : 'undo'}
      label={t(redo ? 'ledger.redo' : 'ledger.undo')}
      busy={undo.isPending}
      onClick={() => undo.mutate()}
    />
  );
}

interface TableProps {
  sheet: Sheet;
  empty: string;
  paged?: Pick<Paged<unknown>, 'total' | 'busy' | 'more'>;
  actions?: ReportTableProps['actions'];
}

function Table({ sheet, empty, paged, actions }: TableProps) {
  if (paged?.busy === true) return <div className="skeleton rtable" />;
  if (sheet.rows.length === 0) return <EmptyState icon="inbox" title={empty} />;
  if (paged === undefined) return <ReportTable sheet={sheet} />;
  const more = actions === undefined ? {} : { actions };
  return <ReportTable sheet={sheet} total={paged.total} onEnd={paged.more} {...more} />;
}
