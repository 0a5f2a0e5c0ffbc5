import type { IncomingMessage } from 'node:http';
import { findCaller } from './accounts/sessions.ts';
import type { Services } from './api/services.ts';

/** Decides, for each request to join the backstage, whether it may. Trust in its origin is another question. */
export type BackstageGate = (request: Pick<IncomingMessage, 'headers'>) => Promise<boolean>;

/** Lets everybody in. */
export const openGate: BackstageGate = async () => true;

/** The subprotocol that a page names beside `ringside` to say who it is: a WebSocket carries no headers. */
const TOKEN_PROTOCOL = /^ringside\.token\.([A-Za-z0-9_-]{43})$/;

/** Lets those in who are signed in. A database that cannot be asked lets nobody in. */
export function signedInGate(services: Pick<Services, 'database' | 'now'>): BackstageGate {
  return async (request) => {
    const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
    const token = offered.map((name) => TOKEN_PROTOCOL.exec(name)?.[1]).find((found) => found !== undefined);
    if (token === undefined) return false;
    try {
      await findCaller(await services.database(), token, services.now());
      return true;
    } catch {
      return false;
    }
  };
}
