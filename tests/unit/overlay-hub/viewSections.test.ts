import { describe, expect, it } from 'vitest';
import { CROWN, LION, preset, ROSE, Show } from '#tests/support/show.ts';
import { Watched } from './watched.ts';

describe('effects of a battle', () => {
  it('have the style of the preset, also after it changes during a round', () => {
    const effects = { ...preset().effects, style: 'lava', scene: 'smoke', lineColor: 'purple' } as const;
    const show = Show.inBattle({ effects });
    const watched = new Watched();
    watched.take(show.inputs);
    const look = { effectStyle: 'lava', effectScene: 'smoke', effectLines: 'purple' };
    expect(watched.build().battle.now).toMatchObject(look);
    const told = show.inputs.length;
    const changed = preset({ mode: 'battle', effects: { ...effects, style: 'ink', scene: 'none' } });
    show.tell({ command: 'choosePreset', preset: changed });
    watched.take(show.inputs.slice(told));
    expect(watched.build().battle.now).toMatchObject({ ...look, effectStyle: 'ink', effectScene: 'none' });
  });
});

describe('overlay view', () => {
  const watchedOf = (show: Show) => new Watched(undefined, show.inputs).build();

  it('keeps the last winner through a draw', () => {
    const show = Show.inBattle();
    show.gift('aoi', { giftId: CROWN, giftName: 'Crown', diamonds: 99 });
    show.act('end');
    show.tell({ command: 'prepare', attacker: ['mika'], defender: ['rei'] });
    show.act('start');
    show.act('end');
    const { winner, round } = watchedOf(show);
    expect(round.now?.outcome).toBe('draw');
    expect(winner.last).toMatchObject({
      round: 1,
      outcome: 'defender',
      anchors: ['rei'],
      votesTenths: 990,
      streak: 1,
    });
  });

  it("empties the round's ranking as soon as the next round is prepared", () => {
    const show = Show.inBattle();
    show.gift('aoi');
    expect(Object.keys(watchedOf(show).usersRound)).toEqual(['1']);
    show.act('end');
    show.tell({ command: 'prepare', attacker: ['mika'], defender: ['rei'] });
    expect(watchedOf(show).usersRound).toEqual({});
    expect(Object.keys(watchedOf(show).usersShow)).toEqual(['1']);
  });

  it('lists the gifts of anchors and gameplay entries', () => {
    const gameplay = [{ id: 'spin', name: 'Spin', effects: '', gift: { ids: [LION] }, duration: 3 }];
    const { guide } = watchedOf(Show.started(preset({ gameplay })));
    expect(
      Object.entries(guide).map(([key, { anchorId, entry, order }]) => [key, anchorId, entry, order]),
    ).toEqual([
      ['anchor:mika', 'mika', '', 0],
      ['anchor:rei', 'rei', '', 1],
      ['entry:spin', null, 'Spin', 2],
    ]);
  });

  it('omits a gameplay entry without a gift from the guide', () => {
    const spin = { id: 'spin', name: 'Spin', effects: '', gift: null, duration: 3 };
    const heart = { ...spin, id: 'heart', name: 'Heart', gift: { ids: [LION] } };
    const { guide } = watchedOf(Show.started(preset({ anchors: [], gameplay: [spin, heart] })));
    expect(Object.keys(guide)).toEqual(['entry:heart']);
  });

  it('shows the running dance and the next twelve in order', () => {
    const spin = { id: 'spin', name: 'Spin', effects: '', gift: { ids: [ROSE] }, duration: 10 };
    const show = Show.started(preset({ mode: 'sticker', gameplay: [spin] }));
    for (let guest = 0; guest < 20; guest += 1) show.gift(`v${guest}`);
    const { dances } = watchedOf(show);
    const shown = Object.values(dances).sort((a, b) => a.order - b.order);
    expect(shown.map(({ viewer }) => viewer)).toEqual(Array.from({ length: 13 }, (_, guest) => `V${guest}`));
    expect(shown.map(({ countdown }) => countdown !== null)).toEqual([true, ...Array(12).fill(false)]);
  });

  it('counts a growing combo in the round in which it began', () => {
    const show = Show.inBattle();
    show.combo('aoi', 3, { giftId: ROSE });
    const watched = new Watched(undefined, show.inputs);
    const before = show.inputs.length;
    show.combo('aoi', 9, { giftId: ROSE });
    watched.take(show.inputs.slice(before));
    expect(watched.build().usersRound['1']).toMatchObject({ count: 9 });
  });
});
