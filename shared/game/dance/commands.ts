import type { Problem } from '../../contract/error.ts';
import type { CommandInput } from '../../contract/input.ts';
import type { GameState } from '../state.ts';
import { endDance, findDance, isBusy, queueKey, startNext } from './dances.ts';

type DanceCommand = Extract<CommandInput, { command: 'dance' }>;

/** Why a command to the dances cannot be done now; null when it can. */
export function checkDance(state: GameState, { action, danceId }: DanceCommand): Problem | null {
  switch (action) {
    case 'start':
      if (state.status === 'paused') return { code: 'session.paused' };
      if (isBusy(state)) return { code: 'task.previousFirst' };
      return findDance(state, danceId) === undefined ? { code: 'dance.none' } : null;
    case 'end':
      return state.playing === null ? { code: 'dance.none' } : null;
    case 'remove':
      return findDance(state, danceId) === undefined ? { code: 'dance.none' } : null;
  }
}

export function foldDance(state: GameState, { action, danceId, at }: DanceCommand): void {
  switch (action) {
    case 'start':
      startNext(state, at, danceId);
      break;
    case 'end':
      endDance(state, at);
      break;
    case 'remove': {
      const dance = findDance(state, danceId);
      if (dance !== undefined) state.dances.delete(queueKey(dance));
      break;
    }
  }
}
