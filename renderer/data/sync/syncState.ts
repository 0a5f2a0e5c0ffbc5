import type { ToastText } from '../stores/toastStore.ts';
import type { KeptBoth } from './parts.ts';

/**
 * `off`: nobody is signed in, or the host does not want it; `waiting`: the server or the backstage cannot be reached,
 * and what is to be saved stays safe here until then.
 */
export type SyncPhase = 'off' | 'working' | 'idle' | 'waiting';

export interface SyncState {
  phase: SyncPhase;
  /** How many presets and shows the account does not have yet. */
  waiting: number;
  /** When everything was last the same here and there, in ms by this device's clock; null before that. */
  savedAt: number | null;
  /** Versions that were both kept, the newest first, since the page was opened. */
  keptBoth: readonly KeptBoth[];
  /** What the server or the backstage does not take, and why. */
  refused: readonly { name: string; why: ToastText }[];
}

export const offState: SyncState = { phase: 'off', waiting: 0, savedAt: null, keptBoth: [], refused: [] };
