import type { Preset } from '../contract/preset.ts';
import { keepKnownDances } from './dance/dances.ts';
import { keepParts } from './run.ts';
import type { GameState } from './state.ts';
import { buildTable } from './table.ts';

/*
 * A preset that is saved or chosen while a round is on takes effect in two steps: what a gift is and who is who at
 * once, the rules with the end of the round, so that no round is played by two sets of rules.
 */

/** `next` with the rules of `now`: names, pictures, gifts and the look of effects are those of `next`. */
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

/** Whether two presets have other rules, whatever their names, gifts and pictures. */
export function haveOtherRules(now: Preset, next: Preset): boolean {
  return JSON.stringify(withRulesOf(now, next)) !== JSON.stringify(withRulesOf(next, next));
}

/** The round is over: the rules that waited for its end hold. */
export function takePresetAhead(state: GameState): void {
  if (state.presetAhead === null) return;
  state.preset = state.presetAhead;
  state.presetAhead = null;
  state.table = buildTable(state.preset);
  // What a running combo has brought so far stays at its value.
  for (const streak of state.streaks.values()) keepParts(streak);
  keepKnownDances(state);
}
