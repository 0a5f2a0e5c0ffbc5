import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Language } from '#shared/contract/language.ts';
import { negotiateLanguage } from '#shared/contract/language.ts';
import type { Db } from '../database/open.ts';
import { deviceOf } from './device.ts';
import { knownTimeZone, plainText } from './text.ts';

/** The signed-in account, with its current rights. */
export interface Caller {
  userId: number;
  email: string;
  username: string;
  /** The account's creation time. */
  since: Date;
  sessionId: number;
  roles: readonly string[];
  isAdministrator: boolean;
  permissions: ReadonlySet<string>;
}

/** The parts of a request that handlers use besides the parsed input. */
export type CallContext = Pick<
  FastifyRequest,
  | 'language'
  | 'timeZone'
  | 'userAgent'
  | 'device'
  | 'now'
  | 'db'
  | 'caller'
  | 'ip'
  | 'headers'
  | 'protocol'
  | 'who'
>;

declare module 'fastify' {
  interface FastifyRequest {
    /** The language of the answer. */
    language: Language;
    /** The time zone of the caller's `Time-Zone` header; UTC without a valid one. */
    timeZone: string;
    userAgent: string;
    /** The token of the sender's known device, or null. */
    device: string | null;
    /** The time at which the handler started. */
    now: Date;
    /** The database. Absent if the route has `needsDatabase: false`. */
    db: Db;
    /** The signed-in account. Absent in public routes. */
    caller: Caller;
    /** The account to name in the logs; null if there is none. */
    who: { userId: number; email: string } | null;
  }
  interface FastifyReply {
    /** The `code` of the response's envelope; 0 before the response. */
    envelopeCode: number;
  }
}

/** Adds the properties that hooks and handlers of the API read from requests and replies. */
export function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest('language', {
    getter() {
      return negotiateLanguage(this.headers['accept-language']);
    },
  });
  app.decorateRequest('timeZone', {
    getter() {
      const zone = this.headers['time-zone'];
      return knownTimeZone(typeof zone === 'string' ? zone : undefined);
    },
  });
  app.decorateRequest('userAgent', {
    getter() {
      return plainText(this.headers['user-agent'], 300);
    },
  });
  app.decorateRequest('device', {
    getter() {
      return deviceOf(this);
    },
  });
  app.decorateRequest('now');
  app.decorateRequest('db');
  app.decorateRequest('caller');
  app.decorateRequest('who', null);
  app.decorateReply('envelopeCode', 0);
}
