import type { Problem } from '#shared/contract/error.ts';
import { type LedgerRow, type Target, targetSchema } from '#shared/contract/ledger.ts';
import { nicknameOf } from '#shared/game/selectors.ts';
import { anchorIdOf } from '#shared/game/table.ts';
import { giftName } from '#shared/gifts/learned.ts';
import type { Ringside } from '../ringside.ts';

/** Life of a toast about another operator (ms): enough time to read it and to find the gift. */
export const OPERATOR_NEWS_MS = 6_000;
export const OPERATOR_GROUP = 'operators';

type Teller = Pick<Ringside, 'engine' | 'toasts' | 'settings'>;

/** Shows a toast about a row that another operator has moved first, with the row's current target. */
export function showStaleRow(ringside: Teller, rows: readonly LedgerRow[], problem: Problem): void {
  const row = rows.find(({ rowId }) => rowId === problem.params?.rowId) ?? rows[0];
  const { engine } = ringside;
  const moved = targetText(problem.params?.target, (id) => nicknameOf(engine.state, id));
  const { kind, anchor } = problem.params?.round === undefined ? moved : { kind: 'round', anchor: '' };
  const gift = row && giftName(row.giftId, row.giftName, ringside.settings.getState().language);
  ringside.toasts.getState().add({
    severity: 'warn',
    life: OPERATOR_NEWS_MS,
    group: OPERATOR_GROUP,
    summary: { key: 'toast.stale' },
    detail: {
      key: `toast.stale.${kind}`,
      params: { gift: gift ?? '', shown: row?.count ?? 0, viewer: row?.viewerName ?? '', anchor },
    },
  });
}

/** Shows a toast: the newest correction is not the one that the operator saw. */
export function showStaleUndo(ringside: Pick<Ringside, 'toasts'>): void {
  ringside.toasts.getState().add({
    severity: 'warn',
    life: OPERATOR_NEWS_MS,
    group: OPERATOR_GROUP,
    summary: { key: 'toast.stale' },
    detail: { key: 'toast.stale.undo' },
  });
}

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
