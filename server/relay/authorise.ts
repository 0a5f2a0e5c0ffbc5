import type { IncomingMessage } from 'node:http';
import { findCaller } from '../accounts/sessions.ts';
import type { Services } from '../api/services.ts';

/** Who a request comes from: an id that stands for one user, null for nobody who may use the relay. */
export type Authorise = (request: Pick<IncomingMessage, 'headers'>) => Promise<string | null>;

const BEARER = /^Bearer ([A-Za-z0-9_-]{43})$/i;

/** Serves those who are signed in. A database that cannot be asked lets nobody in. */
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
