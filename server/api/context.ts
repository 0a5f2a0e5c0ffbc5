import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Language } from '#shared/contract/language.ts';
import { negotiateLanguage } from '#shared/contract/language.ts';
import type { DeletedAccount } from '../accounts/ownData.ts';
import type { Caller } from '../accounts/roles.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { Db } from '../database/open.ts';
import type { RateLimits } from '../limits/limits.ts';
import type { Audit } from '../logs/audit.ts';
import type { ServerLog } from '../logs/serverLog.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { ServerStatus } from '../metrics/overview.ts';
import { deviceOf } from './device.ts';
import { knownTimeZone, plainText } from './text.ts';

/** The servers of the cluster, as the admin area sees them. */
export type ClusterServers = Pick<Cluster, 'nodes' | 'setDraining'>;

/** The dependencies of API handlers. They are passed in; there are no globals. */
export interface Services {
  /** Returns the database. Throws a Refusal if it is not available. */
  database(): Promise<Db>;
  mailer: Mailer;
  audit: Audit;
  log: ServerLog;
  limits: RateLimits;
  now(): Date;
  /** Deletes the files of deleted accounts. */
  accountsDeleted(accounts: readonly DeletedAccount[]): Promise<void>;
  /** Whether the tool needs no account on the server's own machine. */
  toolIsOpen: boolean;
  /** Browsers reach the server over https. */
  https: boolean;
  /** Maximum number of bytes of all synced presets of one account. */
  presetBytes: number;
  /** The status of the server and its backstages. */
  status: ServerStatus;
  /** The servers of the cluster; null for a single server. */
  cluster: ClusterServers | null;
  databaseKind: 'embedded' | 'postgresql';
  showDays: number;
  logDays: number;
  sessionDays: number;
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
