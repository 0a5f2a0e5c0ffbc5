import { type Target, targetSchema } from '#shared/contract/ledger.ts';
import { anchorIdOf } from '#shared/game/table.ts';

/** Returns an anchor's nickname by its id; null if the anchor is unknown. */
export type Nicknames = (anchorId: string) => string | null;

/**
 * Returns the last part of a text's key and the anchor's name for it, for texts that say whom a gift counts for. Every
 * target but an anchor has a text of its own.
 */
export function targetText(target: unknown, nicknames: Nicknames): { kind: string; anchor: string } {
  const parsed = targetSchema.safeParse(target);
  const known: Target = parsed.success ? parsed.data : 'unallocated';
  const anchorId = anchorIdOf(known);
  if (anchorId === null) return { kind: known, anchor: '' };
  const anchor = nicknames(anchorId);
  return anchor === null ? { kind: 'gone', anchor: '' } : { kind: 'anchor', anchor };
}
