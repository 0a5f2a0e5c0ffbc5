import { describe, expect, it } from 'vitest';
import { foldsForm } from '#renderer/features/show/room/deckStore.ts';
import { graceKey, leftText } from '#renderer/features/show/stage/Countdown.tsx';
import { rankedMembers, sideMembers } from '#renderer/features/show/stage/members.ts';
import { halved, nextPlace, placesOf, shuffled, swapped } from '#renderer/features/show/stage/SidePicker.tsx';
import { hasStage, hasStagePlace, hostView, stageView } from '#renderer/features/show/stage/stageView.ts';
import { phases } from '#shared/contract/connection.ts';
import { presetSchema } from '#shared/contract/preset.ts';
import { shownRound } from '#shared/game/round/view.ts';
import { CROWN, preset, Show } from '#tests/support/show.ts';

const { round, battle } = presetSchema.parse({ version: 1, id: 'x', name: 'x', anchors: [] });

describe('stage', () => {
  it('is visible during the session, and after its end if there was a round', () => {
    const ready = Show.ready();
    expect(hasStage(ready.state)).toBe(false);
    ready.tell({ command: 'session', action: 'start' });
    expect(hasStage(ready.state)).toBe(true);
    ready.tell({ command: 'session', action: 'end' });
    expect(hasStage(ready.state)).toBe(false);
    const played = Show.inBattle();
    played.tell({ command: 'session', action: 'end' });
    expect(hasStage(played.state)).toBe(true);
  });

  it('has its place on the Homepage before the start of the session', () => {
    const ready = Show.ready();
    expect(hasStagePlace(ready.state)).toBe(true);
    ready.tell({ command: 'session', action: 'start' });
    expect(hasStagePlace(ready.state)).toBe(true);
    ready.tell({ command: 'session', action: 'end' });
    expect(hasStagePlace(ready.state)).toBe(false);
  });

  it('chooses the text of the delay: votes count, paused, or waiting for late gifts', () => {
    const delayed = Show.inBattle({ round: { ...round, delay: 15 } });
    delayed.act('end');
    expect(graceKey(delayed.state)).toBe('stage.grace');
    delayed.tell({ command: 'session', action: 'pause' });
    expect(graceKey(delayed.state)).toBe('stage.gracePaused');
    delayed.tell({ command: 'session', action: 'resume' });
    delayed.tell({ command: 'session', action: 'end', linger: 3000 });
    expect(graceKey(delayed.state)).toBe('stage.grace');

    const short = Show.inBattle();
    short.tell({ command: 'session', action: 'end', linger: 3000 });
    expect(graceKey(short.state)).toBe('stage.lingering');
  });

  it('has sides for the next round only after the first battle', () => {
    const show = Show.started(preset({ mode: 'battle' }));
    expect(stageView(show.state)).toMatchObject({ kind: null, phase: null, sidesKnown: false });
    show.tell({ command: 'prepare', attacker: ['mika'], defender: ['rei'] });
    show.act('start');
    show.act('end');
    expect(stageView(show.state)).toMatchObject({ phase: 'settled', outcome: 'draw', sidesKnown: true });
  });

  it('has no sides for the next round while an anchor that came back has none', () => {
    const show = Show.started(preset({ mode: 'battle' }));
    const play = (attacker: string) => {
      show.tell({ command: 'prepare', attacker: [attacker], defender: ['yuki'] });
      show.act('start');
      show.act('end');
    };
    show.tell({ command: 'knockOut', anchorId: 'rei', out: true });
    play('mika');
    show.tell({ command: 'resurrect', anchorId: 'rei' });
    show.act('start');
    show.gift('aki', { giftId: CROWN, repeat: 10 });
    expect(show.round.settlement?.outcome).toBe('restored');
    expect(stageView(show.state).sidesKnown).toBe(false);
    play('rei');
    expect(stageView(show.state).sidesKnown).toBe(true);
  });

  it('does not keep a settled round of another mode', () => {
    const show = Show.inBattle();
    show.act('end');
    expect(hostView(show.state)).toMatchObject({ kind: 'battle', phase: 'settled' });
    show.tell({ command: 'choosePreset', preset: preset({ mode: 'votes' }) });
    expect(hostView(show.state)).toMatchObject({ mode: 'votes', kind: null, phase: null, number: 0 });
  });

  it('shows votes, shares and standings of the round, and marks a corrected settlement as outdated', () => {
    const show = Show.inBattle({ battle: { ...battle, knockOut: 'side' } });
    const first = show.gift('aoi', { repeat: 30 });
    show.gift('ben', { repeat: 10, to: { id: 'u-rei', username: 'rei' } });
    const view = stageView(show.state);
    expect(view.attackerTenths + view.defenderTenths + view.unallocatedTenths).toBe(400);
    show.reassign([first], 'anchor:mika');
    show.act('end');
    expect(stageView(show.state)).toMatchObject({
      outcome: 'attacker',
      attackerTenths: 300,
      outdated: false,
    });
    const shown = shownRound(show.state);
    if (shown === null) throw new Error('no round');
    expect(sideMembers(show.state, shown, 'attacker')).toMatchObject([
      { id: 'mika', scoreTenths: 300, shareTenths: 300, streak: 1, standing: 'in' },
    ]);
    expect(sideMembers(show.state, shown, 'defender')).toMatchObject([{ id: 'rei', standing: 'out' }]);
    show.reassign([first], 'uncounted');
    expect(stageView(show.state).outdated).toBe(true);
  });

  it('marks an anchor as trying during its resurrection and as final after it has failed', () => {
    const show = Show.inBattle();
    show.act('end');
    show.tell({ command: 'knockOut', anchorId: 'rei', out: true });
    show.tell({ command: 'resurrect', anchorId: 'rei' });
    const standing = () => {
      const shown = shownRound(show.state);
      return shown === null ? null : rankedMembers(show.state, shown)[0]?.standing;
    };
    expect(standing()).toBe('trying');
    show.act('start');
    show.act('end');
    expect(standing()).toBe('final');
  });

  it('ranks anchors by score and gives equal scores the same rank', () => {
    const show = Show.started(preset({ mode: 'normal', round }));
    show.tell({ command: 'prepare' });
    show.act('start');
    const row = show.gift('aoi', { repeat: 5 });
    show.reassign([row], 'anchor:yuki');
    const shown = shownRound(show.state);
    if (shown === null) throw new Error('no round');
    const ranked = rankedMembers(show.state, shown).map(({ id, rank }) => [id, rank]);
    expect(ranked[0]).toEqual(['yuki', 1]);
    expect(ranked.slice(1).map(([, rank]) => rank)).toEqual(ranked.slice(1).map(() => 2));
  });
});

describe('countdown text', () => {
  it('rounds the time left up to seconds, and counts up without an end', () => {
    const running = { length: 60_000, ran: 0, since: 1000 };
    expect(leftText(running, 1000)).toBe('01:00');
    expect(leftText(running, 1001)).toBe('01:00');
    expect(leftText(running, 2000)).toBe('00:59');
    expect(leftText(running, 60_999)).toBe('00:01');
    expect(leftText(running, 61_000)).toBe('00:00');
    expect(leftText({ length: 60_000, ran: 15_500, since: null }, 9e9)).toBe('00:45');
    expect(leftText({ length: 0, ran: 5000, since: 1000 }, 3000)).toBe('00:07');
  });
});

describe('sides', () => {
  it('are halves of the anchors in their order, with one attacker more if they are odd', () => {
    expect(halved(['a', 'b', 'c'])).toEqual(placesOf(['a', 'b'], ['c']));
    expect(halved([])).toEqual(new Map());
  });

  it('are random without a loss or a repetition of an anchor', () => {
    const numbers = [0.9, 0.1, 0.5].values();
    expect(shuffled(['a', 'b', 'c'], () => numbers.next().value ?? 0)).toEqual(['b', 'c', 'a']);
  });

  it('go from none to attacker to defender and back with the key of the anchor', () => {
    expect(nextPlace('none')).toBe('attacker');
    expect(nextPlace('attacker')).toBe('defender');
    expect(nextPlace('defender')).toBe('none');
  });
});

describe('swapped sides', () => {
  it('exchange attackers and defenders, and keep other anchors out', () => {
    const places = placesOf(['a'], ['b', 'c']).set('d', 'none');
    expect([...swapped(places)]).toEqual([
      ['a', 'defender'],
      ['b', 'attacker'],
      ['c', 'attacker'],
      ['d', 'none'],
    ]);
  });
});

describe('connection form', () => {
  it('is folded in a live or silent room, and while a running show reconnects', () => {
    expect(phases.filter((phase) => foldsForm(phase, 'ready'))).toEqual(['live', 'silent']);
    expect(phases.filter((phase) => !foldsForm(phase, 'counting'))).toEqual(['idle', 'ended', 'failed']);
  });

  it('is open from the end of a show, before the line closes', () => {
    expect(phases.filter((phase) => foldsForm(phase, 'ended'))).toEqual([]);
  });
});
