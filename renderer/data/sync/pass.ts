import type { ApiClient } from '../api/client.ts';
import type { BackstageLink } from '../platform/platform.ts';
import type { ShowEngine } from '../show/engine.ts';
import type { PassContext, SyncCache } from './syncCache.ts';
import { syncPresets, waitingPresets } from './syncPresets.ts';
import { syncShows, waitingShows } from './syncShows.ts';

export interface PassOptions extends PassContext {
  engine: Pick<ShowEngine, 'state' | 'showId'>;
  /** This device's clock, ms since 1970. */
  clock(): number;
  /** False after the account has changed; the pass then stops. */
  isCurrent(): boolean;
}

/** Syncs presets, then shows. Rejects if the server or the backstage is unreachable or the account changes. */
export async function runPass(options: PassOptions): Promise<void> {
  const { engine, isCurrent, clock } = options;
  const checkAccount = () => {
    if (!isCurrent()) throw new Error('the account has changed');
  };
  const api: Pick<ApiClient, 'call'> = {
    call: async (call, input, callOptions) => {
      checkAccount();
      return options.api.call(call, input, callOptions);
    },
  };
  const link: Pick<BackstageLink, 'call'> = {
    call: async (name, args) => {
      checkAccount();
      return options.link.call(name, args);
    },
  };
  const context = { ...options, api, link };
  const isCounting = () => ['counting', 'paused'].includes(engine.state.status);
  await syncPresets({ ...context, isInUse: (id) => isCounting() && engine.state.preset?.id === id });
  // Reading the report of a long show slows the backstage down, so sync shows only while no gifts are counted.
  if (!isCounting()) await syncShows({ ...context, openShow: () => openShow(engine), now: clock });
}

/** Counts the presets, deletions and shows that the account does not have; null if the backstage is unreachable. */
export async function countWaiting({
  link,
  cache,
  engine,
}: {
  link: Pick<BackstageLink, 'call'>;
  cache: SyncCache;
  engine: PassOptions['engine'];
}): Promise<number | null> {
  try {
    const { presets } = await link.call('presets.list', {});
    const shows = await waitingShows({ link, cache, openShow: () => openShow(engine) });
    const section = cache.section('presets');
    return waitingPresets(section, presets).length + Object.keys(section.gone).length + shows.length;
  } catch {
    return null;
  }
}

const openShow = ({ showId, state }: PassOptions['engine']) => ({
  showId,
  ended: state.status === 'ended',
  seq: state.seq,
});
