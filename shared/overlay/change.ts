import type { OverlayChange } from '../contract/overlay/message.ts';
import type { OverlaySection } from '../contract/overlay/state.ts';
import type { RankingPage, WidgetKind, WidgetOptions } from '../contract/overlay/widget.ts';

/** A state of keyed entries by section. Sections, entries and their contents are immutable. */
type Sections = { readonly [section: string]: { readonly [key: string]: unknown } | undefined };

/**
 * The change from `before` to `after`: new and changed entries, and null for removed ones. A section that `after` lacks
 * counts as unchanged. The result is empty if nothing changed.
 */
export function diff(before: Sections, after: Sections): OverlayChange {
  const changed: [string, Record<string, unknown>][] = [];
  for (const [section, entries] of Object.entries(after)) {
    const old = before[section];
    if (entries === undefined || entries === old) continue;
    if (old === undefined) changed.push([section, { ...entries }]);
    else {
      const differences = differingEntries(old, entries);
      if (differences.length > 0) changed.push([section, Object.fromEntries(differences)]);
    }
  }
  return Object.fromEntries(changed);
}

/** Applies a change. For all `a` and `b` with the same sections, `apply(a, diff(a, b))` equals `b`. */
export function apply<S extends Sections>(before: S, change: OverlayChange): S {
  const changed = Object.entries(change).map(([section, entries]) => {
    const next = new Map(Object.entries(before[section] ?? {}));
    for (const [key, entry] of Object.entries(entries)) {
      if (entry === null) next.delete(key);
      else next.set(key, entry);
    }
    return [section, Object.fromEntries(next)];
  });
  return { ...before, ...Object.fromEntries(changed) };
}

/** Whether the change contains no entry. */
export function isEmpty(change: OverlayChange): boolean {
  for (const _ in change) return false;
  return true;
}

function differingEntries(
  before: { readonly [key: string]: unknown },
  after: { readonly [key: string]: unknown },
): [string, unknown][] {
  const differences: [string, unknown][] = [];
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) differences.push([key, null]);
  for (const [key, entry] of Object.entries(after)) {
    if (!Object.hasOwn(before, key) || !isSame(before[key], entry)) differences.push([key, entry]);
  }
  return differences;
}

/** Deep equality of two values of plain data. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!hasFields(one) || !hasFields(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]));
}

/** Whether the value is an object or an array. Copies nothing, because it runs for each change of each widget. */
function hasFields(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null;
}

const ofPeriod = { day: 'periods', week: 'periods', month: 'periods', season: 'periods' } as const;
const listSections = {
  users: { round: 'usersRound', show: 'usersShow', all: 'usersAll', ...ofPeriod },
  gifts: { round: 'giftsRound', show: 'giftsShow', all: 'giftsAll', ...ofPeriod },
} as const;

const sectionsByKind: Readonly<Record<WidgetKind, readonly OverlaySection[]>> = {
  // Depends on the options, see `pageSections`.
  ranking: [],
  pkBar: ['anchors', 'former', 'scores', 'round', 'battle'],
  countdown: ['anchors', 'former', 'scores', 'round'],
  anchorCards: ['anchors', 'scores', 'round'],
  totalVotes: ['totals', 'round'],
  giftGuide: ['anchors', 'guide', 'giftPictures'],
  danceQueue: ['dances'],
  recentGifts: ['anchors', 'former', 'recent', 'giftPictures'],
  lastWinner: ['anchors', 'former', 'scores', 'winner'],
  thanks: ['anchors', 'former', 'thanks', 'giftPictures'],
  goal: ['goals'],
  timeBonus: ['bonus'],
  giftAlert: ['anchors', 'former', 'alerts'],
  effects: ['anchors', 'former', 'scores', 'round', 'battle'],
  workbench: ['anchors', 'scores', 'round', 'battle'],
  // Its widgets have pages of their own.
  scene: [],
};

/** Widgets that animate moments. */
const kindsWithMoments: ReadonlySet<WidgetKind> = new Set([
  'effects',
  'pkBar',
  'countdown',
  'anchorCards',
  'lastWinner',
  'workbench',
]);

/** The sections that the hub sends to a widget, without duplicates and in a fixed order. */
export function sectionsOf(options: WidgetOptions): readonly OverlaySection[] {
  const sections = new Set<OverlaySection>(['show', ...sectionsByKind[options.kind]]);
  if (options.kind === 'ranking') {
    for (const page of [options.a, options.b]) {
      for (const section of page === null ? [] : pageSections(page)) sections.add(section);
    }
  }
  if (options.frame.sound.on) for (const section of soundSections) sections.add(section);
  return [...sections].sort();
}

/** The sections that sounds depend on. */
const soundSections: readonly OverlaySection[] = ['scores', 'round', 'battle', 'alerts'];

function pageSections({ subject, span }: RankingPage): readonly OverlaySection[] {
  // Before the first round, a page of the round shows the show's sums; `round` tells whether there was one.
  const round = span === 'round' ? (['round'] as const) : [];
  switch (subject) {
    case 'anchors':
    case 'votes':
      // A ranking of a period shows streaks and fates from `scores`.
      return span in ofPeriod ? ['periods', 'scores'] : ['anchors', 'former', 'scores', 'totals', ...round];
    case 'users':
      return [listSections.users[span], ...round];
    case 'gifts':
      return [listSections.gifts[span], 'giftPictures', ...round];
  }
}

/** Whether the hub sends moments to this widget. */
export function receivesMoments(options: WidgetOptions): boolean {
  if (options.kind === 'effects') return options.moments;
  return kindsWithMoments.has(options.kind);
}

/** The minimum price (diamonds of one gift) of the recent gifts that this widget shows; null if it shows none. */
export function minRecentPrice(options: WidgetOptions): number | null {
  return options.kind === 'recentGifts' ? options.minDiamonds : null;
}

/**
 * The minimum value (diamonds of a combo) of the gifts that this widget alerts for, in sight or by a sound; null if it
 * alerts for none.
 */
export function minAlertValue(options: WidgetOptions): number | null {
  const { sound } = options.frame;
  const values = [
    ...(options.kind === 'giftAlert' ? [options.minDiamonds] : []),
    ...(sound.on ? [sound.minDiamonds] : []),
  ];
  return values.length === 0 ? null : Math.min(...values);
}
