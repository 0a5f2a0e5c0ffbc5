import type { Language } from '#shared/contract/language.ts';
import type { Db } from '../database/open.ts';

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

export interface CallContext {
  db: Db;
  language: Language;
  timeZone: string;
  ip: string;
  userAgent: string;
  now: Date;
  /** Says whose call it turned out to be, for the log; null for nobody's any more. */
  identify(who: { userId: number; email: string } | null): void;
}

export interface SignedInContext extends CallContext {
  caller: Caller;
}
