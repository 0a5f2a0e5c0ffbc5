import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BattleSettings } from '#shared/contract/rules.ts';
import { anchorRanking } from '#shared/game/report.ts';
import { roundVotes, sharesOf, showVotes } from '#shared/game/round/shares.ts';
import { battleBar } from '#shared/game/round/view.ts';
import { ranking, totals } from '#shared/game/selectors.ts';
import { buildWinner } from '#shared/overlay/buildRound.ts';
import { perform, stepsArb } from '#tests/support/game.ts';
import { CAT_PAWS, CROWN, preset, Show } from '#tests/support/show.ts';

/** A battle of Mika and Yuki against Rei, with 90 votes for Mika and 10 for Rei. */
function battle(distribution: BattleSettings['distribution']): Show {
  const show = Show.started(preset({ mode: 'battle', battle: { ...preset().battle, distribution } }));
  show.tell({ command: 'prepare', attacker: ['mika', 'yuki'], defender: ['rei'] });
  show.act('start');
  show.gift('aoi', { giftId: CAT_PAWS, repeat: 90 });
  show.gift('ben', { giftId: CROWN, repeat: 10 });
  return show;
}
const votes = (show: Show) => Object.fromEntries(showVotes(show.state));
const inRound = (show: Show) => ['mika', 'yuki', 'rei'].map((id) => roundVotes(show.round, id));

describe('votes of an anchor', () => {
  it('are its own votes during the round and its share after the settlement', () => {
    const show = battle('equalSplit');
    expect(inRound(show)).toEqual([900, 0, 100]);
    expect(votes(show)).toEqual({ mika: 900, rei: 100 });
    show.act('end');
    expect(inRound(show)).toEqual([450, 450, 100]);
    expect(votes(show)).toEqual({ mika: 450, yuki: 450, rei: 100 });
    expect(ranking(show.state).map(({ anchorId, rank }) => `${rank} ${anchorId}`)).toEqual([
      '1 mika',
      '1 yuki',
      '3 rei',
    ]);
    expect(anchorRanking(show.state).map(({ votesTenths }) => votesTenths)).toEqual([450, 450, 100]);
  });

  it('go to the defender under allToDefender, in the bar too, even if the attacker won', () => {
    const show = battle('allToDefender');
    expect(battleBar(show.round)).toMatchObject({ attackerTenths: 900, defenderTenths: 100 });
    show.act('end');
    expect(inRound(show)).toEqual([0, 0, 1000]);
    expect(battleBar(show.round)).toMatchObject({ attackerTenths: 0, defenderTenths: 1000 });
    expect(votes(show)).toEqual({ mika: 0, rei: 1000 });
    expect(buildWinner(show.state).last).toMatchObject({ outcome: 'attacker', votesTenths: 0 });
  });

  it('include gifts from outside of rounds', () => {
    const show = battle('equalSplit');
    show.act('end');
    show.gift('aoi', { giftId: CAT_PAWS, repeat: 5 });
    expect(votes(show)).toEqual({ mika: 500, yuki: 450, rei: 100 });
  });

  it('change at once with a correction', () => {
    const show = battle('equalSplit');
    show.act('end');
    const [row] = show.book.rows.keys();
    show.reassign([row ?? 0], 'anchor:rei');
    expect(votes(show)).toEqual({ rei: 1000 });
    show.undo();
    expect(votes(show)).toEqual({ mika: 450, yuki: 450, rei: 100 });
  });

  it('add up with the unallocated votes to all counted votes, and shares add up to their side', () => {
    fc.assert(
      fc.property(stepsArb, (steps) => {
        const show = new Show();
        for (const step of steps) {
          perform(show, step);
          const { counted, unallocated } = totals(show.state);
          let sum = unallocated.votesTenths;
          for (const tenths of showVotes(show.state).values()) sum += tenths;
          for (const round of show.state.rounds) {
            if (round.kind !== 'battle') continue;
            const sides = round.attacker.votesTenths + round.defender.votesTenths;
            const shares = [...sharesOf(round).values()].reduce((all, tenths) => all + tenths, 0);
            expect(shares).toBe(sides);
            if (round.phase === 'settled') continue;
            for (const pool of ['attacker', 'defender'] as const) {
              sum += round.targets.get(pool)?.votesTenths ?? 0;
            }
          }
          expect(sum).toBe(counted.votesTenths);
          expect(show.state.targets).toEqual(show.book.sums());
        }
      }),
      { numRuns: 200 },
    );
  });
});
