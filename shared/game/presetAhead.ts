import type { Preset } from '../contract/preset.ts';
import { keepKnownDances } from './dance.ts';
import type { GameState } from './state.ts';
import { forgetParts } from './streaks.ts';
import { buildTable } from './table.ts';

/*
 * A preset that is saved or chosen during a round takes effect in two steps. Its anchors and gifts hold at once, its
 * rules hold after the round, so that one set of rules decides a round.
 */

/** `next` with the rules of `now`. Names, pictures, gifts and the look of effects stay those of `next`. */
export function withRulesOf(now: Preset, next: Preset): Preset {
  const { style, scene, lineColor } = next.effects;
  return {
    ...next,
    mode: now.mode,
    giftPrice: now.giftPrice,
    score: now.score,
    singleGiftBinding: now.singleGiftBinding,
    round: now.round,
    battle: now.battle,
    resurrection: now.resurrection,
    decrease: now.decrease,
    effects: { ...now.effects, style, scene, lineColor },
    sticker: now.sticker,
    freestyle: now.freestyle,
  };
}

/** Whether the rules of two presets differ; names, gifts and pictures do not matter. */
export function haveOtherRules(now: Preset, next: Preset): boolean {
  return JSON.stringify(withRulesOf(now, next)) !== JSON.stringify(withRulesOf(next, next));
}

/** Makes the waiting rules take effect after the round. */
export function applyPresetAhead(state: GameState): void {
  if (state.presetAhead === null) return;
  state.preset = state.presetAhead;
  state.presetAhead = null;
  state.table = buildTable(state.preset);
  // The counted pieces of a running combo keep their value.
  for (const streak of state.streaks.values()) forgetParts(streak);
  keepKnownDances(state);
}
