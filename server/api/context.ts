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

/** What is known of a call without asking anybody. */
export interface BareContext {
  language: Language;
  timeZone: string;
  ip: string;
  userAgent: string;
  /** The token by which the sender's device says that it has signed in before, or null. */
  device: string | null;
  now: Date;
  /** Answers the token that the sender's device is to keep. */
  keepDevice(token: string): void;
  /** Says whose call it turned out to be, for the log; null for nobody's any more. */
  identify(who: { userId: number; email: string } | null): void;
}

export interface CallContext extends BareContext {
  db: Db;
}

export interface SignedInContext extends CallContext {
  caller: Caller;
}
