import { z } from 'zod';
import { type Target, targetSchema } from '#shared/contract/ledger.ts';
import type {
  Report,
  ReportAnchor,
  ReportFilter,
  ReportGift,
  ReportRound,
  ReportSeries,
} from '#shared/contract/report.ts';
import type { Tally } from '#shared/contract/snapshot.ts';
import { anchorRanking, giftRanking, type RoundReport, roundReports } from '#shared/game/report.ts';
import { movedByShares } from '#shared/game/round/shares.ts';
import { nicknameOf } from '#shared/game/selectors.ts';
import type { GameState } from '#shared/game/state.ts';
import { anchorIdOf, anchorTarget } from '#shared/game/table.ts';
import type { Journal } from '../journal/journal.ts';
import {
  countedRowCondition,
  giftSums,
  giverCount,
  isWhole,
  isWholeTime,
  overviewOf,
  type ReportSource,
  rowCondition,
  targetSums,
} from './source.ts';

/** Builds the parts of a report that are not read in pages. `now` is in ms since 1970. */
export function readReport(source: ReportSource, filter: ReportFilter, now: number): Report {
  const { showId, journal, state } = source;
  const whole = isWhole(filter);
  const targets = whole ? state.targets : targetSums(journal, filter);
  const rounds = roundReports(state).map(describeRound);
  const hasWholeTime = isWholeTime(filter) && filter.viewer === undefined;
  const anchors = hasWholeTime ? wholeRanking(source) : partRanking(source, targets, filter);
  const inRound = roundFilter(source, filter);
  const series = seriesOf(journal, filter);
  const gaps = state.gaps.filter((gap) => touches(gap, filter));
  return {
    showId,
    seq: state.seq,
    at: now,
    startedAt: state.startedAt,
    endedAt: state.endedAt,
    names: anchorNames(state),
    only: nameOfOnly(state, filter),
    overview: overviewOf(targets, whole ? giversOf(source) : giverCount(journal, filter)),
    rounds: rounds.filter(inRound),
    targets: [...targets].map(([target, { count, diamonds, votesTenths }]) => ({
      target,
      count,
      diamonds,
      votesTenths,
    })),
    anchors: anchors.filter(({ anchorId }) => filter.anchors?.includes(anchorId) ?? true),
    gameplay: (state.preset?.gameplay ?? []).map(({ name, effects, gift }) => ({
      name,
      effects,
      giftIds: gift?.ids ?? [],
    })),
    gifts: whole ? wholeGifts(source) : giftSums(journal, filter),
    series,
    gaps,
    gapCount: whole ? state.gapCount : gaps.length,
  };
}

/** Returns which rounds a report lists: those of its anchors, or with gifts of its viewer. */
function roundFilter({ journal }: ReportSource, filter: ReportFilter): (round: ReportRound) => boolean {
  const { round, anchors, viewer } = filter;
  const { where, values } = rowCondition(filter);
  const given =
    viewer === undefined
      ? null
      : new Set(
          journal.db
            .prepare(`SELECT DISTINCT round FROM rows ${where}`)
            .all(...values)
            .map((record) => Number(record.round)),
        );
  return ({ id, anchors: playing }) =>
    (round === undefined || id === round) &&
    (anchors === undefined || anchors.some((anchorId) => playing.includes(anchorId))) &&
    (given?.has(id) ?? true);
}

/** The name of the anchor or viewer that a filter selects. */
function nameOfOnly(state: GameState, { anchors, viewer }: ReportFilter): string | null {
  if (viewer !== undefined) return state.viewers.get(viewer)?.name ?? '';
  const names = (anchors ?? []).map((id) => nicknameOf(state, id) ?? '');
  return anchors === undefined ? null : [...new Set(names)].join(', ');
}

/** Counts the viewers who gave at least one gift. */
function giversOf({ state }: ReportSource): number {
  let givers = 0;
  for (const { count } of state.viewers.values()) if (count > 0) givers += 1;
  return givers;
}

function wholeRanking({ state }: ReportSource): ReportAnchor[] {
  return anchorRanking(state).map(({ anchorId, rank, count, diamonds, votesTenths, ...rest }) => {
    const { settledTenths, rounds: played, wins: won, streak, out } = rest;
    return {
      anchorId,
      rank,
      count,
      diamonds,
      votesTenths,
      rounds: { settledTenths, played, won, streak, out },
    };
  });
}

/** Lists all anchors of the preset and all other targets that received gifts, with their sums in a part of the show. */
function partRanking(
  { state }: ReportSource,
  targets: ReadonlyMap<Target, Tally>,
  { round, from, until, viewer }: ReportFilter,
): ReportAnchor[] {
  // Shares exist for a whole round, not for a period of time or for a viewer.
  const played = round !== undefined && from === undefined && until === undefined && viewer === undefined;
  const moved = played ? state.rounds[round - 1] : undefined;
  const more = moved === undefined ? new Map<string, number>() : movedByShares(moved);
  const ids = new Set((state.preset?.anchors ?? []).map(({ id }) => id));
  for (const id of more.keys()) ids.add(id);
  for (const target of targets.keys()) {
    const id = anchorIdOf(target);
    if (id !== null) ids.add(id);
  }
  const anchors = [...ids].map((anchorId) => {
    const { count, diamonds, votesTenths: own } = targets.get(anchorTarget(anchorId)) ?? nothing;
    const votesTenths = own + (more.get(anchorId) ?? 0);
    return { anchorId, rank: 1, count, diamonds, votesTenths, rounds: null };
  });
  for (const one of anchors) {
    one.rank += anchors.filter((other) => other.votesTenths > one.votesTenths).length;
  }
  return anchors.sort((a, b) => a.rank - b.rank);
}

const nothing: Tally = { count: 0, diamonds: 0, votesTenths: 0 };

function wholeGifts({ state }: ReportSource): ReportGift[] {
  return giftRanking(state)
    .filter(({ count }) => count > 0)
    .map(({ id, name, unitDiamonds, count, diamonds, votesTenths }) => ({
      giftId: id,
      giftName: name,
      unitDiamonds,
      count,
      diamonds,
      votesTenths,
    }));
}

function describeRound(round: RoundReport): ReportRound {
  const { id, number, kind, phase, anchors, attackers, defenders, startedAt, endedAt, ranMs } = round;
  const { counts, late, gapCount, settlement, outdated } = round;
  return {
    id,
    number,
    kind,
    phase,
    anchors,
    attackers,
    defenders,
    startedAt,
    endedAt,
    ranMs,
    ...counts,
    late: { count: late.count, diamonds: late.diamonds, votesTenths: late.votesTenths },
    gapCount,
    settlement:
      settlement === null
        ? null
        : {
            outcome: settlement.outcome,
            byAdvantage: settlement.byAdvantage,
            shares: settlement.shares.map(({ anchorId, votesTenths }) => ({ anchorId, votesTenths })),
          },
    outdated,
  };
}

function touches(
  gap: { from: number; until: number },
  { from = 0, until = Number.POSITIVE_INFINITY }: ReportFilter,
) {
  return gap.until >= from && gap.from < until;
}

/**
 * Lists the nicknames of all anchors of a show: those of the current preset, then former anchors with their last
 * nickname.
 */
function anchorNames({ preset, formerAnchors }: GameState): { anchorId: string; nickname: string }[] {
  const named = [...(preset?.anchors ?? []), ...formerAnchors.values()];
  return named.map(({ id, nickname }) => ({ anchorId: id, nickname }));
}

/** The largest number of steps in a chart, and the possible lengths of a step. */
const MOST_STEPS = 120;
const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600].map((seconds) => seconds * 1000);

const spanSchema = z.object({ first: z.number().nullable(), last: z.number().nullable() });
const pointSchema = z.object({ target: targetSchema, step: z.number(), votes: z.number() });

/** Builds the votes over time. A row counts in the step in which it began. Returns null without counted rows. */
function seriesOf(journal: Journal, filter: ReportFilter): ReportSeries | null {
  const { where, values } = countedRowCondition(filter);
  const span = journal.db.prepare(`SELECT min(at) AS first, max(at) AS last FROM rows ${where}`);
  const { first, last } = spanSchema.parse(span.get(...values));
  if (first === null || last === null) return null;
  const stepMs = stepFor(last - first);
  const from = first - (first % stepMs);
  const count = Math.floor((last - from) / stepMs) + 1;
  const lines = new Map<Target, number[]>();
  // Node binds numbers as REAL. Without the cast, steps would be fractional, and each row would be a separate step.
  const points = journal.db.prepare(
    `SELECT target, CAST((at - ?) / ? AS INTEGER) AS step, sum(votes_tenths) AS votes FROM rows ${where} GROUP BY 1, 2`,
  );
  for (const record of points.iterate(from, stepMs, ...values)) {
    const { target, step, votes } = pointSchema.parse(record);
    const line = lines.get(target) ?? new Array<number>(count).fill(0);
    line[step] = votes;
    lines.set(target, line);
  }
  return { from, stepMs, lines: [...lines].map(([target, votesTenths]) => ({ target, votesTenths })) };
}

function stepFor(ms: number): number {
  const wanted = ms / (MOST_STEPS - 1);
  const known = steps.find((step) => step >= wanted);
  if (known !== undefined) return known;
  const hour = 3_600_000;
  return Math.ceil(wanted / hour) * hour;
}
