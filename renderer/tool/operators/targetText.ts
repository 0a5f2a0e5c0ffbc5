import { type Target, targetSchema } from '#shared/contract/ledger.ts';
import { anchorIdOf } from '#shared/game/table.ts';

/** A preset, as much of it as names its anchors. */
type Named = { anchors: readonly { id: string; nickname: string }[] } | null;

/**
 * The end of a text's key and the name to put into it, for texts that say where a gift counts: an anchor is a
 * name, the other targets are words of the language.
 */
export function targetText(target: unknown, preset: Named): { kind: string; anchor: string } {
  const parsed = targetSchema.safeParse(target);
  const known: Target = parsed.success ? parsed.data : 'unallocated';
  const anchorId = anchorIdOf(known);
  if (anchorId === null) return { kind: known, anchor: '' };
  const anchor = preset?.anchors.find(({ id }) => id === anchorId);
  return anchor === undefined ? { kind: 'gone', anchor: '' } : { kind: 'anchor', anchor: anchor.nickname };
}
