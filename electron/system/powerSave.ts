import type { PowerSaveBlocker } from 'electron';

/** Returns a function that keeps the display awake while it was last called with true. */
export function createPowerSave(blocker: Pick<PowerSaveBlocker, 'start' | 'stop'>): (busy: boolean) => void {
  let blockerId: number | null = null;
  return (busy) => {
    if (busy && blockerId === null) blockerId = blocker.start('prevent-display-sleep');
    if (!busy && blockerId !== null) {
      blocker.stop(blockerId);
      blockerId = null;
    }
  };
}
