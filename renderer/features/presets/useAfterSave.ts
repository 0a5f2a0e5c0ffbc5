import { useRingside } from '#renderer/data/hooks.ts';
import type { Preset } from '#shared/contract/preset.ts';
import { haveOtherRules } from '#shared/game/presetAhead.ts';
import { currentRound, isOn } from '#shared/game/round/view.ts';
import type { GameState } from '#shared/game/state.ts';

/** Announces a saved preset, and when its rules hold. A show that waits for a preset takes it. */
export function useAfterSave(): (saved: Preset) => void {
  const { engine, toasts, attempt } = useRingside();
  return (saved) => {
    const key = rulesWait(engine.state, saved) ? 'message.savedRulesWait' : 'message.saved';
    toasts.getState().add({ severity: 'success', summary: { key } });
    if (engine.phase === 'following' && engine.state.preset === null && engine.state.status !== 'ended') {
      void attempt('session.choosePreset', { presetId: saved.id });
    }
  };
}

/** Whether the show plays by this preset and its rules have to wait for the end of a round. */
function rulesWait(state: GameState, saved: Preset): boolean {
  const round = currentRound(state);
  if (state.preset?.id !== saved.id || round === null || !isOn(round)) return false;
  return haveOtherRules(state.preset, saved);
}
