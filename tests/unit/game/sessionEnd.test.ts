import { describe, expect, it } from 'vitest';
import { isOver } from '#shared/game/sessionStatus.ts';
import { CAT_PAWS, preset, Show } from '#tests/support/show.ts';

const LINGER = 3000;
const rules = (more: object) => ({ round: { ...preset().round, length: 60, ...more } });
const inBattle = (more: object = {}) => {
  const show = Show.inBattle(rules(more));
  show.put({ kind: 'clockOffset', at: show.now, ahead: 0 });
  show.pass(10_000);
  return show;
};
const end = (show: Show) => show.tell({ command: 'session', action: 'end', linger: LINGER });
const rowOf = (show: Show, sentBefore: number) =>
  show.book.row(show.gift('aoi', { giftId: CAT_PAWS, sentAt: show.now - sentBefore }));

describe('end of the session', () => {
  it('counts a gift that was sent before it and arrives after it, in the round and in the room', () => {
    const show = inBattle();
    end(show);
    show.pass(300);
    expect(show.state.status).toBe('ended');
    expect(rowOf(show, 500)).toMatchObject({ target: 'anchor:mika', round: 1, late: 'no' });
    expect(rowOf(show, 100)).toMatchObject({ target: 'uncounted', reason: 'ended', round: 0 });
    show.pass(LINGER);
    expect(show.round).toMatchObject({ phase: 'settled', settlement: { attackerTenths: 10 } });
    expect(rowOf(show, 3600)).toMatchObject({ round: 1, late: 'listed' });
  });

  it('gives a running round its delay, in which gifts still count', () => {
    const show = inBattle({ delay: 8 });
    end(show);
    show.pass(5000);
    expect(rowOf(show, 0)).toMatchObject({ target: 'anchor:mika', round: 1 });
    show.pass(3000);
    expect(show.round.phase).toBe('settled');
    expect(show.round.settlement?.attackerTenths).toBe(10);
    expect(rowOf(show, 0)).toMatchObject({ reason: 'ended' });
  });

  it('lets a running delay end normally', () => {
    const show = inBattle({ delay: 8 });
    show.act('end');
    show.pass(5000);
    end(show);
    show.pass(2900);
    expect(show.round.phase).toBe('grace');
    expect(rowOf(show, 0).round).toBe(1);
    show.pass(100);
    expect(show.round.phase).toBe('settled');
  });

  it('leaves a long delay running, and nothing counts after that delay', () => {
    const show = inBattle({ delay: 999 });
    end(show);
    show.pass(5000);
    expect(show.act('cut')).toBe('done');
    expect(show.round.phase).toBe('settled');
    show.pass(100);
    expect(rowOf(show, 200)).toMatchObject({ round: 1, late: 'listed' });
    expect(rowOf(show, 0)).toMatchObject({ reason: 'ended', round: 0 });
  });

  it('settles a paused round at once, and any round if no gift can arrive', () => {
    const paused = inBattle();
    paused.act('pause');
    end(paused);
    expect(paused.round.phase).toBe('settled');
    const left = inBattle({ delay: 8 });
    left.tell({ command: 'session', action: 'end' });
    expect(left.round.phase).toBe('settled');
  });

  it('discards a round that is only prepared', () => {
    const show = Show.started(preset({ mode: 'battle' }));
    show.tell({ command: 'prepare', attacker: ['mika'], defender: ['rei'] });
    end(show);
    expect(show.state.rounds).toEqual([]);
    expect(isOver(show.state)).toBe(true);
  });

  it('counts nothing after a resurrection has reached its target', () => {
    const show = Show.started(preset({ mode: 'battle', round: { ...preset().round, delay: 8 } }));
    show.put({ kind: 'clockOffset', at: show.now, ahead: 0 });
    show.tell({ command: 'knockOut', anchorId: 'mika', out: true });
    show.tell({ command: 'resurrect', anchorId: 'mika' });
    show.act('start');
    end(show);
    show.pass(1000);
    expect(rowOf(show, 0)).toMatchObject({ target: 'anchor:mika', round: 1 });
    expect(show.round.settlement?.outcome).toBe('restored');
    show.pass(1000);
    expect(rowOf(show, 0)).toMatchObject({ reason: 'ended', round: 0 });
  });

  it('counts by arrival in a journal without the clock difference', () => {
    const show = Show.inBattle(rules({}));
    show.pass(10_000);
    show.tell({ command: 'session', action: 'end' });
    show.pass(300);
    expect(rowOf(show, 500)).toMatchObject({ target: 'uncounted', reason: 'ended' });
  });
});

describe('pause of the session', () => {
  it('counts gifts sent before it and none sent in it, whenever they arrive', () => {
    const show = inBattle();
    show.tell({ command: 'session', action: 'pause' });
    show.pass(500);
    expect(rowOf(show, 700)).toMatchObject({ target: 'anchor:mika', round: 1 });
    expect(rowOf(show, 300)).toMatchObject({ target: 'uncounted', reason: 'paused' });
    show.tell({ command: 'session', action: 'resume' });
    show.pass(100);
    expect(rowOf(show, 200)).toMatchObject({ reason: 'paused' });
    expect(rowOf(show, 50)).toMatchObject({ target: 'anchor:mika' });
    expect(rowOf(show, 900)).toMatchObject({ target: 'anchor:mika' });
  });
});

describe('host’s end of the delay', () => {
  it('settles the round now, and later gifts are late', () => {
    const show = inBattle({ delay: 999 });
    expect(show.act('cut')).toBe('round.notAllowed');
    show.act('end');
    show.pass(4000);
    expect(show.act('end')).toBe('round.notAllowed');
    expect(show.act('cut')).toBe('done');
    expect(show.round).toMatchObject({ phase: 'settled', settledAt: show.now });
    show.pass(200);
    expect(rowOf(show, 300)).toMatchObject({ round: 1, late: 'listed' });
    expect(rowOf(show, 100)).toMatchObject({ round: 0, late: 'no' });
    expect(show.act('cut')).toBe('round.notAllowed');
  });
});
