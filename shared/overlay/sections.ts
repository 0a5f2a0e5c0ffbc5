import type { OverlaySection } from '../contract/overlay/state.ts';
import type { RankingPage, WidgetKind, WidgetOptions } from '../contract/overlay/widget.ts';

const listSections = {
  users: { round: 'usersRound', show: 'usersShow', all: 'usersAll' },
  gifts: { round: 'giftsRound', show: 'giftsShow', all: 'giftsAll' },
} as const;

const sectionsByKind: Readonly<Record<WidgetKind, readonly OverlaySection[]>> = {
  // Depends on the options, see `pageSections`.
  ranking: [],
  pkBar: ['anchors', 'former', 'scores', 'round', 'battle'],
  countdown: ['anchors', 'former', 'scores', 'round'],
  anchorCards: ['anchors', 'scores', 'round'],
  totalVotes: ['totals', 'round'],
  giftGuide: ['anchors', 'guide'],
  danceQueue: ['dances'],
  recentGifts: ['anchors', 'former', 'recent'],
  lastWinner: ['anchors', 'former', 'scores', 'winner'],
  thanks: ['anchors', 'former', 'thanks'],
  effects: ['anchors', 'former', 'scores', 'round', 'battle'],
  workbench: ['anchors', 'scores', 'round', 'battle'],
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
  return [...sections].sort();
}

function pageSections({ subject, span }: RankingPage): readonly OverlaySection[] {
  // Before the first round, a page of the round shows the show's sums; `round` tells whether there was one.
  const round = span === 'round' ? (['round'] as const) : [];
  switch (subject) {
    case 'anchors':
    case 'votes':
      return ['anchors', 'former', 'scores', 'totals', ...round];
    case 'users':
    case 'gifts':
      return [listSections[subject][span], ...round];
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
