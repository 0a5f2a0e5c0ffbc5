import type { ApiClient } from '../api/client.ts';
import type { BackstageLink } from '../platform/platform.ts';
import type { ShowEngine } from '../show/engine.ts';
import type { SyncBook } from './book.ts';
import type { PassParts } from './parts.ts';
import { syncPresets, waitingPresets } from './syncPresets.ts';
import { syncShows, waitingShows } from './syncShows.ts';

export interface PassOptions extends PassParts {
  engine: Pick<ShowEngine, 'state' | 'showId'>;
  /** This device's clock, ms since 1970. */
  clock(): number;
  /** False once somebody else is signed in: the rest of the pass would be about the wrong account. */
  isCurrent(): boolean;
}

/** One pass over everything. Rejects when the server or the backstage cannot be reached. */
export async function runPass(options: PassOptions): Promise<void> {
  const { engine, isCurrent, clock } = options;
  const check = () => {
    if (!isCurrent()) throw new Error('the account has changed');
  };
  const api: Pick<ApiClient, 'call'> = {
    call: async (call, input, callOptions) => {
      check();
      return options.api.call(call, input, callOptions);
    },
  };
  const link: Pick<BackstageLink, 'call'> = {
    call: async (name, args) => {
      check();
      return options.link.call(name, args);
    },
  };
  const parts = { ...options, api, link };
  const isCounting = () => ['counting', 'paused'].includes(engine.state.status);
  await syncPresets({ ...parts, isHeld: (id) => isCounting() && engine.state.preset?.id === id });
  // A report of a long show is work for the backstage, which has better to do while gifts are counted.
  if (!isCounting()) await syncShows({ ...parts, onStage: () => stageOf(engine), now: clock });
}

/** How much there is that the account does not have; null when the backstage cannot be asked. */
export async function countWaiting({
  link,
  book,
  engine,
}: {
  link: Pick<BackstageLink, 'call'>;
  book: SyncBook;
  engine: PassOptions['engine'];
}): Promise<number | null> {
  try {
    const { presets } = await link.call('presets.list', {});
    const shows = await waitingShows({ link, book, onStage: () => stageOf(engine) });
    const page = book.page('presets');
    return waitingPresets(page, presets).length + Object.keys(page.gone).length + shows.length;
  } catch {
    return null;
  }
}

const stageOf = ({ showId, state }: PassOptions['engine']) => ({
  showId,
  ended: state.status === 'ended',
  seq: state.seq,
});
