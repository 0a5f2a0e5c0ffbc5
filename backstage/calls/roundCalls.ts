import type { CallHandlers } from '#shared/contract/backstage.ts';
import { type CommandInput, RULES_EDITION } from '#shared/contract/input.ts';
import type { Core } from '../core.ts';
import { commandBase } from './showCalls.ts';

type Names =
  | 'round.prepare'
  | 'round.act'
  | 'round.resurrect'
  | 'round.pledge'
  | 'round.decideTie'
  | 'anchors.knockOut'
  | 'dance.act';

/** Handles operators' requests about rounds, anchors and dances. Each stores one command in the journal. */
export function roundCalls(core: Core): Pick<CallHandlers, Names> {
  const command = async (input: CommandInput): Promise<Record<string, never>> => {
    await core.shows.required.command(input);
    return {};
  };
  return {
    'round.prepare': async (wanted, by) =>
      command({ ...commandBase(core, by), command: 'prepare', edition: RULES_EDITION, ...wanted }),
    'round.act': async ({ action }, by) => command({ ...commandBase(core, by), command: 'round', action }),
    'round.resurrect': async ({ anchorId }, by) =>
      command({ ...commandBase(core, by), command: 'resurrect', edition: RULES_EDITION, anchorId }),
    'round.pledge': async ({ votesTenths }, by) =>
      command({ ...commandBase(core, by), command: 'pledge', votesTenths }),
    'round.decideTie': async (decision, by) =>
      command({ ...commandBase(core, by), command: 'decideTie', ...decision }),
    'anchors.knockOut': async ({ anchorId, out }, by) =>
      command({ ...commandBase(core, by), command: 'knockOut', anchorId, out }),
    'dance.act': async (wanted, by) => command({ ...commandBase(core, by), command: 'dance', ...wanted }),
  };
}
