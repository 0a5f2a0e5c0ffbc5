import { describe, expect, it } from 'vitest';
import { CAT_PAWS, CROWN, Show } from '#tests/support/show.ts';
import { Watched } from './watched.ts';

/** A show and its alerts from 100 diamonds. `news` applies the new inputs as one batch. */
function watchedAlerts() {
  const show = Show.started();
  const watched = new Watched(undefined, show.inputs);
  watched.view.setAlertValues(new Set([100]));
  let told = show.inputs.length;
  const news = () => {
    watched.take(show.inputs.slice(told));
    told = show.inputs.length;
    return Object.values(watched.build().alerts).map(({ viewer, count }) => `${viewer} ${count}`);
  };
  return { show, watched, news };
}

describe('alerts of a show', () => {
  it('begin when a combo reaches the value as a whole, and follow its growth', () => {
    const { show, news } = watchedAlerts();
    show.combo('aoi', 3, { giftId: CAT_PAWS, diamonds: 30 });
    show.gift('ben', { giftId: CROWN, diamonds: 99 });
    expect(news()).toEqual([]);
    show.combo('aoi', 4, { giftId: CAT_PAWS, diamonds: 30 });
    expect(news()).toEqual(['AOI 4']);
    show.combo('aoi', 9, { giftId: CAT_PAWS, diamonds: 30 });
    expect(news()).toEqual(['AOI 9']);
  });

  it('contain a combo that began before the page opened', () => {
    const { show, watched } = watchedAlerts();
    show.combo('aoi', 3, { giftId: CAT_PAWS, diamonds: 30 });
    const late = new Watched(undefined, show.inputs);
    late.view.setAlertValues(new Set([100]));
    const told = show.inputs.length;
    show.combo('aoi', 5, { giftId: CAT_PAWS, diamonds: 30 });
    late.take(show.inputs.slice(told));
    expect(Object.values(late.build().alerts)).toMatchObject([{ viewer: 'AOI', count: 5, unitDiamonds: 30 }]);
    expect(watched.build().alerts).toEqual({});
  });

  it('keep the newest 48 of a storm', () => {
    const { show, news } = watchedAlerts();
    for (let index = 0; index < 60; index += 1) show.gift(`v${index}`, { giftId: CROWN, diamonds: 200 });
    const shown = news();
    expect(shown).toHaveLength(48);
    expect(shown.at(-1)).toBe('V59 1');
  });

  it('name the anchor to whom the host moves the gift', () => {
    const { show, watched, news } = watchedAlerts();
    const row = show.gift('aoi', { diamonds: 500 });
    news();
    expect(Object.values(watched.build().alerts)[0]?.anchorId).toBeNull();
    show.reassign([row], 'anchor:rei');
    news();
    expect(Object.values(watched.build().alerts)[0]?.anchorId).toBe('rei');
  });
});
