import type { List } from './useList.ts';

export interface RowCheckProps<R> {
  list: List<R>;
  /** The rows that it chooses: it is on when all of them are chosen. */
  ids: readonly number[];
  /** Of the label beside it. */
  id?: string;
  /** For readers, where no label stands beside it. */
  label?: string;
}

/** Chooses rows for what is done to several at once. */
export function RowCheck<R>({ list, ids, id, label }: RowCheckProps<R>) {
  return (
    <input
      type="checkbox"
      {...(id === undefined ? {} : { id })}
      {...(label === undefined ? {} : { 'aria-label': label })}
      checked={ids.length > 0 && ids.every((id) => list.selected.has(id))}
      onChange={(event) => list.select(ids, event.target.checked)}
    />
  );
}
