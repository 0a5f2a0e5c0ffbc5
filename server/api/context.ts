import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Language } from '#shared/contract/language.ts';
import type { Db } from '../database/open.ts';
import { deviceOf } from './device.ts';
import { negotiateLanguage } from './language.ts';
import { knownTimeZone, plainText } from './text.ts';

/** Who is signed in, as the database says at the moment of the call. */
export interface Caller {
  userId: number;
  email: string;
  username: string;
  /** When the account was made. */
  since: Date;
  sessionId: number;
  roles: readonly string[];
  isAdministrator: boolean;
  permissions: ReadonlySet<string>;
}

/** What a handler knows of its call besides the parsed input. */
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
    /** The caller's time zone; UTC where the header names none. */
    timeZone: string;
    userAgent: string;
    /** The token by which the sender's device says that it has signed in before, or null. */
    device: string | null;
    /** When the handler began. */
    now: Date;
    /** The database for this call. Absent where the route says that it needs none. */
    db: Db;
    /** Absent in routes that are open to everybody. */
    caller: Caller;
    /** Whose call it turned out to be, for the log; null for nobody's. */
    who: { userId: number; email: string } | null;
  }
  interface FastifyReply {
    /** The `code` of the envelope that was answered; 0 until then. */
    envelopeCode: number;
  }
}

/** Declares what hooks and handlers of the API find on requests and replies. */
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
