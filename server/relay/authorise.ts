import type { IncomingMessage } from 'node:http';
import { findCaller } from '../accounts/sessions.ts';
import type { Services } from '../api/services.ts';

/** Returns the id of the user who sends a request; null if the user may not use the relay. */
export type Authorise = (request: Pick<IncomingMessage, 'headers'>) => Promise<string | null>;

const BEARER = /^Bearer ([A-Za-z0-9_-]{43})$/i;

/** Authorises signed-in users. Refuses everybody while the database does not answer. */
export function signedInUser(services: Pick<Services, 'database' | 'now'>): Authorise {
  return async ({ headers }) => {
    const token = BEARER.exec(headers.authorization ?? '')?.[1];
    if (token === undefined) return null;
    try {
      return String((await findCaller(await services.database(), token, services.now())).userId);
    } catch {
      return null;
    }
  };
}
