import { describe, expect, it } from 'vitest';
import { nextSides, turningTenths } from '#shared/game/round/view.ts';
import { anchor, CAT_PAWS, CROWN, preset, Show, type Told } from '#tests/support/show.ts';

const battle = (more = {}) => preset({ mode: 'battle', ...more });
const timed = (length: number, delay = 0) => ({ round: { ...preset().round, length, delay } });
const tell = (show: Show, told: Told) => show.tell(told)?.code ?? 'done';
const sides = { attacker: ['mika'], defender: ['rei'] };
const prepare = (show: Show, more: object = sides) => tell(show, { command: 'prepare', ...more });

describe('sides of the next round', () => {
  const play = (show: Show, winner: number) => {
    prepare(show, show.state.rounds.length === 0 ? sides : {});
    show.act('start');
    show.gift('aoi', { giftId: winner });
    show.act('end');
  };

  it('are swapped after a win of the attacker, and stay otherwise', () => {
    const show = Show.started(battle());
    play(show, CAT_PAWS);
    expect(nextSides(show.state)).toEqual({ attacker: ['rei'], defender: ['mika'] });
    play(show, CAT_PAWS);
    expect(show.round.settlement?.outcome).toBe('defender');
    expect(nextSides(show.state)).toEqual({ attacker: ['rei'], defender: ['mika'] });
  });

  it('never change if the preset says so', () => {
    const show = Show.started(battle({ battle: { ...preset().battle, winnerDefends: false } }));
    play(show, CAT_PAWS);
    expect(nextSides(show.state)).toEqual({ attacker: ['mika'], defender: ['rei'] });
  });

  it('leave out anchors who are out', () => {
    const show = Show.started(battle({ battle: { ...preset().battle, knockOut: 'side' } }));
    play(show, CROWN);
    expect(nextSides(show.state)).toEqual({ attacker: [], defender: ['rei'] });
  });

  it('are in the order of the preset, whatever the order in the command', () => {
    const show = Show.started(battle());
    prepare(show, { attacker: ['yuki'], defender: ['rei', 'mika'] });
    expect(show.round.defender.anchors).toEqual(['mika', 'rei']);
    expect(show.round.anchors).toEqual(['mika', 'rei', 'yuki']);
  });
});

describe('change of preset', () => {
  it('does not change the rules of a round that has begun', () => {
    const show = Show.inBattle(timed(60));
    show.tell({ command: 'choosePreset', preset: battle(timed(5, 5)) });
    show.pass(59_000);
    expect(show.round.phase).toBe('running');
    show.pass(1000);
    expect(show.round.phase).toBe('settled');
  });

  it('updates a prepared round, and discards it if it no longer fits', () => {
    const show = Show.started(battle(timed(60)));
    prepare(show, { attacker: ['mika'], defender: ['rei', 'yuki'] });
    show.tell({
      command: 'choosePreset',
      preset: battle({ ...timed(7), anchors: preset().anchors.slice(0, 2) }),
    });
    expect(show.round).toMatchObject({ phase: 'prepared', number: 1, countdown: { length: 7000 } });
    expect(show.round.defender.anchors).toEqual(['rei']);
    show.tell({ command: 'choosePreset', preset: battle({ anchors: [anchor('mika'), anchor('new')] }) });
    expect(show.state.rounds).toHaveLength(0);
  });
});

describe('votes that can turn a battle', () => {
  it('are the unallocated and late ones, once they reach the lead', () => {
    const show = Show.inBattle({ round: { ...preset().round, length: 60, lateGifts: 'ask' } });
    for (let gift = 0; gift < 5; gift += 1) show.gift('aoi', { giftId: CAT_PAWS });
    for (let gift = 0; gift < 4; gift += 1) show.gift('kei');
    expect(turningTenths(show.round)).toBe(0);
    show.pass(62_000);
    show.gift('nao', { sentAt: show.now - 3000 });
    expect(show.round.settlement?.outcome).toBe('attacker');
    expect(turningTenths(show.round)).toBe(50);
  });

  it('are none if every vote has a side', () => {
    const show = Show.inBattle();
    show.gift('aoi', { giftId: CAT_PAWS });
    show.gift('kei', { giftId: CROWN });
    expect(turningTenths(show.round)).toBe(0);
  });
});
