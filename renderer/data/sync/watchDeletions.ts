import type { BackstageLink } from '../platform/platform.ts';
import type { SyncBook } from './book.ts';

/**
 * Tells presets that somebody deletes from presets that are not there. Only what goes from one list to the next of
 * the same backstage was deleted; what is missing from the first list, in a new data folder for example, is not,
 * and comes back from the account. `onChange` is told of every list.
 */
export function watchDeletions(
  link: Pick<BackstageLink, 'onPush' | 'onState'>,
  book: () => SyncBook | null,
  onChange: () => void,
): () => void {
  let last: ReadonlySet<string> | null = null;
  const leave = [
    link.onState(() => {
      last = null;
    }),
    link.onPush((push) => {
      if (push.push !== 'presets') return;
      const ids = new Set(push.presets.map(({ id }) => id));
      const gone = [...(last ?? [])].filter((id) => !ids.has(id));
      last = ids;
      noteDeleted(book(), gone);
      onChange();
    }),
  ];
  return () => {
    for (const end of leave) end();
  };
}

function noteDeleted(book: SyncBook | null, ids: readonly string[]): void {
  if (book === null || ids.length === 0) return;
  book.change('presets', (page) => {
    for (const id of ids) {
      const known = page.items[id];
      if (known === undefined) continue;
      page.gone[id] = known.revision;
      delete page.items[id];
    }
  });
}
