import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useRingside, useSettings, useShowPhase } from '#renderer/data/hooks.ts';
import { problemOf } from '#renderer/data/ringside.ts';
import { replayPath } from '#renderer/features/show/index.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { EmptyState } from '#renderer/kit/ui/placeholders.tsx';
import type { Show } from '#shared/contract/backstage.ts';
import type { AuditEntry, Report, ReportFilter } from '#shared/contract/report.ts';
import type { Section } from './export/exportReport.ts';
import { Overview } from './Overview.tsx';
import styles from './ReportTable.module.css';
import { ReportTable, type ReportTableProps } from './ReportTable.tsx';
import type { Sheet } from './sheet.ts';
import {
  anchorSheet,
  auditSheet,
  gapSheet,
  giftSheet,
  givingSheet,
  roundSheet,
  rowSheet,
  userSheet,
} from './sheets.ts';
import { type Paged, useAudit, useRows, useUsers } from './useReport.ts';

export interface ReportBodyProps {
  show: Show;
  report: Report;
  filter: ReportFilter;
  section: Section;
  /** Called after a change of the show, to load the report again. */
  onChanged(): void;
}

/** The chosen section of the report. */
export function ReportBody({ show, report, filter, section, onChanged }: ReportBodyProps) {
  const { t } = useTranslation();
  const language = useSettings((state) => state.language);
  const words = { t, language };
  switch (section) {
    case 'overview':
      return <Overview show={show} report={report} filter={filter} />;
    case 'rounds':
      return <Table sheet={roundSheet(report, words)} empty={t('report.none.rounds')} />;
    case 'anchors':
      return <Table sheet={anchorSheet(report, words)} empty={t('report.none.anchors')} />;
    case 'users':
      return <Users report={report} filter={filter} />;
    case 'giving':
      return <Giving report={report} filter={filter} />;
    case 'gifts':
      return <Table sheet={giftSheet(report, words)} empty={t('report.none.gifts')} />;
    case 'rows':
      return <Rows report={report} filter={filter} />;
    case 'audit':
      return <Audit report={report} onChanged={onChanged} />;
    default:
      return <Gaps report={report} />;
  }
}

function Users({ report, filter }: { report: Report; filter: ReportFilter }) {
  const { t } = useTranslation();
  const language = useSettings((state) => state.language);
  const users = useUsers(report, filter);
  const sheet = userSheet(report, users.items, { t, language });
  return <Table sheet={sheet} paged={users} empty={t('report.none.users')} />;
}

/** The ledger rows behind the numbers of the report. */
function Rows({ report, filter }: { report: Report; filter: ReportFilter }) {
  const { t } = useTranslation();
  const language = useSettings((state) => state.language);
  const rows = useRows(report, filter);
  const sheet = rowSheet(report, rows.items, { t, language });
  const replayOf = (index: number) => {
    const row = rows.items[index];
    return row === undefined ? null : <ShowInReplay showId={report.showId} at={row.at} rowId={row.rowId} />;
  };
  return (
    <Table
      sheet={sheet}
      paged={rows}
      empty={t('report.none.gifts')}
      actions={{ title: t('report.actions'), of: replayOf, width: 46 }}
    />
  );
}

function Giving({ report, filter }: { report: Report; filter: ReportFilter }) {
  const { t } = useTranslation();
  const language = useSettings((state) => state.language);
  const users = useUsers(report, filter);
  if (users.total === 0 && !users.busy) return <EmptyState icon="inbox" title={t('report.none.users')} />;
  const sheet = givingSheet(report, users.items, { t, language });
  // The first row has the totals.
  return <Table sheet={sheet} paged={{ ...users, total: users.total + 1 }} empty="" />;
}

function Audit({ report, onChanged }: { report: Report; onChanged(): void }) {
  const { t } = useTranslation();
  const language = useSettings((state) => state.language);
  const entries = useAudit(report);
  const sheet = auditSheet(report, entries.items, { t, language });
  const open = useShowPhase().showId === report.showId;
  const actionsOf = (index: number) => {
    const entry = entries.items[index];
    if (entry === undefined) return null;
    return (
      <span className="row">
        <ShowInReplay showId={report.showId} at={entry.at} rowId={entry.rowId} />
        {open && !entry.undone && correcting.has(entry.action) && (
          <UndoEntry entry={entry} onDone={onChanged} />
        )}
      </span>
    );
  };
  return (
    <Table
      sheet={sheet}
      paged={entries}
      empty={t('report.none.audit')}
      actions={{ title: t('report.actions'), of: actionsOf, width: open ? 128 : 46 }}
    />
  );
}

/** Opens the replay at the moment before a decision or a gift. */
function ShowInReplay({ showId, at, rowId }: { showId: string; at: number; rowId: number | null }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Button
      small
      look="text"
      icon="replay"
      ariaLabel={t('replay.show')}
      onClick={() => void navigate(replayPath(showId, { at, rowId }))}
    />
  );
}

/** Actions that can be undone. Undoing an undo redoes its correction. */
const correcting: ReadonlySet<AuditEntry['action']> = new Set([
  'correct',
  'place',
  'leaveLate',
  'undo',
  'redo',
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

function Gaps({ report }: { report: Report }) {
  const { t } = useTranslation();
  const language = useSettings((state) => state.language);
  const replayOf = (index: number) => {
    const gap = report.gaps[index];
    return gap === undefined ? null : <ShowInReplay showId={report.showId} at={gap.from} rowId={null} />;
  };
  return (
    <Table
      sheet={gapSheet(report, { t, language })}
      empty={t('report.none.gaps')}
      actions={{ title: t('report.actions'), of: replayOf, width: 46 }}
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
  if (paged?.busy === true) return <div className={`skeleton ${styles.table}`} />;
  if (sheet.rows.length === 0) return <EmptyState icon="inbox" title={empty} />;
  const more = actions === undefined ? {} : { actions };
  if (paged === undefined) return <ReportTable sheet={sheet} {...more} />;
  return <ReportTable sheet={sheet} total={paged.total} onEnd={paged.more} {...more} />;
}
