import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Snapshot } from '#shared/contract/snapshot.ts';
import { countedRound, movingRow } from '#shared/game/correction.ts';
import { roundVotes } from '#shared/game/round/shares.ts';
import { serialise } from '#shared/game/serialise.ts';
import { expectAgreement } from '#tests/support/agreement.ts';
import { perform, pickRows, play, stepsArb, targetArb } from '#tests/support/game.ts';
import { CAT_PAWS, CROWN, preset, Show } from '#tests/support/show.ts';

const rounds = { round: { ...preset().round, length: 60, lateGifts: 'ask' as const } };

/** A settled battle of Mika against Rei, after a gift of 5 that belongs to no round. */
function withLostGift() {
  const show = Show.started(preset({ mode: 'battle', ...rounds }));
  const lost = show.gift('aoi', { giftId: CAT_PAWS, diamonds: 5 });
  show.tell({ command: 'prepare', attacker: ['mika'], defender: ['rei'] });
  show.act('start');
  show.gift('ben', { giftId: CROWN, diamonds: 2 });
  show.pass(61_000);
  return { show, lost };
}

const votes = (show: Show, id: number) => {
  const round = show.state.rounds[id - 1];
  return [round?.attacker.votesTenths, round?.defender.votesTenths];
};

describe('gift that a correction moves to another round', () => {
  it('counts there with its credit and votes, and in the room as before', () => {
    const { show, lost } = withLostGift();
    expect(votes(show, 1)).toEqual([0, 20]);
    expect(show.place([lost], 1)).toBeNull();
    expect(votes(show, 1)).toEqual([50, 20]);
    expect(show.tenths('anchor:mika')).toBe(50);
    expect(show.book.row(lost)).toMatchObject({
      round: 1,
      late: 'no',
      target: 'anchor:mika',
      reason: 'exclusive',
      autoPlace: { round: 0, late: 'no' },
    });
  });

  it('changes the shares at once, and the result of a settled round when it is settled again', () => {
    const { show, lost } = withLostGift();
    show.place([lost], 1);
    expect(show.round.settlement?.outcome).toBe('defender');
    expect(roundVotes(show.round, 'mika')).toBe(50);
    expect(show.act('settle')).toBe('done');
    expect(show.round.settlement?.outcome).toBe('attacker');
  });

  it('leaves its former round, and returns there when the correction is undone', () => {
    const { show, lost } = withLostGift();
    show.place([lost], 1);
    show.tell({ command: 'prepare', attacker: ['mika'], defender: ['rei'] });
    show.act('start');
    expect(show.place([lost], 2)).toBeNull();
    expect([votes(show, 1), votes(show, 2)]).toEqual([
      [0, 20],
      [50, 0],
    ]);
    expect(show.state.viewers.get('aoi')).toMatchObject({ round: 2, roundCount: 1, roundVotesTenths: 50 });
    show.undo();
    expect([votes(show, 1), votes(show, 2)]).toEqual([
      [50, 20],
      [0, 0],
    ]);
    expect(show.state.viewers.get('aoi')).toMatchObject({ roundCount: 0, roundVotesTenths: 0 });
    show.undo();
    expect(votes(show, 1)).toEqual([0, 20]);
    expect(show.book.row(lost)).toMatchObject({ round: 0, late: 'no' });
  });

  it('keeps the value that it had when it was counted', () => {
    const { show, lost } = withLostGift();
    show.tell({
      command: 'choosePreset',
      preset: preset({ mode: 'battle', ...rounds, score: { ...preset().score, multiplierTenths: 20 } }),
    });
    show.place([lost], 1);
    expect(votes(show, 1)).toEqual([50, 20]);
  });

  it('is no longer late in another round, and late again after an undo', () => {
    const { show } = withLostGift();
    const late = show.gift('aoi', { giftId: CAT_PAWS, diamonds: 5, sentAt: show.now - 2000 });
    expect(show.book.row(late)).toMatchObject({ round: 1, late: 'listed' });
    expect(show.round.late.rows).toBe(1);
    show.tell({ command: 'prepare', attacker: ['mika'], defender: ['rei'] });
    show.act('start');
    show.place([late], 2);
    expect(show.book.row(late)).toMatchObject({ round: 2, late: 'no', marks: ['late'] });
    expect([show.state.rounds[0]?.late.rows, votes(show, 2)[0]]).toEqual([0, 50]);
    show.undo();
    expect(show.book.row(late)).toMatchObject({ round: 1, late: 'listed' });
    expect([show.state.rounds[0]?.late.rows, votes(show, 2)[0]]).toEqual([1, 0]);
  });

  it('is accepted in the round for which it was late, and can be left out like any other', () => {
    const { show } = withLostGift();
    const late = show.gift('aoi', { giftId: CAT_PAWS, diamonds: 5, sentAt: show.now - 2000 });
    show.place([late], 1);
    expect(show.book.row(late)).toMatchObject({ round: 1, late: 'accepted' });
    expect(show.round.accepted.rows).toBe(1);
    expect(show.late([late], false)).toBeNull();
    expect(show.book.row(late)).toMatchObject({ late: 'listed' });
    expect([show.round.late.rows, show.round.accepted.rows, votes(show, 1)[0]]).toEqual([1, 0, 0]);
  });

  it('stays left out of its round when a later change of its anchor is undone', () => {
    const { show } = withLostGift();
    const late = show.gift('aoi', { giftId: CAT_PAWS, diamonds: 5, sentAt: show.now - 2000 });
    show.place([late], 1);
    show.late([late], false);
    show.reassign([late], 'anchor:rei');
    show.undo();
    expect(show.book.row(late)).toMatchObject({ round: 1, late: 'listed', target: 'anchor:mika' });
    expect(votes(show, 1)).toEqual([0, 20]);
  });

  it('takes the rest of its combo along until the correction is undone', () => {
    const { show } = withLostGift();
    const row = show.combo('aoi', 3, { giftId: CAT_PAWS, diamonds: 5, sentAt: show.now });
    show.place([row], 1);
    show.combo('aoi', 5, { giftId: CAT_PAWS, diamonds: 5, sentAt: show.now });
    expect(show.book.row(row)).toMatchObject({ count: 5, round: 1 });
    expect(votes(show, 1)[0]).toBe(250);
    show.undo();
    show.combo('aoi', 6, { giftId: CAT_PAWS, diamonds: 5, sentAt: show.now });
    expect(show.book.row(row)).toMatchObject({ count: 6, round: 0 });
    expect(votes(show, 1)[0]).toBe(0);
  });

  it('takes the rest of its combo along when it leaves its round', () => {
    const show = Show.inBattle(rounds);
    const row = show.combo('aoi', 3, { giftId: CAT_PAWS });
    show.place([row], 0);
    show.combo('aoi', 5, { giftId: CAT_PAWS });
    expect(show.book.row(row)).toMatchObject({ count: 5, round: 0, autoPlace: { round: 1, late: 'no' } });
    expect(votes(show, 1)[0]).toBe(0);
    expect(show.tenths('anchor:mika')).toBe(50);
  });

  it('can be given to another anchor there', () => {
    const { show, lost } = withLostGift();
    show.place([lost], 1);
    expect(show.reassign([lost], 'anchor:rei')).toBeNull();
    expect(votes(show, 1)).toEqual([0, 70]);
    show.undo();
    show.undo();
    expect(votes(show, 1)).toEqual([0, 20]);
  });

  it('ends a resurrection attempt when it makes the target', () => {
    const { show, lost } = withLostGift();
    show.tell({ command: 'knockOut', anchorId: 'mika', out: true });
    show.tell({ command: 'resurrect', anchorId: 'mika' });
    show.act('start');
    expect(show.round.phase).toBe('running');
    show.place([lost], 2);
    expect(show.round.settlement?.outcome).toBe('restored');
  });
});

describe('correction of a round', () => {
  it('is refused if the round does not exist or has not begun', () => {
    const { show, lost } = withLostGift();
    expect(show.place([lost], 7)?.code).toBe('round.unknown');
    show.tell({ command: 'prepare', attacker: ['mika'], defender: ['rei'] });
    expect(show.place([lost], 2)?.code).toBe('round.unknown');
  });

  it('is refused for a row of a side if the round has no sides', () => {
    const { show, lost } = withLostGift();
    show.place([lost], 1);
    show.reassign([lost], 'attacker');
    show.tell({ command: 'knockOut', anchorId: 'mika', out: true });
    show.tell({ command: 'resurrect', anchorId: 'mika' });
    show.act('start');
    for (const round of [0, 2]) expect(show.place([lost], round)?.code).toBe('round.noSides');
  });

  it('is refused if another operator moved the row meanwhile', () => {
    const { show, lost } = withLostGift();
    const combo = show.combo('aoi', 2, { giftId: CAT_PAWS });
    const row = show.book.row(combo);
    const seen = movingRow(row, row.target, row.reason, { round: 1, late: 'no' });
    show.place([combo], 1);
    expect(show.tell({ command: 'correct', rows: [seen] })?.code).toBe('ledger.stale');

    // The round no longer has a row of this size.
    show.place([lost], 1);
    const large = show.book.row(lost);
    const out = movingRow(large, large.target, large.reason, { round: 0, late: 'no' });
    show.place([lost], 0);
    expect(show.tell({ command: 'correct', rows: [out] })?.code).toBe('ledger.stale');
  });
});

/** The state without counters, stored losses of moved rows, and viewers' sums of no round. */
function content(snapshot: Snapshot): string {
  const rounds = snapshot.rounds.map((round) => ({
    ...round,
    falls: round.falls.map((fall) => ({ ...fall, moved: fall.moved.filter(({ away }) => away) })),
  }));
  const viewers = snapshot.viewers.map((viewer) => {
    const sums = { round: 0, roundCount: 0, roundVotesTenths: 0 };
    return viewer.roundCount === 0 || viewer.round !== rounds.at(-1)?.id ? { ...viewer, ...sums } : viewer;
  });
  return JSON.stringify({ ...snapshot, rounds, viewers, seq: 0, corrections: 0 });
}

const correctionArb = fc.record({
  picks: fc.array(fc.nat({ max: 200 }), { minLength: 1, maxLength: 4 }),
  to: fc.oneof(targetArb, fc.nat({ max: 4 })),
});

describe('random corrections of a show', () => {
  it('keep rows, rounds, sides, shares and late gifts consistent at any time', () => {
    fc.assert(
      fc.property(stepsArb, (steps) => {
        const show = new Show();
        for (const step of steps) {
          perform(show, step);
          expectAgreement(show);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('restore the earlier state when all of them are undone', () => {
    let moved = 0;
    fc.assert(
      fc.property(stepsArb, fc.array(correctionArb, { minLength: 1, maxLength: 6 }), (steps, corrections) => {
        const show = play(steps);
        show.pass(0);
        const before = content(serialise(show.state));
        const settled = () => show.state.rounds.filter(({ phase }) => phase === 'settled').length;
        const over = settled();
        let made = 0;
        for (const { picks, to } of corrections) {
          const ids = pickRows(show, picks);
          const elsewhere =
            typeof to === 'number' ? ids.filter((id) => countedRound(show.book.row(id)) !== to) : ids;
          if (elsewhere.length === 0) continue;
          const problem = typeof to === 'number' ? show.place(elsewhere, to) : show.reassign(elsewhere, to);
          expectAgreement(show);
          made += Number(problem === null);
          moved += Number(problem === null && typeof to === 'number');
        }
        // A correction that reaches a resurrection's target ends the resurrection for good.
        fc.pre(settled() === over);
        for (; made > 0; made -= 1) show.undo();
        expectAgreement(show);
        expect(content(serialise(show.state))).toBe(before);
      }),
      { numRuns: 300 },
    );
    expect(moved).toBeGreaterThan(10);
  });
});
