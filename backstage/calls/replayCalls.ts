import type { CallHandlers } from '#shared/contract/backstage.ts';
import type { Core } from '../core.ts';
import { replayMarkers } from '../report/markers.ts';
import { readSource } from '../report/source.ts';

/** Handles the requests with which a screen loads the inputs of a show to replay it. */
export function replayCalls(core: Core): Pick<CallHandlers, `replay.${'open' | 'markers' | 'inputs'}`> {
  return {
    'replay.open': async ({ showId }) =>
      readSource(core, showId, ({ journal, state }) => {
        const [first] = journal.inputs(0, 1);
        const from = first?.input.at ?? 0;
        return { from, until: Math.max(from, journal.lastAt()), seq: state.seq };
      }),
    'replay.markers': async ({ showId }) => ({ markers: await readSource(core, showId, replayMarkers) }),
    'replay.inputs': async ({ showId, after, limit }) =>
      readSource(core, showId, ({ journal, state }) => ({
        inputs: journal.inputs(after, Math.min(limit, Math.max(0, state.seq - after))),
      })),
  };
}
