import type { Problem } from '#shared/contract/error.ts';
import type { LedgerRow } from '#shared/contract/ledger.ts';
import { nicknameOf } from '#shared/game/anchors.ts';
import { giftName } from '#shared/gifts/names.ts';
import type { Ringside } from '../ringside.ts';
import { targetText } from './targetText.ts';

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
