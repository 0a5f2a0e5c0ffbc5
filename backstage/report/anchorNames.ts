import { type CommandInput, commandInputSchema } from '#shared/contract/input.ts';
import type { ReportSource } from './source.ts';

type Name = { anchorId: string; nickname: string };

/**
 * What the anchors are called: as the present preset has them, and one whom it has no more as the newest preset
 * of the show that had it.
 */
export function anchorNames({ journal, state }: ReportSource, wanted: ReadonlySet<string>): Name[] {
  const names = new Map((state.preset?.anchors ?? []).map(({ id, nickname }) => [id, nickname]));
  if ([...wanted].some((id) => !names.has(id))) {
    const commands = journal.db.prepare(
      `SELECT body FROM inputs WHERE kind = 'command' AND instr(body, '"command":"choosePreset"') > 0
       ORDER BY seq DESC`,
    );
    for (const { body } of commands.iterate()) {
      const command: CommandInput = commandInputSchema.parse(JSON.parse(String(body)));
      if (command.command !== 'choosePreset') continue;
      for (const { id, nickname } of command.preset.anchors) if (!names.has(id)) names.set(id, nickname);
    }
  }
  return [...names].map(([anchorId, nickname]) => ({ anchorId, nickname }));
}
