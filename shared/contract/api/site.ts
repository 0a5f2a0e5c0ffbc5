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
