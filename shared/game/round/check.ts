import type { Problem } from '../../contract/error.ts';
import type { CommandInput } from '../../contract/input.ts';
import type { GameState } from '../state.ts';
import { outOf } from './fates.ts';
import { checkRoundAction, currentRound } from './phases.ts';
import { planResurrection, planRound } from './plan.ts';
import { isOn } from './round.ts';
import { checkDecideTie } from './tie.ts';

export type RoundCommand = Extract<
  CommandInput,
  { command: 'prepare' | 'resurrect' | 'round' | 'pledge' | 'knockOut' | 'decideTie' }
>;

/** Why a command to the rounds cannot be done now, in a session that has started; null when it can. */
export function checkRoundCommand(state: GameState, command: RoundCommand): Problem | null {
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
  // Its own attempt decides; giving that up first is the way back from it.
  const current = currentRound(state);
  const tries = current?.kind === 'resurrection' && current.anchors.includes(anchorId);
  return tries ? { code: 'task.previousFirst' } : null;
}
