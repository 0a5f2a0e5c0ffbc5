import { describe, expect, it } from 'vitest';
import { anchorRanking, giftRanking, roundReports } from '#shared/game/report.ts';
import { CAT_PAWS, CROWN, LION, preset, Show } from '#tests/support/show.ts';

describe('report of a show', () => {
  it('lists each round with the gifts of attacker, defender and nobody, and its end', () => {
    const show = Show.inBattle();
    show.gift('aoi', { giftId: CAT_PAWS, repeat: 3, diamonds: 5 });
    show.gift('ben', { giftId: CROWN, repeat: 2 });
    show.gift('chen', { repeat: 4 });
    show.gift('dai', { to: { id: '7003', username: '' } });
    show.gap({ from: show.now, until: show.now });
    show.pass(1000);
    show.act('pause');
    show.pass(9000);
    show.act('end');
    show.tell({ command: 'prepare' });
    const [report, ...rest] = roundReports(show.state);
    expect(rest).toEqual([]);
    expect(report).toMatchObject({
      number: 1,
      kind: 'battle',
      anchors: ['mika', 'rei'],
      attackers: ['mika'],
      defenders: ['rei'],
      ranMs: 1000,
      gaps: [{ cause: 'disconnect' }],
      gapCount: 1,
      outdated: false,
      settlement: { outcome: 'attacker' },
      counts: {
        attacker: { count: 3, diamonds: 15, votesTenths: 150 },
        defender: { count: 2, diamonds: 2, votesTenths: 20 },
        unallocated: { count: 4, diamonds: 4, votesTenths: 40 },
        others: { count: 1, diamonds: 1, votesTenths: 10 },
        uncounted: { count: 0 },
      },
    });
  });

  it('ranks anchors by received and won votes, and viewers and gifts by counted votes', () => {
    const show = Show.inBattle({ battle: { ...preset().battle, distribution: 'equalSplit' } });
    show.gift('aoi', { giftId: CAT_PAWS, repeat: 3 });
    show.gift('ben', { giftId: CROWN, repeat: 5 });
    show.act('end');
    show.gift('chen', { giftId: LION, diamonds: 100 });
    show.gift('aoi', { repeat: 2 });
    expect(
      anchorRanking(show.state).map(({ anchorId, votesTenths, settledTenths, wins, streak, rounds }) => [
        anchorId,
        votesTenths,
        settledTenths,
        wins,
        streak,
        rounds,
      ]),
    ).toEqual([
      ['mika', 50, 30, 0, 0, 1],
      ['rei', 50, 50, 1, 1, 1],
      ['yuki', 0, 0, 0, 0, 0],
    ]);
    expect(giftRanking(show.state).map(({ id }) => id)[0]).toBe(LION);
  });

  it('ranks gifts of equal votes by diamonds', () => {
    const show = Show.started(preset({ score: { by: 'count', points: {}, multiplierTenths: 10 } }));
    show.gift('aoi', { giftId: CROWN, diamonds: 5 });
    show.gift('aoi', { giftId: LION, diamonds: 100 });
    show.gift('aoi', { giftId: CAT_PAWS, diamonds: 50 });
    expect(giftRanking(show.state).map(({ id }) => id)).toEqual([LION, CAT_PAWS, CROWN]);
  });

  it('counts no resurrection as a round of its anchor', () => {
    const show = Show.inBattle({ battle: { ...preset().battle, knockOut: 'side' } });
    show.gift('ben', { giftId: CROWN, repeat: 5 });
    show.act('end');
    show.tell({ command: 'resurrect', anchorId: 'mika' });
    show.act('start');
    show.gift('aoi', { giftId: CAT_PAWS });
    show.act('end');
    const mika = anchorRanking(show.state).find(({ anchorId }) => anchorId === 'mika');
    expect(mika).toMatchObject({ rounds: 1, settledTenths: 0, wins: 0 });
  });

  it('counts only settled rounds for an anchor, not the running one', () => {
    const show = Show.inBattle();
    show.act('end');
    show.tell({ command: 'prepare', attacker: ['mika'], defender: ['rei'] });
    show.act('start');
    expect(anchorRanking(show.state).map(({ anchorId, rounds }) => [anchorId, rounds])).toEqual([
      ['mika', 1],
      ['rei', 1],
      ['yuki', 0],
    ]);
  });

  it('states when the countdown of a round ended and when it was settled after the delay', () => {
    const show = Show.inBattle({ round: { ...preset().round, length: 60, delay: 15 } });
    const from = show.now;
    show.pass(80_000);
    expect(roundReports(show.state)[0]).toMatchObject({
      startedAt: from,
      endedAt: from + 60_000,
      settledAt: from + 75_000,
    });
  });

  it('states the end of the show as the end of a round that it cut off', () => {
    const show = Show.inBattle();
    show.pass(7000);
    show.tell({ command: 'session', action: 'end' });
    expect(roundReports(show.state)[0]).toMatchObject({
      endedAt: show.now,
      settledAt: show.now,
      ranMs: 7000,
    });
  });

  it('states that votes have changed since a round was settled', () => {
    const show = Show.inBattle();
    const row = show.gift('aoi', { giftId: CAT_PAWS });
    show.act('end');
    show.reassign([row], 'anchor:rei');
    expect(roundReports(show.state)[0]?.outdated).toBe(true);
  });
});
