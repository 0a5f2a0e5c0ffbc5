import { describe, expect, it } from 'vitest';
import {
  rankingPageSchema,
  type WidgetOptions,
  widgetKinds,
  widgetOptionsSchema,
} from '#shared/contract/overlay/widget.ts';
import { minAlertValue, minRecentPrice, receivesMoments, sectionsOf } from '#shared/overlay/change.ts';

const widget = (options: object): WidgetOptions => widgetOptionsSchema.parse(options);
const ranking = (a: object, b: object | null = null) =>
  sectionsOf(widget({ kind: 'ranking', a: rankingPageSchema.parse(a), b }));

describe('sections of a widget', () => {
  it("contain only the shown list and the pictures of gifts for a ranking, and the round if the list is a round's", () => {
    expect(ranking({ subject: 'users', span: 'show' })).toEqual(['show', 'usersShow']);
    expect(ranking({ subject: 'users', span: 'round' })).toEqual(['round', 'show', 'usersRound']);
    expect(ranking({ subject: 'gifts', span: 'all' })).toEqual(['giftPictures', 'giftsAll', 'show']);
    expect(ranking({ subject: 'gifts', span: 'round' })).toEqual([
      'giftPictures',
      'giftsRound',
      'round',
      'show',
    ]);
  });

  it('contain no viewers for a ranking of anchors', () => {
    const anchors = ['anchors', 'former', 'scores', 'show', 'totals'];
    expect(ranking({ subject: 'anchors', span: 'show' })).toEqual(anchors);
    expect(ranking({ subject: 'votes', span: 'round' })).toEqual([...anchors, 'round'].sort());
  });

  it('contain what both pages of a ranking need, without duplicates', () => {
    expect(ranking({ subject: 'users', span: 'all' }, { subject: 'gifts', span: 'all' })).toEqual([
      'giftPictures',
      'giftsAll',
      'show',
      'usersAll',
    ]);
    expect(ranking({ subject: 'users', span: 'all' }, { subject: 'users', span: 'all' })).toEqual([
      'show',
      'usersAll',
    ]);
  });

  it('exclude moments if the host switched them off or the widget has none', () => {
    expect(receivesMoments(widget({ kind: 'effects', moments: true }))).toBe(true);
    expect(receivesMoments(widget({ kind: 'effects', moments: false }))).toBe(false);
    expect(receivesMoments(widget({ kind: 'pkBar' }))).toBe(true);
    for (const kind of ['ranking', 'giftGuide', 'recentGifts', 'danceQueue'] as const) {
      expect(receivesMoments(widget({ kind })), kind).toBe(false);
    }
  });

  it('include alerts only for their widget, from its minimum value', () => {
    expect(minAlertValue(widget({ kind: 'giftAlert', minDiamonds: 500 }))).toBe(500);
    for (const kind of widgetKinds.filter((each) => each !== 'giftAlert')) {
      expect(minAlertValue(widget({ kind })), kind).toBeNull();
    }
  });

  it('include recent gifts only for their widget, from its minimum price', () => {
    expect(minRecentPrice(widget({ kind: 'recentGifts', minDiamonds: 99 }))).toBe(99);
    for (const kind of widgetKinds.filter((each) => each !== 'recentGifts')) {
      expect(minRecentPrice(widget({ kind })), kind).toBeNull();
    }
  });
});
