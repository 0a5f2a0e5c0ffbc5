import { api } from '#shared/contract/api/index.ts';
import { ownStatistics, publicStatistics } from '../../sync/statistics.ts';
import { type BoundCall, bare, guarded, open } from '../handlers.ts';
import type { Services } from '../services.ts';

const FRESH_MS = 30_000;

/** What the public pages and the dashboard show. */
export function siteHandlers(services: Services): BoundCall[] {
  let cached: { at: number; figures: Awaited<ReturnType<typeof publicStatistics>> } | null = null;
  return [
    bare(api.site.info, async () => ({
      showDays: services.showDays,
      logDays: services.logDays,
      mail: services.mailer.delivery,
      tool: services.toolIsOpen ? ('open' as const) : ('signIn' as const),
    })),
    open(api.statistics.everyone, async (_input, { db, now }) => {
      // Anybody may ask, as often as the limits allow; the sums are made anew twice a minute.
      if (cached === null || now.getTime() - cached.at >= FRESH_MS) {
        cached = { at: now.getTime(), figures: await publicStatistics(db) };
      }
      return cached.figures;
    }),
    guarded(api.statistics.mine, async ({ query }, { db, caller, now, timeZone }) =>
      ownStatistics(db, caller.userId, { days: query.days, now, timeZone }),
    ),
  ];
}
