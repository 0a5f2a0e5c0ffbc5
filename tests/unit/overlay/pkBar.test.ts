import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { percents } from '../../../overlay/widgets/pkBar/pkBar.ts';

describe('percentages of the bar', () => {
  it('equal those of the tool and add up to 100', () => {
    const votes = fc.nat(2_000_000_000);
    fc.assert(
      fc.property(votes, votes, (attackerTenths, defenderTenths) => {
        const { attacker, defender } = percents(attackerTenths, defenderTenths);
        const share =
          attackerTenths + defenderTenths === 0 ? 0.5 : attackerTenths / (attackerTenths + defenderTenths);
        expect([attacker, defender]).toEqual([Math.round(share * 100), 100 - Math.round(share * 100)]);
      }),
    );
  });

  it('are not rounded twice and are even at 0:0', () => {
    expect(percents(4446, 5554)).toEqual({ attacker: 44, defender: 56 });
    expect(percents(0, 0)).toEqual({ attacker: 50, defender: 50 });
  });
});
