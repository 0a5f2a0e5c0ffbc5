import { describe, expect, it } from 'vitest';
import { overlayMomentSchema, overlayStateSchema } from '#shared/contract/overlay/state.ts';
import { castOf } from '../../../overlay/sample/cast.ts';
import { showLevel, tourMoments } from '../../../overlay/sample/sampleHub.ts';
import { sampleState } from '../../../overlay/sample/sampleState.ts';
import { addGifts, ROUND, startTallies } from '../../../overlay/sample/tallies.ts';

function stateAt(second: number, language: 'ja' | 'en' | 'zh_CN' = 'en', step = second) {
  const cast = castOf(language);
  const tallies = startTallies(cast);
  let at = -1;
  for (let to = 0; to < second; to += step) {
    addGifts(tallies, cast, at, to);
    at = to;
  }
  addGifts(tallies, cast, at, second);
  return sampleState(cast, tallies, second, 1_000_000);
}

describe('sample show', () => {
  it('has a valid state at every second and in every language', () => {
    for (const language of ['ja', 'en', 'zh_CN'] as const) {
      for (let second = 0; second < ROUND.next * 2; second += 7) {
        const state = stateAt(second, language);
        expect(overlayStateSchema.parse(state)).toEqual(state);
      }
    }
  });

  it('is deterministic for any step size', () => {
    expect(stateAt(50, 'en', 0.4)).toEqual(stateAt(50));
  });

  it('has anchors who attack, defend, are out and are in a resurrection', () => {
    const scores = Object.values(stateAt(40).scores);
    expect(scores.filter(({ side }) => side === 'attacker')).toHaveLength(2);
    expect(scores.filter(({ side }) => side === 'defender')).toHaveLength(2);
    expect(scores.filter(({ out, reviving }) => out && !reviving)).toHaveLength(1);
    expect(scores.filter(({ reviving }) => reviving)).toHaveLength(1);
  });

  it('has consistent sums: sides and unallocated votes make up the round', () => {
    const { battle, totals } = stateAt(45);
    const { attackerTenths = 0, defenderTenths = 0, unallocatedTenths = 0 } = battle.now ?? {};
    expect(attackerTenths + defenderTenths + unallocatedTenths).toBe(totals.round.votesTenths);
    expect(attackerTenths).toBeGreaterThan(0);
    expect(defenderTenths).toBeGreaterThan(0);
  });

  it('ends its rounds close', () => {
    for (const round of [0, 1, 2]) {
      const { attackerPermille = 0 } = stateAt(round * ROUND.next + ROUND.end).battle.now ?? {};
      expect(attackerPermille).toBeGreaterThan(300);
      expect(attackerPermille).toBeLessThan(700);
    }
  });
});

describe('sample of effects', () => {
  it('shows each level on each side and each kind of moment within a minute', () => {
    const looks = new Set<string>();
    const kinds = new Set<string>();
    for (let second = 24; second < 84; second += 0.4) {
      const state = stateAt(second);
      showLevel(state, second);
      looks.add(`${state.battle.now?.effectLevel} ${state.battle.now?.effectSide}`);
      const moments = tourMoments(second - 0.4, second, state, castOf('en'));
      expect(moments.length).toBeLessThanOrEqual(1);
      for (const moment of moments) {
        expect(overlayMomentSchema.parse(moment)).toEqual(moment);
        kinds.add(moment.kind);
      }
    }
    expect(looks.size).toBe(6);
    expect([...kinds].sort()).toEqual(['breakthrough', 'gameplay', 'resurrection', 'settlement', 'streak']);
  });
});
