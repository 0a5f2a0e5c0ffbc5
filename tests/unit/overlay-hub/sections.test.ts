import { describe, expect, it } from 'vitest';
import {
  rankingPageSchema,
  type WidgetOptions,
  widgetKinds,
  widgetOptionsSchema,
} from '#shared/contract/overlay/widget.ts';
import { recentFrom, sectionsOf, showsMoments } from '#shared/overlay/sections.ts';

const widget = (options: object): WidgetOptions => widgetOptionsSchema.parse(options);
const ranking = (a: object, b: object | null = null) =>
  sectionsOf(widget({ kind: 'ranking', a: rankingPageSchema.parse(a), b }));

describe('what a widget is told of', () => {
  it('is for a ranking of viewers or gifts that very list, and the round only where the list is of one', () => {
    expect(ranking({ subject: 'users', span: 'show' })).toEqual(['show', 'usersShow']);
    expect(ranking({ subject: 'users', span: 'round' })).toEqual(['round', 'show', 'usersRound']);
    expect(ranking({ subject: 'gifts', span: 'all' })).toEqual(['giftsAll', 'show']);
    expect(ranking({ subject: 'gifts', span: 'round' })).toEqual(['giftsRound', 'round', 'show']);
  });

  it('is for a ranking of anchors what they have, without any viewer', () => {
    const anchors = ['anchors', 'former', 'scores', 'show', 'totals'];
    expect(ranking({ subject: 'anchors', span: 'show' })).toEqual(anchors);
    expect(ranking({ subject: 'votes', span: 'round' })).toEqual([...anchors, 'round'].sort());
  });

  it('is what both pages of a ranking need, each once', () => {
    expect(ranking({ subject: 'users', span: 'all' }, { subject: 'gifts', span: 'all' })).toEqual([
      ...['giftsAll', 'show', 'usersAll'],
    ]);
    expect(ranking({ subject: 'users', span: 'all' }, { subject: 'users', span: 'all' })).toEqual([
      ...['show', 'usersAll'],
    ]);
  });

  it('is no animation where the host has switched them off, or where the widget has none', () => {
    expect(showsMoments(widget({ kind: 'effects', moments: true }))).toBe(true);
    expect(showsMoments(widget({ kind: 'effects', moments: false }))).toBe(false);
    expect(showsMoments(widget({ kind: 'pkBar' }))).toBe(true);
    for (const kind of ['ranking', 'giftGuide', 'recentGifts', 'danceQueue'] as const) {
      expect(showsMoments(widget({ kind })), kind).toBe(false);
    }
  });

  it('is recent gifts from the price on that the host has chosen, for nobody but who shows them', () => {
    expect(recentFrom(widget({ kind: 'recentGifts', minDiamonds: 99 }))).toBe(99);
    for (const kind of widgetKinds.filter((each) => each !== 'recentGifts')) {
      expect(recentFrom(widget({ kind })), kind).toBeNull();
    }
  });
});
