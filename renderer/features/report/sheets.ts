import type { TFunction } from 'i18next';
import { formatVotes, roundText } from '#renderer/kit/i18n/format.ts';
import type { Language } from '#shared/contract/language.ts';
import type { LedgerRow, Target } from '#shared/contract/ledger.ts';
import { programOf } from '#shared/contract/remote/token.ts';
import type { AuditEntry, Report, ReportRound, ReportViewer } from '#shared/contract/report.ts';
import { anchorIdOf } from '#shared/game/table.ts';
import { giftName } from '#shared/gifts/learned.ts';
import type { Cell, Column, Sheet } from './sheet.ts';

export interface SheetWords {
  t: TFunction;
  language: Language;
}

/** The separator of names in a list. */
const separators: Readonly<Record<Language, string>> = { en: ', ', ja: '、', zh_CN: '、' };

const text = (title: string): Column => ({ title, kind: 'text' });
const wide = (title: string): Column => ({ title, kind: 'text', wide: true });
const number = (title: string): Column => ({ title, kind: 'number' });
const narrow = (column: Column): Column => ({ ...column, narrow: true });
const votes = (title: string): Column => ({ title, kind: 'votes' });
const time = (title: string): Column => ({ title, kind: 'time' });

/** A column that is hidden on screen while it is empty. */
const quiet = (column: Column): Column => ({ ...column, quiet: 'empty' });

/** Returns functions that name the anchors and targets of a report, including anchors of former presets. */
export function namesOf(report: Report, { t }: Pick<SheetWords, 't'>) {
  const names = new Map(report.names.map(({ anchorId, nickname }) => [anchorId, nickname]));
  const anchor = (id: string): string => names.get(id) ?? t('ledger.target.gone');
  const target = (where: Target): string => {
    const id = anchorIdOf(where);
    if (id !== null) return anchor(id);
    return where === 'attacker' || where === 'defender' || where === 'unallocated'
      ? t(`ledger.target.${where}`)
      : t('ledger.target.uncounted');
  };
  return { anchor, target };
}

export function overviewSheet(report: Report, { t }: SheetWords): Sheet {
  const { counted, unallocated, uncounted, givers } = report.overview;
  return {
    name: t('report.overview'),
    columns: [
      text(t('report.what')),
      number(t('report.gifts')),
      number(t('report.diamonds')),
      votes(t('report.votes')),
    ],
    rows: [
      [t('report.counted'), counted.count, counted.diamonds, counted.votesTenths],
      [t('ledger.target.unallocated'), unallocated.count, unallocated.diamonds, unallocated.votesTenths],
      [t('ledger.target.uncounted'), uncounted.count, uncounted.diamonds, uncounted.votesTenths],
      [t('report.givers'), givers, null, null],
    ],
  };
}

export function roundSheet(report: Report, words: SheetWords): Sheet {
  const { t, language } = words;
  const names = namesOf(report, words);
  const separator = separators[language];
  const all = (ids: readonly string[]): string => ids.map(names.anchor).join(separator);
  const kinds: Readonly<Record<ReportRound['kind'], string>> = {
    battle: t('report.kind.battle'),
    ranking: t('report.kind.ranking'),
    turn: t('report.kind.turn'),
    resurrection: t('report.kind.resurrection'),
  };
  const played = report.rounds.some(({ kind }) => kind === 'battle');
  const battle: Column[] = [
    wide(t('report.attackers')),
    votes(t('report.attackerVotes')),
    wide(t('report.defenders')),
    votes(t('report.defenderVotes')),
  ].map((column) => (played ? column : quiet(column)));
  return {
    name: t('report.rounds'),
    tall: true,
    columns: [
      narrow(number(t('report.round'))),
      { ...text(t('report.kind')), quiet: 'same' },
      text(t('report.result')),
      ...battle,
      quiet(votes(t('report.othersVotes'))),
      votes(t('report.unallocatedVotes')),
      wide(t('report.settledEach')),
      quiet(text(t('report.since'))),
      quiet(number(t('report.lateGifts'))),
      quiet(number(t('report.gaps'))),
      narrow(time(t('report.startedAt'))),
      { title: t('report.ran'), kind: 'duration' },
      ...[
        number(t('report.attackerGifts')),
        number(t('report.defenderGifts')),
        number(t('report.othersGifts')),
        number(t('report.unallocatedGifts')),
      ].map((column): Column => ({ ...column, quiet: 'always' })),
    ],
    rows: report.rounds.map((round) => [
      round.number,
      kinds[round.kind],
      round.settlement === null ? t('report.open') : t(`stage.outcome.${round.settlement.outcome}`),
      all(round.attackers),
      round.attacker.votesTenths,
      all(round.defenders),
      round.defender.votesTenths,
      round.others.votesTenths,
      round.unallocated.votesTenths,
      (round.settlement?.shares ?? [])
        .map((share) => `${names.anchor(share.anchorId)} ${formatVotes(share.votesTenths, words.language)}`)
        .join(separator),
      round.outdated ? t('report.outdated') : '',
      round.late.count,
      round.gapCount,
      round.startedAt,
      round.ranMs,
      round.attacker.count,
      round.defender.count,
      round.others.count,
      round.unallocated.count,
    ]),
  };
}

export function anchorSheet(report: Report, words: SheetWords): Sheet {
  const { t } = words;
  const names = namesOf(report, words);
  const whole = report.anchors.some(({ rounds }) => rounds !== null);
  const more = [
    votes(t('report.settled')),
    number(t('report.rounds')),
    number(t('report.won')),
    number(t('report.streak')),
    text(t('report.state')),
  ];
  return {
    name: t('report.anchors'),
    columns: [
      narrow(number(t('report.rank'))),
      wide(t('report.anchor')),
      votes(t('report.votes')),
      number(t('report.gifts')),
      number(t('report.diamonds')),
      ...(whole ? more : []),
    ],
    rows: report.anchors.map(({ anchorId, rank, count, diamonds, votesTenths, rounds }): Cell[] => [
      rank,
      names.anchor(anchorId),
      votesTenths,
      count,
      diamonds,
      ...(rounds === null
        ? []
        : [
            rounds.settledTenths,
            rounds.played,
            rounds.won,
            rounds.streak,
            rounds.out ? t('stage.out') : t('stage.in'),
          ]),
    ]),
  };
}

export function userSheet(report: Report, viewers: readonly ReportViewer[], words: SheetWords): Sheet {
  const { t } = words;
  const names = namesOf(report, words);
  const bound = (to: string | null, before: string | null): string => {
    if (to !== null) return names.anchor(to);
    return before === null ? '' : t('ledger.target.former', { anchor: names.anchor(before) });
  };
  return {
    name: t('report.users'),
    columns: [
      narrow(number(t('report.rank'))),
      wide(t('report.user')),
      text(t('report.username')),
      votes(t('report.votes')),
      number(t('report.gifts')),
      number(t('report.diamonds')),
      text(t('report.boundTo')),
    ],
    rows: viewers.map(({ name, username, count, diamonds, votesTenths, boundTo, boundBefore }, at) => [
      at + 1,
      name,
      username === '' ? '' : `@${username}`,
      votesTenths,
      count,
      diamonds,
      bound(boundTo, boundBefore),
    ]),
  };
}

/** Lists who gave how many votes to whom. The first row has the totals of the ledger. */
export function givingSheet(report: Report, viewers: readonly ReportViewer[], words: SheetWords): Sheet {
  const { t } = words;
  const names = namesOf(report, words);
  const targets = givingOrder(report);
  const cells = (given: ReportViewer['given']): Cell[] => {
    const votesOf = new Map(given.map(({ target, votesTenths }) => [target, votesTenths]));
    return targets.map((target) => votesOf.get(target) ?? null);
  };
  return {
    name: t('report.giving'),
    columns: [
      wide(t('report.user')),
      quiet(text(t('report.username'))),
      votes(t('report.votes')),
      ...targets.map((target) => votes(names.target(target))),
    ],
    rows: [
      [t('report.total'), '', report.overview.counted.votesTenths, ...cells(report.targets)],
      ...viewers.map(({ name, username, votesTenths, given }) => [
        name,
        username === '' ? '' : `@${username}`,
        votesTenths,
        ...cells(given),
      ]),
    ],
  };
}

/** The targets of a report's gifts: anchors by rank, then sides, unallocated and uncounted gifts. */
function givingOrder({ targets, anchors }: Report): Target[] {
  const ranks = new Map(anchors.map(({ anchorId }, rank) => [anchorId, rank]));
  const others: readonly Target[] = ['attacker', 'defender', 'unallocated', 'uncounted'];
  const placeOf = (target: Target): number => {
    const id = anchorIdOf(target);
    return id === null ? anchors.length + 1 + others.indexOf(target) : (ranks.get(id) ?? anchors.length);
  };
  return targets.map(({ target }) => target).sort((one, other) => placeOf(one) - placeOf(other));
}

export function giftSheet(report: Report, { t, language }: SheetWords): Sheet {
  return {
    name: t('report.giftRanking'),
    columns: [
      narrow(number(t('report.rank'))),
      wide(t('report.gift')),
      number(t('report.unit')),
      number(t('report.gifts')),
      number(t('report.diamonds')),
      votes(t('report.votes')),
      quiet(text(t('report.starts'))),
    ],
    rows: report.gifts.map((gift, at) => [
      at + 1,
      giftName(gift.giftId, gift.giftName, language),
      gift.unitDiamonds,
      gift.count,
      gift.diamonds,
      gift.votesTenths,
      startedBy(report, gift.giftId),
    ]),
  };
}

/** The ledger rows of a report. */
export function rowSheet(report: Report, rows: readonly LedgerRow[], words: SheetWords): Sheet {
  const { t, language } = words;
  const { target } = namesOf(report, words);
  const rounds = new Map(report.rounds.map((round) => [round.id, roundText(t, round)]));
  const late: Readonly<Record<LedgerRow['late'], string>> = {
    no: '',
    listed: t('report.late.leftOut'),
    accepted: t('report.late.counted'),
  };
  return {
    name: t('report.giftList'),
    columns: [
      time(t('report.when')),
      wide(t('report.user')),
      { ...text(t('report.username')), quiet: 'always' },
      wide(t('report.gift')),
      { ...number(t('report.unit')), quiet: 'always' },
      number(t('report.gifts')),
      number(t('report.diamonds')),
      votes(t('report.votes')),
      wide(t('report.to')),
      text(t('report.reason')),
      { ...wide(t('report.byRules')), quiet: 'empty' },
      quiet(text(t('report.round'))),
      quiet(text(t('report.late'))),
      { ...number(t('report.row')), quiet: 'always' },
    ],
    rows: rows.map((row) => [
      row.at,
      row.viewerName,
      row.viewerUsername === '' ? '' : `@${row.viewerUsername}`,
      giftName(row.giftId, row.giftName, language),
      row.unitDiamonds,
      row.count,
      row.diamonds,
      row.votesTenths,
      target(row.target),
      t(`ledger.reason.${row.reason}`),
      row.target === row.autoTarget ? '' : target(row.autoTarget),
      row.round === 0 ? '' : (rounds.get(row.round) ?? ''),
      late[row.late],
      row.rowId,
    ]),
  };
}

/** Returns the gameplay entry that a gift starts, with its effects; '' if there is none. */
function startedBy(report: Report, giftId: number): string {
  const entry = report.gameplay.find(({ giftIds }) => giftIds.includes(giftId));
  if (entry === undefined) return '';
  return entry.effects === '' ? entry.name : `${entry.name} · ${entry.effects}`;
}

export function auditSheet(report: Report, entries: readonly AuditEntry[], words: SheetWords): Sheet {
  const { t, language } = words;
  const names = namesOf(report, words);
  return {
    name: t('report.audit'),
    columns: [
      narrow(time(t('report.when'))),
      narrow(text(t('report.by'))),
      wide(t('report.what')),
      text(t('report.user')),
      ...[
        quiet(text(t('report.formerTarget'))),
        text(t('report.to')),
        quiet(narrow(text(t('report.fromRound')))),
        quiet(narrow(text(t('report.toRound')))),
        narrow(number(t('report.rows'))),
        narrow(number(t('report.gifts'))),
        votes(t('report.votes')),
      ],
      quiet(text(t('report.state'))),
    ],
    tall: true,
    rows: entries.map((entry) => [
      entry.at,
      operatorName(entry.by, t),
      t(`report.did.${entry.action}`),
      entry.viewer,
      entry.from.map(names.target).join(separators[language]),
      entry.target === null ? '' : names.target(entry.target),
      ...[entry.fromRound, entry.toRound].map((round) => (round === null ? '' : roundText(t, round))),
      ...(entry.rows === 0 ? [null, null, null] : [entry.rows, entry.count, entry.votesTenths]),
      entry.undone ? t('report.undone') : '',
    ]),
  };
}

/** Names the window in which an operator worked. Returns the recorded name if it is unknown, as in old shows. */
export function operatorName(by: string, t: TFunction): string {
  if (by === 'desktop') return t('setting.desktop');
  const program = programOf(by);
  if (program !== null) return program;
  if (by === 'workbench') return t('setting.workbench.title');
  const number = /^window-(\d+)$/.exec(by)?.[1];
  return number === undefined ? by : t('report.operator.window', { number });
}

export function gapSheet(report: Report, { t }: SheetWords): Sheet {
  return {
    name: t('report.gaps'),
    columns: [
      time(t('report.from')),
      time(t('report.until')),
      { title: t('report.length'), kind: 'duration' as const },
      wide(t('report.cause')),
    ],
    rows: report.gaps.map(({ from, until, cause }) => [from, until, until - from, t(`gaps.cause.${cause}`)]),
  };
}
