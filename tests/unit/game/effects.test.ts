import { describe, expect, it } from 'vitest';
import type { EffectSettings } from '#shared/contract/rules.ts';
import { effectOf } from '#shared/game/round/view.ts';
import { CAT_PAWS, CROWN, preset, Show } from '#tests/support/show.ts';

/** Gives votes to the attacker Mika and the defender Rei. */
const forMika = (show: Show, votes: number) => show.gift('aoi', { giftId: CAT_PAWS, repeat: votes });
const forRei = (show: Show, votes: number) => show.gift('ben', { giftId: CROWN, repeat: votes });

/** The effect on screens after a gift. The round must store the same effect, because hysteresis starts from it. */
function effectNow(show: Show) {
  expect(show.round.effect).toEqual(effectOf(show.round));
  return show.round.effect;
}

describe('special effects', () => {
  const inEffect = (effects: Partial<EffectSettings> = {}) =>
    Show.inBattle({ effects: { ...preset().effects, minTotal: 0, ...effects } });

  it('appear on the trailing side in three levels, each below its threshold and not at it', () => {
    const show = inEffect();
    forMika(show, 71);
    forRei(show, 29);
    expect(effectNow(show)).toEqual({ side: 'defender', level: 1 });
    forMika(show, 200);
    expect(effectNow(show)).toEqual({ side: 'defender', level: 3 });
  });

  it('check level 3 first', () => {
    const at = (mika: number, rei: number) => {
      const show = inEffect();
      forMika(show, mika);
      forRei(show, rei);
      return effectNow(show).level;
    };
    // Rei's votes arrive in one gift, so the only earlier state is Mika's lead.
    expect(at(1, 9)).toBe(2);
    expect(at(20, 80)).toBe(1);
    expect(at(19, 81)).toBe(2);
    expect(at(9, 91)).toBe(3);
    expect(at(30, 70)).toBe(0);
    expect(at(31, 70)).toBe(0);
  });

  it('continue until the share is one whole point above their threshold', () => {
    const show = inEffect();
    forMika(show, 2900);
    forRei(show, 7100);
    expect(effectNow(show).level).toBe(1);
    forMika(show, 200); // 3100 of 10200: 30.4 %
    expect(effectNow(show).level).toBe(1);
    forMika(show, 90); // 3190 of 10290: 31.0009 %
    expect(effectNow(show).level).toBe(0);
    forRei(show, 300); // 3190 of 10590: 30.1 %
    expect(effectNow(show).level).toBe(0);
    forRei(show, 100); // 3190 of 10690: 29.8 %
    expect(effectNow(show).level).toBe(1);
  });

  it('continue in the same way for either side', () => {
    const show = inEffect();
    forRei(show, 2900);
    forMika(show, 7100);
    forRei(show, 200); // 3100 of 10200: 30.4 %
    expect(effectNow(show)).toEqual({ side: 'defender', level: 1 });
  });

  it('continue in each level by its own threshold', () => {
    const second = inEffect();
    forMika(second, 1900);
    forRei(second, 8100);
    expect(effectNow(second).level).toBe(2);
    forMika(second, 150); // 2050 of 10150: 20.2 %
    expect(effectNow(second).level).toBe(2);
    forMika(second, 150); // 2200 of 10300: 21.4 %
    expect(effectNow(second).level).toBe(1);
    forRei(second, 400); // 2200 of 10700: 20.6 %
    expect(effectNow(second).level).toBe(1);
    const third = inEffect();
    forMika(third, 900);
    forRei(third, 9100);
    expect(effectNow(third).level).toBe(3);
    forMika(third, 150); // 1050 of 10150: 10.3 %
    expect(effectNow(third).level).toBe(3);
    forMika(third, 100); // 1150 of 10250: 11.2 %
    expect(effectNow(third).level).toBe(2);
    forRei(third, 400); // 1150 of 10650: 10.8 %
    expect(effectNow(third).level).toBe(2);
  });

  it('require a minimum of votes on both sides together', () => {
    const show = inEffect({ minTotal: 100 });
    forRei(show, 99);
    expect(effectNow(show).level).toBe(0);
    forRei(show, 1);
    expect(effectNow(show)).toEqual({ side: 'attacker', level: 3 });
  });

  it('follow a correction and its undo', () => {
    const show = inEffect();
    forMika(show, 2900);
    forRei(show, 7100);
    const row = forMika(show, 150); // 30.05 %: the hysteresis keeps level 1
    expect(effectOf(show.round)).toEqual({ side: 'attacker', level: 1 });
    show.reassign([row], 'anchor:rei');
    expect(effectOf(show.round).level).toBe(1);
    const rest = [...show.book.rows.values()].find(({ count }) => count === 7100);
    show.reassign([rest?.rowId ?? 0], 'anchor:mika');
    expect(effectOf(show.round)).toEqual({ side: 'defender', level: 3 });
    show.undo();
    show.undo();
    expect(effectOf(show.round)).toEqual({ side: 'attacker', level: 1 });
  });

  it('stop at the settlement, and never appear if the preset has them off', () => {
    const show = inEffect();
    forRei(show, 100);
    expect(effectOf(show.round).level).toBe(3);
    show.act('pause');
    expect(effectOf(show.round).level).toBe(3);
    show.act('end');
    expect(effectOf(show.round)).toEqual({ side: null, level: 0 });
    const off = inEffect({ enabled: false });
    forRei(off, 100);
    expect(effectOf(off.round).level).toBe(0);
  });
});
