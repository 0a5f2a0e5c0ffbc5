import { BROKEN_KEY } from '#renderer/data/stores/settingsStore.ts';

/** This browser's caches and storages. */
export interface CachePlaces {
  local: Pick<Storage, 'removeItem'>;
  session: Pick<Storage, 'clear'>;
  /** Deletes cached pages and pictures of the browser or the desktop app. Resolves to the freed bytes. */
  clearCopies(): Promise<number | null>;
}

/** Keys of local storage that contain cached data. */
const cacheKeys: readonly string[] = [BROKEN_KEY];

/**
 * Clears data that can be recreated or fetched again. Keeps shows, presets, the host's settings, the language and the
 * sign-in. Returns the freed bytes; null if unknown.
 */
export async function clearCache({ local, session, clearCopies }: CachePlaces): Promise<number | null> {
  for (const key of cacheKeys) local.removeItem(key);
  session.clear();
  return clearCopies();
}
