import type { RankingPage, WidgetOptions } from '../contract/overlay/widget.ts';
import type { NamedSeason, Period } from '../contract/season.ts';
import { type PeriodKind, periodKinds } from '../season/period.ts';

/** A ranking over the shows of a period. */
export interface PeriodRankSpec {
  subject: 'anchors' | 'users' | 'gifts';
  /** A day, week or month of `zone`, or the days of a named season. */
  period: PeriodKind | Period;
  zone: string;
}

/** What one page of a ranking shows of a period; null for a page of the round, the show or all shows. */
export function periodRankOf({ subject, span, season }: RankingPage, zone: string): PeriodRankSpec | null {
  const kind = periodKinds.find((each) => each === span);
  const period = span === 'season' ? season?.period : kind;
  if (period === undefined) return null;
  return {
    subject: subject === 'votes' ? 'anchors' : subject,
    period,
    zone: kind === undefined ? '' : zone,
  };
}

/** The rankings of periods that a widget shows. */
export function periodRanksOf(options: WidgetOptions): PeriodRankSpec[] {
  if (options.kind !== 'ranking') return [];
  return [options.a, options.b].flatMap((page) => {
    const spec = page === null ? null : periodRankOf(page, options.zone);
    return spec === null ? [] : [spec];
  });
}

/** The options with the current name and days of a season; the same object if they do not show it, or show it so. */
export function withSeason(options: WidgetOptions, season: NamedSeason): WidgetOptions {
  if (options.kind !== 'ranking') return options;
  const isOld = (page: RankingPage | null) =>
    page?.season?.id === season.id && JSON.stringify(page.season) !== JSON.stringify(season);
  if (!isOld(options.a) && !isOld(options.b)) return options;
  const current = <P extends RankingPage | null>(page: P): P =>
    page?.season?.id === season.id ? { ...page, season } : page;
  return { ...options, a: current(options.a), b: current(options.b) };
}

/** The key of a ranking in the section `periods`, which a place follows. */
export function periodRankKey({ subject, period, zone }: PeriodRankSpec): string {
  const name = typeof period === 'string' ? period : `${period.from}-${period.until}`;
  return `${subject} ${name} ${zone} `;
}
