import type { CallHandlers } from '#shared/contract/backstage.ts';
import { RingsideError } from '#shared/contract/error.ts';
import type { Core } from '../core.ts';
import { auditPage } from '../report/audit.ts';
import { replayMarkers } from '../report/markers.ts';
import { deduct, readPayout, reopenPayout, settlePayout } from '../report/payouts.ts';
import { readReport } from '../report/report.ts';
import { readSeason } from '../report/season.ts';
import { readSource, rowPage } from '../report/source.ts';
import { viewerPage } from '../report/viewers.ts';

type Names =
  | 'report.read'
  | 'report.viewers'
  | 'report.rows'
  | 'report.season'
  | 'report.audit'
  | `season.${'list' | 'put' | 'delete'}`
  | 'show.delete'
  | 'show.restore';

/** Handles requests about reports and about the list of shows. */
export function reportCalls(core: Core): Pick<CallHandlers, Names> {
  const { shows, archive, trash, clock, overlays, transfers } = core;
  return {
    'report.read': async ({ showId, filter }) => ({
      report: await readSource(core, showId, (source) => readReport(source, filter, clock.now())),
    }),
    'report.viewers': async ({ showId, filter, sort, offset, limit }) =>
      readSource(core, showId, (source) => viewerPage(source, filter, sort, offset, limit)),
    'report.rows': async ({ showId, filter, before, limit }) =>
      readSource(core, showId, (source) => rowPage(source, filter, before, limit)),
    'report.season': async ({ period, before }) => ({ season: await readSeason(core, period, before) }),
    'season.list': async () => ({ seasons: core.seasons.list() }),
    'season.put': async ({ season }) => {
      core.seasons.put(season);
      overlays.setSeason(season);
      return {};
    },
    'season.delete': async ({ id }) => {
      core.seasons.delete(id);
      return {};
    },
    'report.audit': async ({ showId, before, limit }) =>
      readSource(core, showId, (source) => auditPage(source, before, limit)),
    'show.delete': async ({ showId }) => {
      if (shows.current?.id === showId) throw new RingsideError('show.onStage');
      // The trash has the whole show, so that the host can restore it.
      await archive.bring(showId);
      overlays.showDeleted(showId);
      archive.forget(showId);
      trash.put(showId);
      return {};
    },
    'show.restore': async ({ showId }) => {
      await transfers.restoreShow(showId);
      return {};
    },
  };
}

type PayoutNames = `payout.${'read' | 'saveRules' | 'deduct' | 'settle' | 'reopen'}`;

/** Handles requests about what anchors are paid. */
export function payoutCalls(core: Core): Pick<CallHandlers, PayoutNames> {
  return {
    'payout.read': async ({ period }) => ({ payout: await readPayout(core, period) }),
    'payout.saveRules': async ({ rules }) => {
      core.payouts.setRules(rules);
      return {};
    },
    'payout.deduct': async ({ period, key, deductions }) => {
      deduct(core, period, key, deductions);
      return {};
    },
    'payout.settle': async ({ period, expected }, by) => {
      await settlePayout(core, period, expected, by);
      return {};
    },
    'payout.reopen': async ({ period }, by) => {
      reopenPayout(core, period, by);
      return {};
    },
  };
}

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
