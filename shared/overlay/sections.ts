import type { OverlaySection } from '../contract/overlay/state.ts';
import type { RankingPage, WidgetKind, WidgetOptions } from '../contract/overlay/widget.ts';

const bySpan = {
  users: { round: 'usersRound', show: 'usersShow', all: 'usersAll' },
  gifts: { round: 'giftsRound', show: 'giftsShow', all: 'giftsAll' },
} as const;

const ofKind: Readonly<Record<WidgetKind, readonly OverlaySection[]>> = {
  ranking: [],
  pkBar: ['anchors', 'former', 'scores', 'round', 'battle'],
  countdown: ['anchors', 'former', 'scores', 'round'],
  anchorCards: ['anchors', 'scores', 'round'],
  totalVotes: ['totals', 'round'],
  giftGuide: ['anchors', 'guide'],
  danceQueue: ['dances'],
  recentGifts: ['anchors', 'former', 'recent'],
  lastWinner: ['anchors', 'former', 'scores', 'winner'],
  effects: ['anchors', 'former', 'scores', 'round', 'battle'],
  workbench: ['anchors', 'scores', 'round', 'battle'],
};

/** Widgets that show the short animations. */
const withMoments: ReadonlySet<WidgetKind> = new Set([
  'effects',
  'pkBar',
  'countdown',
  'anchorCards',
  'lastWinner',
  'workbench',
]);

/** The sections that a widget shows, each once and always in the same order: it is told of nothing else. */
export function sectionsOf(options: WidgetOptions): readonly OverlaySection[] {
  const sections = new Set<OverlaySection>(['show', ...ofKind[options.kind]]);
  if (options.kind === 'ranking') {
    for (const page of [options.a, options.b]) {
      for (const section of page === null ? [] : ofPage(page)) sections.add(section);
    }
  }
  return [...sections].sort();
}

function ofPage({ subject, span }: RankingPage): readonly OverlaySection[] {
  // Whether there was a round yet decides what a page of the round shows.
  const round = span === 'round' ? (['round'] as const) : [];
  switch (subject) {
    case 'anchors':
    case 'votes':
      return ['anchors', 'former', 'scores', 'totals', ...round];
    case 'users':
    case 'gifts':
      return [bySpan[subject][span], ...round];
  }
}

export function showsMoments(options: WidgetOptions): boolean {
  if (options.kind === 'effects') return options.moments;
  return withMoments.has(options.kind);
}

/** Diamonds of one gift from which recent gifts are to be kept for this widget; null when it shows none. */
export function recentFrom(options: WidgetOptions): number | null {
  return options.kind === 'recentGifts' ? options.minDiamonds : null;
}
