import { type Target, targetSchema } from '#shared/contract/ledger.ts';
import { anchorIdOf } from '#shared/game/table.ts';

/** An anchor's nickname by its id, null where nobody knows it. */
export type Nicknames = (anchorId: string) => string | null;

/**
 * The end of a text's key and the name to put into it, for texts that say where a gift counts: an anchor is a
 * name, the other targets are words of the language.
 */
export function targetText(target: unknown, nicknames: Nicknames): { kind: string; anchor: string } {
  const parsed = targetSchema.safeParse(target);
  const known: Target = parsed.success ? parsed.data : 'unallocated';
  const anchorId = anchorIdOf(known);
  if (anchorId === null) return { kind: known, anchor: '' };
  const anchor = nicknames(anchorId);
  return anchor === null ? { kind: 'gone', anchor: '' } : { kind: 'anchor', anchor };
}
