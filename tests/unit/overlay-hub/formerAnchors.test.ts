import { describe, expect, it } from 'vitest';
import { sumsOfShow } from '#backstage/overlay/past/showSums.ts';
import { noPastSums, type PastSums } from '#shared/overlay/allTime.ts';
import { anchor, CROWN, preset, Show } from '#tests/support/show.ts';
import { Watched } from './watched.ts';

const crown = { giftId: CROWN, giftName: 'Crown', diamonds: 99 };
const chooses = (show: Show, ...anchors: ReturnType<typeof anchor>[]) =>
  show.tell({ command: 'choosePreset', preset: preset({ anchors }) });
const built = (show: Show, past?: PastSums) => new Watched(past, show.inputs).build();

describe('former anchors', () => {
  it('are sent with names and pictures, and are no longer anchors of the show', () => {
    const show = Show.started();
    show.gift('aoi', crown);
    chooses(show, anchor('sora'));
    const { anchors, former, guide, scores, recent } = built(show);
    expect(Object.keys(anchors)).toEqual(['sora']);
    expect(guide).toEqual({});
    expect(former.rei).toEqual({ nickname: 'rei', avatar: '/overlay/picture/rei' });
    expect(Object.keys(former).sort()).toEqual(['mika', 'rei', 'yuki']);
    expect(Object.values(recent).map(({ anchorId }) => anchorId)).toEqual(['rei']);
    expect(scores.rei).toMatchObject({ showTenths: 990, showCount: 1, allTenths: 990 });
    // The others have no votes.
    expect(Object.keys(scores).sort()).toEqual(['rei', 'sora']);
  });

  it('become anchors again with a preset that has them', () => {
    const show = Show.started();
    chooses(show, anchor('sora'));
    chooses(show, anchor('rei', { nickname: 'Rei again' }));
    const { anchors, former } = built(show);
    expect(anchors.rei?.nickname).toBe('Rei again');
    expect(Object.keys(former).sort()).toEqual(['mika', 'sora', 'yuki']);
  });

  it('keep their score and streak in the round that continues after a change of preset', () => {
    const show = Show.inBattle();
    show.gift('aoi', crown);
    chooses(show, anchor('sora'));
    const { battle, scores, former } = built(show);
    expect(battle.now).toMatchObject({ attackers: ['mika'], defenders: ['rei'], defenderTenths: 990 });
    expect(scores.rei).toMatchObject({ side: 'defender', roundTenths: 990 });
    expect(scores.mika).toMatchObject({ side: 'attacker', roundTenths: 0 });
    expect(former.mika?.nickname).toBe('mika');
  });

  it('appear as the last winner', () => {
    const show = Show.inBattle();
    show.gift('aoi', crown);
    show.act('end');
    chooses(show, anchor('sora'));
    const { winner, former, scores } = built(show);
    expect(winner.last?.anchors).toEqual(['rei']);
    expect(former.rei?.nickname).toBe('rei');
    expect(scores.rei?.streak).toBe(1);
  });

  it('are at most a hundred: members of the round, then by votes, then by latest departure', () => {
    const show = Show.inBattle({
      anchors: [anchor('mika'), anchor('rei'), anchor('first', { gift: { ids: [CROWN] } }), anchor('second')],
    });
    show.gift('aoi', crown);
    for (let turn = 0; turn < 4; turn += 1) {
      chooses(show, ...Array.from({ length: 40 }, (_, index) => anchor(`t${turn}-${index}`)));
    }
    const { former } = built(show);
    expect(Object.keys(former)).toHaveLength(100);
    expect(Object.keys(former).slice(0, 3)).toEqual(['rei', 'mika', 'first']);
    expect(former.second).toBeUndefined();
    expect(former['t2-0']).toBeDefined();
    expect(former['t0-0']).toBeUndefined();
  });
});

describe('votes of all shows', () => {
  const past: PastSums = {
    ...noPastSums,
    anchorTenths: ({ username }) => (username.toLowerCase() === 'yuki.live' ? 5000 : 0),
  };
  const mine = (id: string, more = {}) => anchor(id, { gift: { ids: [CROWN] }, ...more });

  it('count once for an account that has different ids in two presets', () => {
    const show = Show.started(preset({ anchors: [mine('yuki', { username: 'Yuki.Live' })] }));
    show.gift('aoi', crown);
    chooses(show, mine('yuki-2', { username: 'yuki.live' }));
    show.gift('ben', crown);
    const { scores } = built(show, past);
    expect(scores['yuki-2']).toMatchObject({ showTenths: 990, allTenths: 990 + 990 + 5000 });
    expect(scores.yuki).toMatchObject({ showTenths: 990, allTenths: 0 });
  });

  it('belong to the id that left last if the current preset lacks the account', () => {
    const show = Show.started(preset({ anchors: [mine('yuki', { username: 'Yuki.Live' })] }));
    show.gift('aoi', crown);
    chooses(show, mine('yuki-2', { username: 'yuki.live' }));
    show.gift('ben', crown);
    chooses(show, anchor('sora'));
    const { scores } = built(show, past);
    expect([scores['yuki-2']?.allTenths, scores.yuki?.allTenths, scores.sora?.allTenths]).toEqual([
      990 + 990 + 5000,
      0,
      0,
    ]);
  });

  it('include the account of an anchor who left before the show ended', () => {
    const show = Show.started(preset({ anchors: [mine('yuki', { username: 'Yuki.Live' })] }));
    show.gift('aoi', crown);
    chooses(show, anchor('sora'));
    expect(sumsOfShow(show.state).anchors).toMatchObject([
      { id: 'yuki', account: 'Yuki.Live', votesTenths: 990 },
      { id: 'sora', votesTenths: 0 },
    ]);
  });
});
