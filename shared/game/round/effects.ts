import type { EffectState, Side } from '../../contract/round.ts';
import { VOTE } from '../votes.ts';
import { isOn, type Round } from './round.ts';
import { sideScore } from './score.ts';

const none: EffectState = { side: null, level: 0 };

/**
 * The effect on the trailing side. A level starts below its threshold and ends one percentage point above it
 * (hysteresis), so that it does not flicker. `round.effect` stores the effect at the last gift; corrections do not
 * change it, so an undo restores what was shown before.
 */
export function effectOf(round: Round): EffectState {
  const signed = signedLevel(round);
  return signed === 0 ? none : { side: trailingSide(signed), level: Math.abs(signed) };
}

/** Stores the effect after a gift. It allocates only when the effect changes, because it runs with every gift. */
export function noteEffect(round: Round): void {
  const signed = signedLevel(round);
  const level = Math.abs(signed);
  const side = signed === 0 ? null : trailingSide(signed);
  if (level === round.effect.level && side === round.effect.side) return;
  round.effect = { side, level };
}

function trailingSide(signed: number): Side {
  return signed > 0 ? 'attacker' : 'defender';
}

/** The level, positive if the attacker trails, negative if the defender does. */
function signedLevel(round: Round): number {
  const { enabled, level1, level2, level3, minTotal } = round.rules.effects;
  if (!enabled || round.kind !== 'battle' || !isOn(round)) return 0;
  const attacker = sideScore(round, 'attacker');
  const defender = sideScore(round, 'defender');
  const total = attacker + defender;
  if (attacker === defender || total < minTotal * VOTE) return 0;
  const sign = attacker < defender ? 1 : -1;
  const hundredfold = Math.min(attacker, defender) * 100;
  const held = round.effect.side === trailingSide(sign) ? round.effect.level : 0;
  if (hundredfold < (held >= 3 ? level3 + 1 : level3) * total) return 3 * sign;
  if (hundredfold < (held >= 2 ? level2 + 1 : level2) * total) return 2 * sign;
  return hundredfold < (held >= 1 ? level1 + 1 : level1) * total ? sign : 0;
}
