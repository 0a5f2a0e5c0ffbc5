import { describe, expect, it } from 'vitest';
import { dependsOnLanguage, localise } from '#backstage/overlay/channel.ts';
import type { OverlayGift, OverlayGuide } from '#shared/contract/overlay/state.ts';
import { locales } from '#shared/gifts/catalogue.ts';
import { LION, ROSE } from '#tests/support/show.ts';

/** A gift that no catalogue has. */
const KITE = 99_000_001;

const sent = (giftId: number, giftName: string): OverlayGift => {
  return { at: 1, viewer: 'Rose', giftId, giftName, unitDiamonds: 1, count: 2, anchorId: 'mika' };
};
const guide = (giftIds: number[], giftName: string): OverlayGuide => {
  return { giftIds, giftName, unitDiamonds: 1, anchorId: null, entry: 'Rose', order: 0 };
};
const sum = { votesTenths: 10, diamonds: 1, count: 1 };

describe('localise', () => {
  it('replaces gift names in all sections that have them', () => {
    const change = {
      giftsRound: { '1': { name: 'Rose', giftId: ROSE, ...sum } },
      giftsShow: { '1': { name: 'Rose', giftId: ROSE, ...sum } },
      giftsAll: { '1': { name: 'Rose', giftId: ROSE, ...sum } },
      recent: { '7': sent(ROSE, 'Rose') },
      guide: { 'entry:spin': guide([ROSE, LION], '') },
    };
    const names = { en: 'Rose', ja: 'バラ', zh_CN: '玫瑰' };
    for (const locale of locales) {
      const name = names[locale];
      expect(localise(change, locale)).toEqual({
        giftsRound: { '1': { name, giftId: ROSE, ...sum } },
        giftsShow: { '1': { name, giftId: ROSE, ...sum } },
        giftsAll: { '1': { name, giftId: ROSE, ...sum } },
        recent: { '7': sent(ROSE, name) },
        guide: { 'entry:spin': guide([ROSE, LION], name) },
      });
    }
  });

  it("keeps the platform's name of a gift outside the catalogue, or shows its id if it has none", () => {
    const change = { recent: { '1': sent(KITE, 'Kite'), '2': sent(KITE + 1, '') } };
    expect(localise(change, 'ja')).toEqual({
      recent: { '1': sent(KITE, 'Kite'), '2': sent(KITE + 1, `#${KITE + 1}`) },
    });
  });

  it('does not change names of viewers, anchors and gameplay entries, even if they equal a gift name', () => {
    const change = {
      usersShow: { '1': { name: 'Rose', ...sum } },
      anchors: { rose: { nickname: 'Rose', avatar: '', order: 0, giftIds: [ROSE], live: null } },
      dances: {
        '1': {
          entryId: 'spin',
          name: 'Rose',
          effects: 'Rose',
          style: 'lava',
          viewer: 'Rose',
          times: 1,
          countdown: null,
          order: 0,
        },
      },
    };
    expect(localise(change, 'ja')).toEqual(change);
  });

  it('passes removed entries on and does not mutate its argument', () => {
    const change = { recent: { '7': sent(ROSE, 'Rose'), '6': null }, guide: { 'entry:spin': null } };
    const before = structuredClone(change);
    expect(localise(change, 'ja')).toEqual({
      recent: { '7': sent(ROSE, 'バラ'), '6': null },
      guide: { 'entry:spin': null },
    });
    expect(change).toEqual(before);
  });

  it('depends on the language only for sections with gift names', () => {
    for (const section of ['giftsRound', 'giftsShow', 'giftsAll', 'recent', 'guide'] as const) {
      expect(dependsOnLanguage(['show', section]), section).toBe(true);
    }
    expect(dependsOnLanguage(['show', 'anchors', 'scores', 'usersShow', 'dances'])).toBe(false);
  });
});
