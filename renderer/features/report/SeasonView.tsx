import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useSettings } from '#renderer/data/hooks.ts';
import { useNamedSeasons } from '#renderer/data/queries/seasons.ts';
import { problemOf } from '#renderer/data/ringside.ts';
import { htmlLang } from '#renderer/kit/i18n/i18n.ts';
import { sentences } from '#renderer/kit/i18n/sentences.ts';
import { useFormat, useWhen } from '#renderer/kit/i18n/useFormat.ts';
import { useProblemText } from '#renderer/kit/i18n/useText.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Segments } from '#renderer/kit/ui/Choices.tsx';
import { DateTimeInput } from '#renderer/kit/ui/DateTimeInput.tsx';
import { Modal } from '#renderer/kit/ui/Modal.tsx';
import { EmptyState } from '#renderer/kit/ui/placeholders.tsx';
import { Select } from '#renderer/kit/ui/Select.tsx';
import type { ReportFilter } from '#shared/contract/report.ts';
import type { NamedSeason, Period, Season, SeasonRow } from '#shared/contract/season.ts';
import {
  type Day,
  dayAt,
  type PeriodKind,
  periodAround,
  periodBefore,
  periodBeside,
  periodKinds,
  periodOfDates,
} from '#shared/season/period.ts';
import { NamedSeasons, NameSeason } from './NamedSeasons.tsx';
import { PayoutView } from './PayoutView.tsx';
import styles from './ReportPage.module.css';
import { ReportTable } from './ReportTable.tsx';
import { SheetExport } from './SheetExport.tsx';
import { type Ranked, ranked, seasonSheet } from './seasonSheet.ts';

const deviceZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const zones = [...new Set([deviceZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])];

/** The time zone of periods: that of this device, or another one that the host has chosen and this browser knows. */
function useZone(): string {
  const chosen = useSettings((state) => state.reportZone);
  return zones.includes(chosen) ? chosen : deviceZone;
}
type Choice = PeriodKind | 'own' | 'named';

interface SeasonViewProps {
  /** Leads the controls: chooses between one show and a period. */
  lead: ReactNode;
  /** Opens the rows of a show that are behind a number. */
  onShow(showId: string, filter: ReportFilter): void;
}

/** Rankings of anchors and viewers over the shows of a day, a week, a month or own dates. */
export function SeasonView({ lead, onShow }: SeasonViewProps) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const { call } = useRingside();
  const problemText = useProblemText();
  const [kind, setKind] = useState<Choice>('week');
  const zone = useZone();
  const setSettings = useSettings((state) => state.set);
  const [period, setPeriod] = useState<Period>(() => periodAround('week', Date.now(), zone));
  const [section, setSection] = useState<Ranked | 'payouts'>('anchors');
  const [open, setOpen] = useState<SeasonRow | null>(null);
  const before =
    kind === 'own' || kind === 'named' ? periodBefore(period, zone) : periodBeside(kind, period, -1, zone);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['shows', 'season', period, before],
    queryFn: async () => (await call('report.season', { period, before })).season,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const seasons = useNamedSeasons();
  const [named, setNamed] = useState('');
  const chooseSeason = (season: NamedSeason) => {
    setKind('named');
    setNamed(season.id);
    setPeriod(season.period);
  };
  const isNamed = seasons?.some(({ id }) => id === named) === true;
  const [firstSeason] = seasons ?? [];
  const withoutSeason = kind === 'named' && seasons !== undefined && firstSeason === undefined;
  // The list arrived after the choice of “Season”, or another window deleted the chosen one.
  if (kind === 'named' && !isNamed && firstSeason !== undefined) chooseSeason(firstSeason);
  const choose = (next: Choice) => {
    setKind(next);
    const season = seasons?.find(({ id }) => id === named) ?? seasons?.[0];
    if (next === 'named' && season !== undefined) return chooseSeason(season);
    // Keep the place in time: the week that one looked at is in the month that is shown next.
    if (next !== 'own' && next !== 'named')
      setPeriod(periodAround(next, Math.min(period.until - 1, Date.now()), zone));
  };
  const chooseZone = (next: string) => {
    setSettings({ reportZone: next === deviceZone ? '' : next });
    // The same days begin at another moment there. A named season keeps its moments.
    if (kind === 'own')
      setPeriod(periodOfDates(dayAt(period.from, zone), dayAt(period.until - 1, zone), next));
    else if (kind !== 'named') setPeriod(periodOfSameDay(kind, period, zone, next));
  };
  const sheet = useMemo(
    () => (data === undefined || section === 'payouts' ? null : seasonSheet(data, section, { t, language })),
    [data, section, t, language],
  );
  const rows = section === 'payouts' ? [] : (data?.[section] ?? []);
  return (
    <>
      <header className={styles.head}>
        {lead}
        <Segments<Choice>
          label={t('season.period')}
          value={kind}
          options={[...periodKinds, 'own' as const, 'named' as const].map((value) => ({
            value,
            label: t(`season.period.${value}`),
          }))}
          onChange={choose}
        />
        {kind === 'named' ? (
          <NamedSeasons seasons={seasons ?? []} chosen={named} onChoose={chooseSeason} />
        ) : kind === 'own' ? (
          <div className={styles.filters}>
            <OwnDates period={period} zone={zone} onChange={setPeriod} />
            <NameSeason period={period} onNamed={chooseSeason} />
          </div>
        ) : (
          <div className={styles.filters}>
            <Button
              small
              look="outlined"
              icon="chevron-left"
              ariaLabel={t('season.earlier')}
              onClick={() => setPeriod(periodBeside(kind, period, -1, zone))}
            />
            <span className={styles.period} role="status">
              <PeriodName kind={kind} period={period} zone={zone} />
            </span>
            <Button
              small
              look="outlined"
              icon="chevron-right"
              ariaLabel={t('season.later')}
              disabled={period.until > Date.now()}
              onClick={() => setPeriod(periodBeside(kind, period, 1, zone))}
            />
          </div>
        )}
        {data !== undefined && section !== 'payouts' && !withoutSeason && (
          <div className={styles.tools}>
            <SheetExport
              period={period}
              csv={() => seasonSheet(data, section, { t, language })}
              workbook={() => ({
                name: t('season.title'),
                sheets: ranked.map((name) => seasonSheet(data, name, { t, language })),
              })}
            />
          </div>
        )}
      </header>
      {withoutSeason ? (
        <div className={`panel ${styles.body}`}>
          <EmptyState icon="bookmark" title={t('season.noneNamed')} text={t('season.noneNamedText')}>
            <Button label={t('season.chooseDates')} onClick={() => choose('own')} />
          </EmptyState>
        </div>
      ) : (
        <>
          <p className="muted small">
            {kind === 'named' && named !== '' && (
              <>
                <PeriodName kind="week" period={period} zone={zone} />{' '}
              </>
            )}
            {sentences(
              t('season.shows', { count: data?.shows.length ?? 0 }),
              t('season.belongs', { zone }),
              (data?.left ?? 0) > 0 && t('season.left', { count: data?.left ?? 0 }),
              section === 'viewers' &&
                (data?.givers ?? 0) > rows.length &&
                t('season.first', { count: rows.length }),
            )}
          </p>
          <div className={styles.sections}>
            <Select
              label={t('season.zone')}
              value={zone}
              options={zones.map((name) => ({
                value: name,
                label: name === deviceZone ? t('season.deviceZone', { zone: name }) : name,
              }))}
              onChange={chooseZone}
            />
            <Segments<Ranked | 'payouts'>
              label={t('report.sections')}
              value={section}
              options={[...ranked, 'payouts' as const].map((value) => ({
                value,
                label: t(`season.${value}`),
              }))}
              onChange={setSection}
            />
          </div>
          {section === 'payouts' ? (
            <PayoutView
              period={period}
              onShows={(key) => setOpen(data?.anchors.find((row) => row.key === key) ?? null)}
            />
          ) : (
            <div className={`panel ${styles.body}`} aria-busy={isFetching}>
              {error !== null ? (
                <EmptyState icon="exclamation-triangle" title={problemText(problemOf(error))}>
                  <Button label={t('action.retryNow')} onClick={() => void refetch()} />
                </EmptyState>
              ) : sheet === null ? (
                <div className={`skeleton ${styles.body}`} />
              ) : rows.length === 0 ? (
                <EmptyState icon="calendar" title={t('season.none')} text={t('season.noneText')} />
              ) : (
                <ReportTable
                  sheet={sheet}
                  actions={{
                    title: t('report.actions'),
                    width: 46,
                    of: (index) => {
                      const row = rows[index];
                      return row === undefined ? null : (
                        <Button
                          small
                          look="text"
                          icon="list"
                          ariaLabel={t('season.showsOf', { name: row.name })}
                          onClick={() => setOpen(row)}
                        />
                      );
                    },
                  }}
                />
              )}
            </div>
          )}
        </>
      )}
      {open !== null && data !== undefined && (
        <ShowsDialog
          row={open}
          season={data}
          onShow={(showId, ids) =>
            onShow(showId, section === 'viewers' ? { viewer: ids[0] } : { anchors: ids })
          }
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

/** Returns the day, week or month of another time zone with the same first day. */
function periodOfSameDay(kind: PeriodKind, { from }: Period, zone: string, next: string): Period {
  const day = dayAt(from, zone);
  return periodAround(kind, periodOfDates(day, day, next).from, next);
}

/** Names a day, a week or a month in the selected language. */
function PeriodName({ kind, period, zone }: { kind: PeriodKind; period: Period; zone: string }) {
  const { language } = useFormat();
  const locale = htmlLang[language];
  if (kind === 'month')
    return new Intl.DateTimeFormat(locale, {
      year: 'numeric',
      month: 'long',
      timeZone: zone,
    }).format(period.from);
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: zone });
  return kind === 'day' ? day.format(period.from) : day.formatRange(period.from, period.until - 1);
}

/** The first and the last day; both belong to the period. */
function OwnDates({
  period,
  zone,
  onChange,
}: {
  period: Period;
  zone: string;
  onChange(period: Period): void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const first = dayAt(period.from, zone);
  const last = dayAt(period.until - 1, zone);
  // The control shows times of this device, so it gets the same date there.
  const onDevice = ({ year, month, day }: Day, ...clock: number[]) =>
    new Date(year, month - 1, day, clock[0] ?? 0, clock[1] ?? 0).getTime();
  const typed = (at: number) => dayAt(at, deviceZone);
  const change = (from: Day, until: Day) => onChange(periodOfDates(from, until, zone));
  return (
    <div className={styles.filters}>
      <div className={styles.moment}>
        <label className="field__label" htmlFor={`${id}-from`}>
          {t('report.from')}
        </label>
        <DateTimeInput
          id={`${id}-from`}
          label={t('report.from')}
          value={onDevice(first)}
          onChange={(at) => {
            if (at !== null && at >= 0) change(typed(at), at > onDevice(last, 23, 59) ? typed(at) : last);
          }}
        />
      </div>
      <div className={styles.moment}>
        <label className="field__label" htmlFor={`${id}-last`}>
          {t('season.lastDay')}
        </label>
        <DateTimeInput
          id={`${id}-last`}
          label={t('season.lastDay')}
          value={onDevice(last, 23, 59)}
          onChange={(at) => {
            if (at !== null && at >= 0) change(at < onDevice(first) ? typed(at) : first, typed(at));
          }}
        />
      </div>
    </div>
  );
}

interface ShowsDialogProps {
  row: SeasonRow;
  season: Season;
  onShow(showId: string, ids: string[]): void;
  onClose(): void;
}

/** The shows behind a number, each with its part. */
function ShowsDialog({ row, season, onShow, onClose }: ShowsDialogProps) {
  const { t } = useTranslation();
  const { number, votes } = useFormat();
  const when = useWhen();
  return (
    <Modal title={t('season.showsOf', { name: row.name })} onClose={onClose}>
      <ul className={styles.parts}>
        {row.shows.map(({ showId, ids, votesTenths, diamonds }) => {
          const show = season.shows.find((each) => each.showId === showId);
          const started = when(show?.startedAt ?? null);
          return (
            <li key={showId} className={styles.part}>
              <span className={styles.words}>
                <b>{started}</b>
                <span className="muted small">
                  {[`@${show?.username ?? ''}`, show?.presetName ?? '']
                    .filter((part) => part.length > 1)
                    .join(' · ')}
                </span>
              </span>
              <span className="num">
                {t('season.part', { votes: votes(votesTenths), diamonds: number(diamonds) })}
              </span>
              <Button
                small
                look="outlined"
                label={t('season.open')}
                ariaLabel={t('season.openOne', { when: started })}
                onClick={() => onShow(showId, ids)}
              />
            </li>
          );
        })}
      </ul>
    </Modal>
  );
}
