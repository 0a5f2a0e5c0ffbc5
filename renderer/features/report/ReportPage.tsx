import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useRingside, useShowPhase } from '#renderer/data/hooks.ts';
import { RehearsalButton, replayPath } from '#renderer/features/show/index.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useProblemText, useTitle } from '#renderer/kit/i18n/useText.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Segments } from '#renderer/kit/ui/Choices.tsx';
import { EmptyState } from '#renderer/kit/ui/placeholders.tsx';
import { Select } from '#renderer/kit/ui/Select.tsx';
import type { Show } from '#shared/contract/backstage.ts';
import type { Report, ReportFilter } from '#shared/contract/report.ts';
import { formatMoment } from './cellText.ts';
import { type Section, sections } from './export/exportReport.ts';
import { Sums } from './Overview.tsx';
import { ExportButtons, ReportFilters } from './ReportBar.tsx';
import { ReportBody } from './ReportBody.tsx';
import styles from './ReportPage.module.css';
import { SeasonView } from './SeasonView.tsx';
import { useReloadReport, useReport, useShows } from './useReport.ts';

const whole: ReportFilter = {};

/** What the report of a show begins with: a section, and the anchor or viewer behind a number. */
interface Beginning {
  section: Section;
  filter: ReportFilter;
}

const plain: Beginning = { section: 'overview', filter: whole };

/** The Data Report tab: the report of the open show or of a past one. */
export default function ReportPage() {
  const { t } = useTranslation();
  useTitle('tab.report');
  const { attempt } = useRingside();
  const { showId: current } = useShowPhase();
  const [wanted, setWanted] = useState<string | null>(null);
  const [deleted, setDeleted] = useState<Show | null>(null);
  const [first, setFirst] = useState(plain);
  const [scope, setScope] = useState<'show' | 'period'>('show');
  const again = useReloadReport();
  const shows = useShows();
  const list = shows ?? [];
  const chosen =
    list.find(({ showId }) => showId === wanted) ?? list.find(({ showId }) => showId === current) ?? list[0];

  const remove = async (show: Show) => {
    if ((await attempt('show.delete', { showId: show.showId })) === null) return;
    setDeleted(show);
    setWanted(null);
    again();
  };
  const restore = async (show: Show) => {
    if ((await attempt('show.restore', { showId: show.showId })) === null) return;
    setDeleted(null);
    setWanted(show.showId);
    again();
  };
  const lead = (
    <Segments<'show' | 'period'>
      label={t('season.scope')}
      value={scope}
      options={(['show', 'period'] as const).map((value) => ({ value, label: t(`season.scope.${value}`) }))}
      onChange={setScope}
    />
  );
  if (scope === 'period') {
    const openShow = (showId: string, filter: ReportFilter) => {
      setWanted(showId);
      setFirst({ section: 'rows', filter });
      setScope('show');
    };
    return (
      <div className={styles.report}>
        <SeasonView lead={lead} onShow={openShow} />
      </div>
    );
  }
  return (
    <div className={styles.report}>
      {deleted !== null && (
        <div className="banner" role="status">
          <i className="pi pi-trash" aria-hidden="true" />
          <span className="spread">{t('report.deleted')}</span>
          <Button
            small
            look="outlined"
            icon="undo"
            label={t('report.restore')}
            onClick={() => void restore(deleted)}
          />
          <Button
            small
            look="text"
            icon="times"
            ariaLabel={t('action.close')}
            onClick={() => setDeleted(null)}
          />
        </div>
      )}
      {chosen === undefined ? (
        <NoShow known={shows !== undefined} />
      ) : (
        <ReportOf
          key={chosen.showId}
          lead={lead}
          first={first}
          shows={list}
          show={chosen}
          current={current}
          again={again}
          onChoose={(showId) => {
            setFirst(plain);
            setWanted(showId);
          }}
          onDelete={(show) => void remove(show)}
        />
      )}
    </div>
  );
}

function NoShow({ known }: { known: boolean }) {
  const { t } = useTranslation();
  if (!known) return <div className={`skeleton ${styles.body}`} />;
  return (
    <EmptyState icon="chart-bar" title={t('report.noShow')} text={t('report.noShowText')}>
      <RehearsalButton />
    </EmptyState>
  );
}

interface ReportOfProps {
  /** Leads the controls: chooses between one show and a period. */
  lead: ReactNode;
  first: Beginning;
  shows: readonly Show[];
  show: Show;
  current: string | null;
  again(): void;
  onChoose(showId: string): void;
  onDelete(show: Show): void;
}

function ReportOf({ lead, first, shows, show, current, again, onChoose, onDelete }: ReportOfProps) {
  const { t } = useTranslation();
  const { time } = useFormat();
  const problemText = useProblemText();
  const navigate = useNavigate();
  const [filter, setFilter] = useState(first.filter);
  const [section, setSection] = useState<Section>(first.section);
  const all = useReport(show.showId, whole);
  const { report, busy, problem } = useReport(show.showId, filter);
  return (
    <>
      <header className={styles.head}>
        {lead}
        <ShowBar shows={shows} current={current} onChoose={onChoose} onDelete={onDelete} chosen={show} />
        <ReportFilters
          rounds={all.report?.rounds ?? []}
          filter={filter}
          only={report?.only ?? null}
          onChange={setFilter}
        />
        <div className={styles.tools}>
          <Button
            small
            icon="replay"
            label={t('replay.open')}
            onClick={() => void navigate(replayPath(show.showId))}
          />
          {report !== undefined && (
            <ExportButtons show={show} report={report} filter={filter} section={section} />
          )}
          <Button
            small
            look="text"
            icon="refresh"
            label={report === undefined ? t('report.refresh') : t('report.asOf', { time: time(report.at) })}
            ariaLabel={
              report === undefined
                ? t('report.refresh')
                : `${t('report.refresh')}, ${t('report.asOf', { time: time(report.at) })}`
            }
            busy={busy}
            onClick={again}
          />
        </div>
      </header>
      {report === undefined ? (
        <div className={`panel ${styles.body}`}>
          {problem === null ? (
            <div className={`skeleton ${styles.body}`} />
          ) : (
            <EmptyState icon="exclamation-triangle" title={problemText(problem)}>
              <Button label={t('action.retryNow')} onClick={again} />
            </EmptyState>
          )}
        </div>
      ) : (
        <>
          <Sums report={report} />
          <SharesNote report={report} filter={filter} />
          <div className={styles.sections}>
            <Segments<Section>
              label={t('report.sections')}
              value={section}
              options={sections.map((value) => ({ value, label: t(`report.section.${value}`) }))}
              onChange={setSection}
            />
          </div>
          <div className={`panel ${styles.body}`} aria-busy={busy}>
            <ReportBody show={show} report={report} filter={filter} section={section} onChanged={again} />
          </div>
        </>
      )}
    </>
  );
}

/** Says why an anchor's votes in rankings are not the sum of the anchor's gifts: battles share votes. */
function SharesNote({ report, filter }: { report: Report; filter: ReportFilter }) {
  const { t } = useTranslation();
  const { votes } = useFormat();
  if (filter.anchors === undefined || filter.viewer !== undefined) return null;
  const ranked = report.anchors.reduce((sum, { votesTenths }) => sum + votesTenths, 0);
  const moved = ranked - report.overview.counted.votesTenths;
  if (moved === 0) return null;
  return (
    <p className="muted small">
      {t('report.shares', { votes: `${moved < 0 ? '−' : '+'}${votes(Math.abs(moved))}`, all: votes(ranked) })}
    </p>
  );
}

export interface ShowBarProps {
  shows: readonly Show[];
  chosen: Show;
  /** The id of the open show. */
  current: string | null;
  onChoose(showId: string): void;
  onDelete(show: Show): void;
}

/** Chooses the show of the report, and deletes past shows. */
export function ShowBar({ shows, chosen, current, onChoose, onDelete }: ShowBarProps) {
  const { t } = useTranslation();
  const label = (show: Show): string =>
    [
      formatMoment(show.startedAt || show.createdAt).slice(0, 16),
      show.username === '' ? t('report.noRoom') : `@${show.username}`,
      show.presetName,
      show.rehearsal ? t('report.rehearsal') : '',
      show.showId === current ? t('report.current') : '',
    ]
      .filter((part) => part !== '')
      .join(' · ');
  return (
    <>
      <Select
        className={styles.show}
        label={t('report.show')}
        value={chosen.showId}
        options={shows.map((show) => ({ value: show.showId, label: label(show) }))}
        onChange={onChoose}
      />
      <Button
        small
        look="text"
        icon="trash"
        ariaLabel={t('report.delete')}
        disabled={chosen.showId === current}
        onClick={() => onDelete(chosen)}
      />
    </>
  );
}
