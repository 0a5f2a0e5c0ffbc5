import type { Problem } from '../contract/error.ts';
import type { CommandInput } from '../contract/input.ts';
import { isBound } from './binding.ts';
import { checkAddGift } from './byHand.ts';
import { checkCorrection } from './correction.ts';
import { checkDance } from './dance/commands.ts';
import { checkRoundCommand } from './round/check.ts';
import { checkLate } from './round/late.ts';
import { asOf } from './round/time.ts';
import { checkAction } from './session.ts';
import type { GameState } from './state.ts';

/**
 * Why the state does not allow a command, null when it does. Asked before a command is stored, and again by
 * the fold, which ignores what is refused. After the end of a session only what settles
 * disputes is left: corrections, late and added gifts, ending the delay, and settling the last round again.
 */
export function check(before: GameState, command: CommandInput): Problem | null {
  // The clock may be behind: what is due by the command's time happens before it.
  const state = asOf(before, command.at);
  if (command.command === 'correct') return checkCorrection(state, command);
  if (command.command === 'late') return checkLate(state, command);
  if (command.command === 'addGift') return checkAddGift(state, command);
  if (command.command === 'session') return checkAction(state, command.action);
  const settles = command.command === 'round' && (command.action === 'settle' || command.action === 'cut');
  if (state.status === 'ended' && !settles) return { code: 'session.ended' };
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
    case 'dance':
      return checkStarted(state) ?? checkDance(state, command);
    case 'prepare':
    case 'resurrect':
    case 'round':
    case 'pledge':
    case 'knockOut':
    case 'decideTie':
      return checkStarted(state) ?? checkRoundCommand(state, command);
  }
}

/** A game is played while the session collects; before that there is nothing to play for. */
function checkStarted({ status }: GameState): Problem | null {
  return status === 'initialization' || status === 'ready' ? { code: 'session.notStarted' } : null;
}
