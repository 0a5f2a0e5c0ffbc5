import { z } from 'zod';
import { call } from './call.ts';

export const siteCalls = {
  info: call({
    method: 'GET',
    path: '/site/info',
    access: 'public',
    summary: 'What the pages of the site have to say about this server.',
    data: z.object({
      /** How long synced shows, with the viewers in them, are kept. */
      showDays: z.int(),
      logDays: z.int(),
      /** `log`: no mail server is configured; `none`: codes cannot be delivered at all. */
      mail: z.enum(['mail', 'log', 'none']),
      /** `open`: the server is one host's own, and the tool needs no sign-in on that host's machine. */
      tool: z.enum(['open', 'signIn']),
    }),
  }),
};
