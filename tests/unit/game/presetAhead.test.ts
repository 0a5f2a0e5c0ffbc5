import { describe, expect, it } from 'vitest';
import type { Preset } from '#shared/contract/preset.ts';
import { check } from '#shared/game/check.ts';
import { fold } from '#shared/game/fold.ts';
import { haveOtherRules } from '#shared/game/presetAhead.ts';
import { nicknameOf } from '#shared/game/selectors.ts';
import { restore, serialise } from '#shared/game/serialise.ts';
import { anchor, CAT_PAWS, CROWN, preset, ROSE, Show, whole } from '#tests/support/show.ts';

const battle = (more: Partial<Preset> = {}) => preset({ mode: 'battle', ...more });
const doubled = { by: 'diamonds', points: {}, multiplierTenths: 20 } as const;
const save = (show: Show, saved: Preset) =>
  show.tell({ command: 'choosePreset', preset: saved, rulesFrom: 'nextRound' });

describe('preset that is saved during a round', () => {
  it('values gifts by the former rules until the round is over', () => {
    const show = Show.inBattle();
    save(show, battle({ score: doubled, giftPrice: { min: 2, max: null } }));
    show.gift('aoi', { giftId: CAT_PAWS, repeat: 3 });
    expect(show.tenths('anchor:mika')).toBe(30);
    show.act('end');
    expect(show.state.presetAhead).toBeNull();
    show.gift('aoi', { giftId: CAT_PAWS, diamonds: 5 });
    expect(show.tenths('anchor:mika')).toBe(30 + 100);
    expect(show.book.row(show.gift('ben', { giftId: ROSE })).target).toBe('uncounted');
  });

  it('applies gifts, names and the look of effects at once', () => {
    const show = Show.inBattle();
    const anchors = [anchor('mika', { nickname: 'Mika M', gift: { ids: [CROWN] } }), anchor('rei')];
    const effects = { ...preset().effects, style: 'lava' as const, level1: 40 };
    save(show, battle({ anchors, effects, round: { ...preset().round, delay: 9 } }));
    expect(nicknameOf(show.state, 'mika')).toBe('Mika M');
    show.gift('aoi', { giftId: CROWN });
    expect(show.tenths('anchor:mika')).toBe(10);
    expect(show.state.preset?.effects).toMatchObject({ style: 'lava', level1: 30 });
    show.act('end');
    expect(show.state.preset?.effects.level1).toBe(40);
    expect(show.state.preset?.round.delay).toBe(9);
  });

  it('is still pending after a restart during the round', () => {
    const show = Show.inBattle();
    save(show, battle({ score: doubled }));
    const state = restore(serialise(show.state));
    expect(state.table.multiplierTenths).toBe(10);
    fold(state, state.seq + 1, whole({ command: 'round', action: 'end' }, show.now));
    expect(state.table.multiplierTenths).toBe(20);
  });

  it('applies at once if no round is on or its rules are the same', () => {
    const show = Show.started(battle());
    save(show, battle({ score: doubled }));
    expect(show.state.presetAhead).toBeNull();
    expect(show.state.table.multiplierTenths).toBe(20);
    const running = Show.inBattle();
    const renamed = battle({ name: 'Saturday' });
    expect(haveOtherRules(battle(), renamed)).toBe(false);
    save(running, renamed);
    expect(running.state.presetAhead).toBeNull();
    expect(running.state.preset?.name).toBe('Saturday');
  });

  it('is replaced by a preset that is saved later', () => {
    const show = Show.inBattle();
    save(show, battle({ score: doubled }));
    save(show, battle());
    expect(show.state.presetAhead).toBeNull();
    show.act('end');
    expect(show.state.table.multiplierTenths).toBe(10);
  });

  it('leaves a running combo alone while a command is checked, even if the round ends by then', () => {
    const show = Show.inBattle({ round: { ...preset().round, length: 60 } });
    save(show, battle({ score: doubled }));
    show.combo('aoi', 3, { giftId: CAT_PAWS });
    const before = serialise(show.state);
    const late = whole({ command: 'round', action: 'pause' }, show.now + 60_000);
    expect(check(show.state, late)?.code).toBe('round.notAllowed');
    expect(serialise(show.state)).toEqual(before);
  });

  it('applies at once in an older journal', () => {
    const show = Show.inBattle();
    show.tell({ command: 'choosePreset', preset: battle({ score: doubled }) });
    show.gift('aoi', { giftId: CAT_PAWS });
    expect(show.tenths('anchor:mika')).toBe(20);
  });
});
