import { z } from 'zod';
import { call } from './call.ts';

export const siteCalls = {
  info: call({
    method: 'GET',
    path: '/site/info',
    access: 'public',
    summary: 'What the pages of the site have to say about this server.',
    data: z.object({
      /** For how many days synced shows, with their viewers, are stored. */
      showDays: z.int(),
      logDays: z.int(),
      /**
       * `log`: no mail server is configured, so codes are written to the server's log. `none`: codes cannot be
       * delivered.
       */
      mail: z.enum(['mail', 'log', 'none']),
      /** `open`: a personal server, where the tool needs no sign-in on the server's own machine. */
      tool: z.enum(['open', 'signIn']),
    }),
  }),
};

/** Sums of synced shows. `fans` are the followers of each room at its latest show. */
const totals = {
  broadcasts: z.int(),
  /** Diamonds. */
  income: z.int(),
  fans: z.int(),
  gifts: z.int(),
};

export const statisticsCalls = {
  everyone: call({
    method: 'GET',
    path: '/statistics/public',
    access: 'public',
    summary: 'Totals of everybody, at most half a minute old.',
    data: z.object(totals),
  }),
  mine: call({
    method: 'GET',
    path: '/statistics/mine',
    access: 'signedIn',
    summary: 'Own totals, and each of the last days in the Time-Zone of the request, the oldest first.',
    query: z.object({
      days: z
        .string()
        .regex(/^\d{1,3}$/, 'api.field.number')
        .transform(Number)
        .pipe(z.int().min(1).max(366))
        .default(30),
    }),
    data: z.object({
      ...totals,
      days: z.array(z.object({ day: z.string(), broadcasts: z.int(), income: z.int(), gifts: z.int() })),
    }),
  }),
};
