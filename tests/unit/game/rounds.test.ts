import { describe, expect, it } from 'vitest';
import { RULES_EDITION } from '#shared/contract/input.ts';
import { check } from '#shared/game/check.ts';
import { deadlineOf, isOn, leftOf, type Round } from '#shared/game/round/round.ts';
import { serialise } from '#shared/game/serialise.ts';
import { CAT_PAWS, preset, Show, type Told } from '#tests/support/show.ts';

const battle = (more = {}) => preset({ mode: 'battle', ...more });
const timed = (length: number, delay = 0) => ({ round: { ...preset().round, length, delay } });
const tell = (show: Show, told: Told) => show.tell(told)?.code ?? 'done';
/** The countdown of a round at `now` (ms). Without an end, `leftMs` and `deadline` are null. */
function roundClock(round: Round, now: number) {
  const over = round.phase === 'grace' || round.phase === 'settled';
  const deadline = deadlineOf(round.countdown);
  const running = round.phase === 'grace' ? round.grace : round.countdown;
  return {
    phase: round.phase,
    leftMs: over ? 0 : leftOf(round.countdown, now),
    deadline: Number.isFinite(deadline) ? deadline : null,
    graceMs: round.phase === 'grace' ? (leftOf(round.grace, now) ?? 0) : 0,
    standing: isOn(round) && running.since === null,
  };
}

const sides = { attacker: ['mika'], defender: ['rei'] };
const prepare = (show: Show, more: object = sides) => tell(show, { command: 'prepare', ...more });

describe('round', () => {
  it('goes through prepare, start, pause, resume and end, and is then settled', () => {
    const show = Show.started(battle());
    expect(prepare(show)).toBe('done');
    expect(show.round).toMatchObject({ id: 1, number: 1, kind: 'battle', phase: 'prepared' });
    expect(show.act('start')).toBe('done');
    expect(show.round).toMatchObject({ phase: 'running', startedAt: show.now });
    expect(show.act('pause')).toBe('done');
    expect(show.round.phase).toBe('paused');
    expect(show.act('resume')).toBe('done');
    show.pass(1000);
    expect(show.act('end')).toBe('done');
    expect(show.round).toMatchObject({ phase: 'settled', endedAt: show.now, settledAt: show.now });
    expect(show.round.settlement).not.toBeNull();
    prepare(show);
    expect(show.round).toMatchObject({ id: 2, number: 2 });
  });

  it('ends by itself at its deadline, whenever the next input arrives', () => {
    const show = Show.started(battle(timed(180)));
    prepare(show);
    show.act('start');
    const startedAt = show.now;
    expect(roundClock(show.round, startedAt + 60_000)).toMatchObject({
      leftMs: 120_000,
      deadline: startedAt + 180_000,
    });
    show.now += 200_000;
    show.gift('aoi');
    expect(show.round).toMatchObject({ phase: 'settled', endedAt: startedAt + 180_000 });
  });

  it('is over for a command after its deadline, even before the clock step', () => {
    const show = Show.inBattle(timed(10));
    show.gift('aoi', { giftId: CAT_PAWS });
    const before = JSON.stringify(serialise(show.state));
    const next = { kind: 'command', by: 'desk', command: 'prepare', edition: RULES_EDITION } as const;
    expect(check(show.state, { ...next, at: show.now + 9999 })?.code).toBe('task.previousFirst');
    expect(check(show.state, { ...next, at: show.now + 10_000 })).toBeNull();
    expect(JSON.stringify(serialise(show.state))).toBe(before);
  });

  it('without a length runs until the host ends it', () => {
    const show = Show.started(battle(timed(0)));
    prepare(show);
    show.act('start');
    show.pass(10 * 3600_000);
    expect(roundClock(show.round, show.now)).toMatchObject({
      phase: 'running',
      leftMs: null,
      deadline: null,
    });
    expect(show.act('end')).toBe('done');
  });

  it('stands at 0 during its delay and is settled after it, by the clock or after the host’s end', () => {
    for (const byHost of [false, true]) {
      const show = Show.started(battle(timed(10, 5)));
      prepare(show);
      show.act('start');
      show.pass(byHost ? 4000 : 10_000);
      if (byHost) show.act('end');
      expect(roundClock(show.round, show.now)).toMatchObject({ phase: 'grace', leftMs: 0, graceMs: 5000 });
      expect(show.act('end')).toBe('round.notAllowed');
      show.pass(4999);
      expect(show.round.phase).toBe('grace');
      show.pass(1);
      expect(show.round).toMatchObject({ phase: 'settled', settledAt: show.now });
    }
  });

  it('keeps its remaining time while the round or the session is paused', () => {
    const show = Show.started(battle(timed(60, 5)));
    prepare(show);
    show.act('start');
    show.pass(20_000);
    show.act('pause');
    show.pass(3600_000);
    expect(roundClock(show.round, show.now)).toMatchObject({
      leftMs: 40_000,
      deadline: null,
      standing: true,
    });
    show.act('resume');
    show.pass(10_000);
    show.tell({ command: 'session', action: 'pause' });
    show.pass(3600_000);
    expect(roundClock(show.round, show.now)).toMatchObject({ leftMs: 30_000, standing: true });
    show.tell({ command: 'session', action: 'resume' });
    expect(roundClock(show.round, show.now)).toMatchObject({ deadline: show.now + 30_000, standing: false });
    show.pass(32_000);
    show.tell({ command: 'session', action: 'pause' });
    show.pass(3600_000);
    expect(roundClock(show.round, show.now)).toMatchObject({ phase: 'grace', graceMs: 3000 });
    show.tell({ command: 'session', action: 'resume' });
    show.pass(3000);
    expect(show.round.phase).toBe('settled');
  });

  it('stays paused by the host when the session resumes', () => {
    const show = Show.inBattle(timed(60));
    show.act('pause');
    show.tell({ command: 'session', action: 'pause' });
    show.tell({ command: 'session', action: 'resume' });
    show.pass(100_000);
    expect(show.round.phase).toBe('paused');
    expect(roundClock(show.round, show.now).leftMs).toBe(60_000);
  });

  it('is settled at once when it is ended during a pause or with the session', () => {
    const show = Show.inBattle(timed(60, 5));
    show.act('pause');
    expect(show.act('end')).toBe('done');
    expect(show.round.phase).toBe('settled');

    const ended = Show.inBattle(timed(60, 5));
    ended.gift('aoi', { giftId: CAT_PAWS });
    ended.tell({ command: 'session', action: 'end' });
    expect(ended.round).toMatchObject({ phase: 'settled', settlement: { outcome: 'attacker' } });
    expect(ended.act('settle')).toBe('done');
    expect(prepare(ended)).toBe('session.ended');
  });

  it('can be prepared again or discarded while it is only prepared', () => {
    const show = Show.started(battle());
    prepare(show);
    expect(prepare(show, { attacker: ['yuki'], defender: ['mika', 'rei'] })).toBe('done');
    expect(show.state.rounds).toHaveLength(1);
    expect(show.round.attacker.anchors).toEqual(['yuki']);
    expect(show.act('end')).toBe('done');
    expect(show.state.rounds).toHaveLength(0);
  });
});

describe('command to a round', () => {
  it('is refused before the session has started', () => {
    const show = Show.ready(battle());
    expect(prepare(show)).toBe('session.notStarted');
    expect(show.act('start')).toBe('session.notStarted');
  });

  it('is refused with “previous task first” if an earlier step is unfinished', () => {
    const show = Show.started(battle(timed(10, 5)));
    expect(show.act('start')).toBe('task.previousFirst');
    prepare(show);
    show.act('start');
    expect(prepare(show)).toBe('task.previousFirst');
    expect(tell(show, { command: 'resurrect', anchorId: 'mika' })).toBe('task.previousFirst');
    show.act('pause');
    expect(prepare(show)).toBe('task.previousFirst');
    expect(show.act('settle')).toBe('task.previousFirst');
    show.act('resume');
    show.act('end');
    expect(show.round.phase).toBe('grace');
    expect(prepare(show)).toBe('task.previousFirst');
    show.pass(5000);
    expect(prepare(show)).toBe('done');
  });

  it('is refused if the round’s state has no such step', () => {
    const show = Show.started(battle());
    for (const action of ['pause', 'resume', 'end', 'settle'] as const) {
      expect(show.act(action)).toBe('round.notAllowed');
    }
    prepare(show);
    expect(show.act('pause')).toBe('round.notAllowed');
    show.act('start');
    expect(show.act('start')).toBe('round.notAllowed');
    expect(show.act('resume')).toBe('round.notAllowed');
    show.act('pause');
    expect(show.act('pause')).toBe('round.notAllowed');
    show.tell({ command: 'session', action: 'pause' });
    expect(show.act('resume')).toBe('session.paused');
    expect(show.act('end')).toBe('done');
    prepare(show);
    expect(show.act('start')).toBe('session.paused');
  });

  it('is refused in a battle without both sides, or with an anchor on both, unknown or out', () => {
    const show = Show.started(battle());
    expect(prepare(show, {})).toBe('round.sidesRequired');
    expect(prepare(show, { attacker: ['mika'], defender: [] })).toBe('round.sidesRequired');
    expect(prepare(show, { attacker: ['mika'], defender: ['rei', 'mika'] })).toBe('round.sidesOverlap');
    expect(prepare(show, { attacker: ['mika'], defender: ['nobody'] })).toBe('anchor.unknown');
    prepare(show);
    tell(show, { command: 'knockOut', anchorId: 'rei', out: true });
    expect(show.act('start')).toBe('anchor.out');
    expect(prepare(show)).toBe('anchor.out');
  });
});
