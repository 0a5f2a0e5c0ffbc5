import type { Problem } from '../contract/error.ts';
import type { CommandInput } from '../contract/input.ts';
import { isBound } from './binding.ts';
import { checkCorrection } from './correction.ts';
import { checkAction } from './session.ts';
import type { GameState } from './state.ts';

/**
 * Why the state does not allow a command, null when it does. Asked before a command is stored, and again by
 * the fold, which ignores what is refused. After the end of a session only corrections are left.
 */
export function check(state: GameState, command: CommandInput): Problem | null {
  if (command.command === 'correct') return checkCorrection(state, command);
  if (command.command === 'session') return checkAction(state, command.action);
  if (state.status === 'ended') return { code: 'session.ended' };
  switch (command.command) {
    case 'choosePreset':
    case 'suspend':
      return null;
    case 'bind': {
      const viewer = state.viewers.get(command.viewerId);
      if (viewer === undefined) return { code: 'viewer.unknown' };
      if (command.anchorId === null) return isBound(state.table, viewer) ? null : { code: 'viewer.notBound' };
      return state.table.anchors.has(command.anchorId) ? null : { code: 'anchor.unknown' };
    }
    case 'pin': {
      const viewer = state.viewers.get(command.viewerId);
      if (viewer === undefined) return { code: 'viewer.unknown' };
      return isBound(state.table, viewer) ? null : { code: 'viewer.notBound' };
    }
  }
}
