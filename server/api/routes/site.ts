import { api } from '#shared/contract/api/index.ts';
import { ownStatistics, publicStatistics } from '../../sync/statistics.ts';
import { type ApiRoutes, contract } from '../contract.ts';

const FRESH_MS = 30_000;

/** The figures of the public pages and the dashboard. */
export const siteRoutes: ApiRoutes = async (app, { services }) => {
  let cached: { at: number; figures: Awaited<ReturnType<typeof publicStatistics>> } | null = null;
  app.route({
    ...contract(api.site.info, { needsDatabase: false }),
    handler: async () => ({
      showDays: services.showDays,
      logDays: services.logDays,
      mail: services.mailer.delivery,
      tool: services.toolIsOpen ? ('open' as const) : ('signIn' as const),
    }),
  });
  app.route({
    ...contract(api.statistics.everyone),
    handler: async ({ db, now }) => {
      // Visitors may call this often, so compute the sums at most twice a minute.
      if (cached === null || now.getTime() - cached.at >= FRESH_MS) {
        cached = { at: now.getTime(), figures: await publicStatistics(db) };
      }
      return cached.figures;
    },
  });
  app.route({
    ...contract(api.statistics.mine),
    handler: async ({ query, db, caller, now, timeZone }) =>
      ownStatistics(db, caller.userId, { days: query.days, now, timeZone }),
  });
};
