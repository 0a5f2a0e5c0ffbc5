import type { PowerSaveBlocker } from 'electron';

/** Keeps the display awake while `busy` and lets it sleep again after. Returns the function to tell it with. */
export function createPowerSave(blocker: Pick<PowerSaveBlocker, 'start' | 'stop'>): (busy: boolean) => void {
  let held: number | null = null;
  return (busy) => {
    if (busy && held === null) held = blocker.start('prevent-display-sleep');
    if (!busy && held !== null) {
      blocker.stop(held);
      held = null;
    }
  };
}
