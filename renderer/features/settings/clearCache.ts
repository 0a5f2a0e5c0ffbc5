import { BROKEN_KEY } from '#renderer/data/stores/settingsStore.ts';

/** This browser's caches and storages. */
export interface CachePlaces {
  local: Pick<Storage, 'removeItem'>;
  session: Pick<Storage, 'clear'>;
  /** Deletes cached pages and pictures of the browser or the desktop app. Resolves to the freed bytes. */
  clearCopies(): Promise<number | null>;
}

/** The storages that parts of the product may use as caches; all of them are emptied. */
const cacheKeys: readonly string[] = [BROKEN_KEY];

/**
 * Clears what can be made or fetched again. Shows and presets are the backstage's and are not touched; what the
 * host has chosen, the language and the sign-in stay as well. Answers how many bytes that freed, null where it
 * cannot be known.
 */
export async function clearCache({ local, session, clearCopies }: CachePlaces): Promise<number | null> {
  for (const key of cacheKeys) local.removeItem(key);
  session.clear();
  return clearCopies();
}
