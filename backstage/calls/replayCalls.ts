import type { CallHandlers } from '#shared/contract/backstage.ts';
import type { Core } from '../core.ts';
import { replayMarkers } from '../report/markers.ts';
import { openSource } from '../report/source.ts';

/** Handles the requests with which a screen loads the inputs of a show to replay it. */
export function replayCalls(core: Core): Pick<CallHandlers, `replay.${'open' | 'markers' | 'inputs'}`> {
  return {
    'replay.open': async ({ showId }) => {
      const { journal, state } = openSource(core, showId);
      const [first] = journal.inputs(0, 1);
      const from = first?.input.at ?? 0;
      return { from, until: Math.max(from, journal.lastAt()), seq: state.seq };
    },
    'replay.markers': async ({ showId }) => ({ markers: replayMarkers(openSource(core, showId)) }),
    'replay.inputs': async ({ showId, after, limit }) => {
      const { journal, state } = openSource(core, showId);
      return { inputs: journal.inputs(after, Math.min(limit, Math.max(0, state.seq - after))) };
    },
  };
}
