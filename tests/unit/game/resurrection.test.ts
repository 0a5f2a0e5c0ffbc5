import { describe, expect, it } from 'vitest';
import type { ResurrectionSettings } from '#shared/contract/rules.ts';
import {
  anchorScore,
  attemptAhead,
  attemptOf,
  outOf,
  streakOf,
  turningTenths,
} from '#shared/game/round/view.ts';
import { CAT_PAWS, CROWN, preset, ROSE, Show } from '#tests/support/show.ts';

/** Mika wins once, then loses with 10 own votes and is knocked out by the preset's rule. */
function mikaIsOut(resurrection: Partial<ResurrectionSettings> = {}, delay = 0): Show {
  const base = preset();
  const show = Show.inBattle({
    round: { ...base.round, delay },
    battle: { ...base.battle, knockOut: 'side', winnerDefends: false },
    resurrection: { ...base.resurrection, ...resurrection },
  });
  show.gift('aoi', { giftId: CAT_PAWS });
  show.act('end');
  show.pass(delay * 1000);
  show.tell({ command: 'knockOut', anchorId: 'rei', out: false });
  show.tell({ command: 'prepare', attacker: ['mika'], defender: ['rei'] });
  show.act('start');
  show.gift('aoi', { giftId: CAT_PAWS, repeat: 10 });
  show.gift('ben', { giftId: CROWN, repeat: 11 });
  show.act('end');
  show.pass(delay * 1000);
  return show;
}
const attempt = (show: Show, anchorId = 'mika') =>
  show.tell({ command: 'resurrect', anchorId })?.code ?? 'done';
const give = (show: Show, votes: number) => show.gift('aoi', { giftId: CAT_PAWS, repeat: votes });

describe('resurrection', () => {
  it('can be completed by votes that nobody has yet only if they suffice for the missing part of the target', () => {
    const show = mikaIsOut();
    attempt(show);
    show.act('start');
    give(show, 8);
    const { targetTenths } = show.round;
    show.gift('cho', { giftId: ROSE, repeat: targetTenths / 10 - 9 });
    expect(turningTenths(show.round)).toBe(0);
    show.gift('cho', { giftId: ROSE });
    expect(turningTenths(show.round)).toBe(targetTenths - 80);
    show.act('end');
    expect(turningTenths(show.round)).toBe(0);
  });

  it('brings the anchor back with its streak when the received votes reach the target of twice its votes', () => {
    const show = mikaIsOut();
    expect(outOf(show.state, 'mika')).toEqual({ round: 2, streak: 1, byRule: true, final: false });
    expect(attempt(show)).toBe('done');
    expect(show.round).toMatchObject({
      kind: 'resurrection',
      number: 2,
      id: 3,
      countdown: { length: 60_000 },
    });
    show.act('start');
    give(show, 19);
    expect(attemptOf(show.state)).toMatchObject({ targetTenths: 200, arrivedTenths: 190, reached: false });
    expect(outOf(show.state, 'mika')).not.toBeNull();
    give(show, 1);
    expect(show.round.settlement?.outcome).toBe('restored');
    expect(outOf(show.state, 'mika')).toBeNull();
    expect(streakOf(show.state, 'mika')).toBe(1);
    show.tell({ command: 'prepare' });
    expect(show.round).toMatchObject({ kind: 'battle', number: 3, id: 4 });
  });

  it('ends as soon as its target is reached, and later gifts belong to no round', () => {
    const show = mikaIsOut({}, 5);
    attempt(show);
    show.act('start');
    show.pass(10_000);
    give(show, 20);
    expect(show.round).toMatchObject({ phase: 'settled', endedAt: show.now, settledAt: show.now });
    const later = give(show, 3);
    expect(show.book.row(later).round).toBe(0);
    expect(show.tell({ command: 'prepare' })).toBeNull();
  });

  it('ends when a correction or a gift added by hand reaches the target', () => {
    const corrected = mikaIsOut();
    attempt(corrected);
    corrected.act('start');
    corrected.reassign([corrected.gift('chen', { repeat: 20 })], 'anchor:mika');
    expect(corrected.round.settlement?.outcome).toBe('restored');
    const added = mikaIsOut();
    attempt(added);
    added.act('start');
    const gift = { giftId: ROSE, giftName: 'Rose', diamonds: 1, count: 20, round: added.round.id };
    const user = { id: 'dai', name: 'Dai', username: '' };
    added.tell({ command: 'addGift', user, ...gift, to: 'anchor:mika' });
    expect(added.round.settlement?.outcome).toBe('restored');
  });

  it('shows a score that does not decrease', () => {
    const base = preset();
    const show = Show.inBattle({ decrease: { ...base.decrease, after: 1, toZero: true } });
    give(show, 10);
    show.act('end');
    show.tell({ command: 'knockOut', anchorId: 'mika', out: true });
    attempt(show);
    show.act('start');
    give(show, 15);
    show.pass(30_000);
    expect(attemptOf(show.state)?.arrivedTenths).toBe(150);
    expect(anchorScore(show.round, 'mika')).toBe(150);
  });

  it('computes its target from the anchor’s share at the settlement', () => {
    const base = preset();
    const show = Show.inBattle({ battle: { ...base.battle, distribution: 'equalSplit' } });
    show.act('end');
    show.tell({ command: 'prepare', attacker: ['mika', 'yuki'], defender: ['rei'] });
    show.act('start');
    give(show, 90);
    show.act('end');
    for (const anchorId of ['mika', 'yuki']) {
      show.tell({ command: 'knockOut', anchorId, out: true });
      expect(attemptAhead(show.state, anchorId)).toMatchObject({ wentOutWithTenths: 450, played: true });
      attempt(show, anchorId);
      expect(show.round.targetTenths).toBe(900);
      show.act('end');
    }
  });

  it('has the minimum target for an anchor that the host knocked out without a round', () => {
    const show = Show.started(
      preset({ mode: 'battle', resurrection: { ...preset().resurrection, floor: 50 } }),
    );
    show.tell({ command: 'knockOut', anchorId: 'mika', out: true });
    expect(attemptAhead(show.state, 'mika')).toEqual({
      targetTenths: 500,
      wentOutWithTenths: 0,
      played: false,
    });
  });

  it('keeps the target by own votes in an older show, and runs to the end of its countdown', () => {
    const base = preset();
    const show = Show.inBattle({ battle: { ...base.battle, distribution: 'equalSplit' } });
    show.act('end');
    show.tell({ command: 'prepare', edition: 1, attacker: ['mika', 'yuki'], defender: ['rei'] });
    show.act('start');
    give(show, 90);
    show.act('end');
    show.tell({ command: 'knockOut', anchorId: 'yuki', out: true });
    show.tell({ command: 'resurrect', edition: 1, anchorId: 'yuki' });
    expect(show.round.targetTenths).toBe(10);
    show.act('start');
    show.gift('dai', { giftId: ROSE, repeat: 5, to: { id: '7003', username: '' } });
    expect(show.round.phase).toBe('running');
    show.pass(60_000);
    expect(show.round.settlement?.outcome).toBe('restored');
  });

  it('is final for the session if it fails', () => {
    const show = mikaIsOut();
    attempt(show);
    show.act('start');
    give(show, 19);
    show.pass(60_000);
    expect(show.round.settlement?.outcome).toBe('failed');
    expect(attempt(show)).toBe('anchor.outForGood');
    expect(show.tell({ command: 'knockOut', anchorId: 'mika', out: false })?.code).toBe('anchor.outForGood');
  });

  it('counts received votes and no pledged ones', () => {
    const show = mikaIsOut();
    expect(show.tell({ command: 'pledge', votesTenths: 1 })?.code).toBe('round.notAllowed');
    attempt(show);
    show.act('start');
    expect(show.tell({ command: 'pledge', votesTenths: 9990 })).toBeNull();
    expect(attemptOf(show.state)).toMatchObject({ pledgedTenths: 9990, arrivedTenths: 0, reached: false });
    show.pass(60_000);
    expect(show.round.settlement?.outcome).toBe('failed');
  });

  it('counts only the votes of its anchor', () => {
    const show = mikaIsOut();
    attempt(show);
    show.act('start');
    show.gift('ben', { giftId: CROWN, repeat: 100 });
    show.gift('chen', { repeat: 100 });
    expect(attemptOf(show.state)?.arrivedTenths).toBe(0);
  });

  it('requires the minimum streak; 0 admits everyone', () => {
    const show = mikaIsOut({ minStreak: 2 });
    expect(show.tell({ command: 'resurrect', anchorId: 'mika' })).toEqual({
      code: 'anchor.streakTooShort',
      params: { needed: 2, had: 1 },
    });
    expect(attempt(mikaIsOut({ minStreak: 1 }))).toBe('done');
    expect(attempt(show, 'rei')).toBe('anchor.notOut');
    expect(attempt(show, 'nobody')).toBe('anchor.unknown');
  });

  it('has a target of factor and floor, and of at least one vote', () => {
    const target = (resurrection: Partial<ResurrectionSettings>) => {
      const show = mikaIsOut(resurrection);
      attempt(show);
      return show.round.targetTenths;
    };
    expect(target({ factorTenths: 5 })).toBe(50);
    expect(target({ factorTenths: 5, floor: 8 })).toBe(80);
    expect(target({ floor: 8 })).toBe(200);
    const never = Show.started(preset({ mode: 'battle' }));
    never.tell({ command: 'knockOut', anchorId: 'mika', out: true });
    attempt(never);
    expect(never.round.targetTenths).toBe(10);
  });

  it('follows corrections when it is settled again', () => {
    const show = mikaIsOut();
    attempt(show);
    show.act('start');
    const row = give(show, 20);
    show.pass(60_000);
    show.reassign([row], 'unallocated');
    show.act('settle');
    expect(outOf(show.state, 'mika')).toMatchObject({ final: true, streak: 1 });
    expect(streakOf(show.state, 'mika')).toBe(0);
    show.undo();
    show.act('settle');
    expect(outOf(show.state, 'mika')).toBeNull();
    expect(streakOf(show.state, 'mika')).toBe(1);
  });

  it('has the delay of every round, and can be discarded while it is only prepared', () => {
    const show = mikaIsOut({ length: 10 }, 5);
    attempt(show);
    expect(show.tell({ command: 'knockOut', anchorId: 'mika', out: false })?.code).toBe('task.previousFirst');
    show.act('end');
    expect(outOf(show.state, 'mika')?.final).toBe(false);
    attempt(show);
    show.act('start');
    show.pass(12_000);
    give(show, 20);
    show.pass(3000);
    expect(show.round.settlement?.outcome).toBe('restored');
  });

  it('computes its target from the last played round, not from an attempt', () => {
    const show = mikaIsOut();
    attempt(show);
    show.act('start');
    give(show, 99);
    show.pass(60_000);
    show.tell({ command: 'knockOut', anchorId: 'mika', out: true });
    expect(outOf(show.state, 'mika')).toMatchObject({ round: 2, streak: 1 });
    attempt(show);
    expect(show.round.targetTenths).toBe(200);
  });

  it('follows another preset while it is only prepared, and stays an attempt of the same anchor', () => {
    const show = mikaIsOut();
    attempt(show);
    const chosen = show.state.preset ?? preset();
    const longer = { ...chosen, resurrection: { ...chosen.resurrection, length: 90 } };
    show.tell({ command: 'choosePreset', preset: longer });
    expect(show.round).toMatchObject({ kind: 'resurrection', anchors: ['mika'], targetTenths: 200 });
    expect(show.round.countdown.length).toBe(90_000);
  });

  it('is refused in a battle, because an anchor who is out stands on no side', () => {
    const show = mikaIsOut();
    expect(show.tell({ command: 'prepare', attacker: ['mika'], defender: ['rei'] })?.code).toBe('anchor.out');
  });
});
