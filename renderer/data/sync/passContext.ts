import { RingsideError } from '#shared/contract/error.ts';
import { ApiError, errorText } from '../api/apiError.ts';
import type { ApiClient } from '../api/client.ts';
import type { BackstageLink } from '../platform/platform.ts';
import type { ToastText } from '../stores/toastStore.ts';
import type { SyncCache } from './syncCache.ts';

/** The names of a conflict's two versions, which are both kept. */
export interface SyncConflict {
  name: string;
  copy: string;
}

/** The dependencies of one pass over the presets or the shows. */
export interface PassContext {
  api: Pick<ApiClient, 'call'>;
  link: Pick<BackstageLink, 'call'>;
  cache: SyncCache;
  /** This device's name, which the server adds to the name of a conflict's copy. */
  device: string;
  /** Reports a conflict after which both versions are kept. */
  onConflict(both: SyncConflict): void;
  /** Reports an item that the server or the backstage rejects; the pass goes on with the other items. */
  onRefused(name: string, why: ToastText): void;
}

export interface PresetContext extends PassContext {
  /** True for the preset of the running show, which must not change now. */
  isInUse(id: string): boolean;
}

/** Call option: shows no toast, because the host did not start the call. */
export const quiet = { quiet: true } as const;

/**
 * Syncs one item. Reports a rejected item and lets the pass go on with the next one. Rethrows an error that must end
 * the pass: server or backstage unreachable, rate limit, session ended.
 * @returns false if the item has to be processed again in the next pass
 */
export async function forItem(
  { onRefused }: Pick<PassContext, 'onRefused'>,
  name: string,
  run: () => Promise<boolean>,
): Promise<boolean> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ApiError && isRefusal(error)) {
      onRefused(name, errorText(error));
      return true;
    }
    if (error instanceof RingsideError && error.problem.code !== 'connection.lost') {
      const { code, params = {} } = error.problem;
      onRefused(name, { key: `error.${code}`, params });
      // Retry after a storage error: a full disk may have space by the next pass.
      return !code.startsWith('storage.');
    }
    throw error;
  }
}

/** True if the server rejects this item for good; false for a temporary failure. */
function isRefusal(error: ApiError): boolean {
  return !error.endsSession && error.code >= 400 && error.code < 500 && error.code !== 429;
}
