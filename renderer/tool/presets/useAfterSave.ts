import type { Preset } from '#shared/contract/preset.ts';
import { useRingside } from '../../app/hooks.ts';

/** What follows the saving of a preset: it is said, and a show that waits for one takes it. */
export function useAfterSave(): (saved: Preset) => void {
  const { engine, toasts, attempt } = useRingside();
  return (saved) => {
    toasts.getState().add({ severity: 'success', summary: { key: 'message.saved' } });
    if (engine.phase === 'following' && engine.state.preset === null && engine.state.status !== 'ended') {
      void attempt('session.choosePreset', { presetId: saved.id });
    }
  };
}
