import type { EffectState, Side } from '../../contract/round.ts';
import { VOTE } from '../votes.ts';
import { isOn, type Round } from './round.ts';
import { sideScore } from './score.ts';

const none: EffectState = { side: null, level: 0 };

/**
 * The effect on the side that is behind. A level holds from below its threshold until a whole point above it,
 * so that it does not flicker; `round.effect` remembers what held at the last gift. A correction only looks
 * at that memory and does not change it, so taking it back shows what was shown before.
 */
export function effectOf(round: Round): EffectState {
  const { enabled, level1, level2, level3, minTotal } = round.rules.effects;
  if (!enabled || round.kind !== 'battle' || !isOn(round)) return none;
  const attacker = sideScore(round, 'attacker');
  const defender = sideScore(round, 'defender');
  const total = attacker + defender;
  if (attacker === defender || total < minTotal * VOTE) return none;
  const side: Side = attacker < defender ? 'attacker' : 'defender';
  const hundredfold = Math.min(attacker, defender) * 100;
  const held = round.effect.side === side ? round.effect.level : 0;
  if (holds(3, level3)) return { side, level: 3 };
  if (holds(2, level2)) return { side, level: 2 };
  return holds(1, level1) ? { side, level: 1 } : none;

  function holds(level: number, threshold: number): boolean {
    return hundredfold < (held >= level ? threshold + 1 : threshold) * total;
  }
}

export function noteEffect(round: Round): void {
  if (round.kind !== 'battle') return;
  const effect = effectOf(round);
  if (effect.level === round.effect.level && effect.side === round.effect.side) return;
  round.effect = { side: effect.side, level: effect.level };
}
