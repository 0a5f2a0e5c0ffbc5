import { BROKEN_KEY } from '#renderer/data/stores/settingsStore.ts';

/** The places of this browser that hold what can be made or fetched again. */
export interface CachePlaces {
  local: Pick<Storage, 'removeItem'>;
  session: Pick<Storage, 'clear'>;
  /** Copies of pages and pictures: the browser's, or the desktop app's. Answers the bytes that were freed. */
  clearCopies(): Promise<number | null>;
}

/** Where parts of the product may keep what can be made again; all of it goes. */
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
