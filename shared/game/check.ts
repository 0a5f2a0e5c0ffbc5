import type { Problem } from '../contract/error.ts';
import type { CommandInput } from '../contract/input.ts';
import { checkAddGift, checkCorrection } from './correction.ts';
import { isBound } from './credit.ts';
import { checkDance } from './dance.ts';
import { checkDecideTie, outOf } from './round/fates.ts';
import { checkLate } from './round/late.ts';
import { checkRoundAction, currentRound } from './round/phases.ts';
import { planResurrection, planRound } from './round/plan.ts';
import { isOn } from './round/round.ts';
import { asOf } from './round/time.ts';
import { checkSessionAction } from './sessionStatus.ts';
import type { GameState } from './state.ts';

/**
 * The reason why the state refuses a command; null if it allows it. The backstage calls this before it stores a
 * command, and the fold ignores a refused command. After the session's end only commands that settle disputes are
 * allowed: corrections, late and added gifts, ending the delay, and settling the last round again.
 */
export function check(before: GameState, command: CommandInput): Problem | null {
  // Timed steps that are due by the command's time happen before it, even if no clock input has come yet.
  const state = asOf(before, command.at);
  if (command.command === 'correct') return checkCorrection(state, command);
  if (command.command === 'late') return checkLate(state, command);
  if (command.command === 'addGift') return checkAddGift(state, command);
  if (command.command === 'session') return checkSessionAction(state, command.action);
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

/** Rounds and dances need a session that has started. */
function checkStarted({ status }: GameState): Problem | null {
  return status === 'initialization' || status === 'ready' ? { code: 'session.notStarted' } : null;
}

type RoundCommand = Extract<
  CommandInput,
  { command: 'prepare' | 'resurrect' | 'round' | 'pledge' | 'knockOut' | 'decideTie' }
>;

/** The reason why a started session refuses a round command; null if it allows it. */
function checkRoundCommand(state: GameState, command: RoundCommand): Problem | null {
  const current = currentRound(state);
  switch (command.command) {
    case 'prepare':
    case 'resurrect': {
      if (current !== null && isOn(current)) return { code: 'task.previousFirst' };
      const plan =
        command.command === 'prepare'
          ? planRound(state, command)
          : planResurrection(state, command.anchorId, command.edition);
      return 'code' in plan ? plan : null;
    }
    case 'round':
      return checkRoundAction(state, command.action);
    case 'pledge':
      return current?.kind === 'resurrection' ? null : { code: 'round.notAllowed' };
    case 'knockOut':
      return checkKnockOut(state, command.anchorId, command.out);
    case 'decideTie':
      return checkDecideTie(state, command);
  }
}

function checkKnockOut(state: GameState, anchorId: string, out: boolean): Problem | null {
  if (!state.table.anchors.has(anchorId)) return { code: 'anchor.unknown' };
  const before = outOf(state, anchorId);
  if (out) return before === null ? null : { code: 'anchor.out' };
  if (before === null) return { code: 'anchor.notOut' };
  if (before.final) return { code: 'anchor.outForGood' };
  // The anchor's resurrection is on and decides; the host must end it first.
  const current = currentRound(state);
  const tries = current?.kind === 'resurrection' && current.anchors.includes(anchorId);
  return tries ? { code: 'task.previousFirst' } : null;
}
