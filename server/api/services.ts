import type { DeletedAccount } from '../accounts/deletion.ts';
import type { Db } from '../database/open.ts';
import type { RateLimits } from '../limits/limits.ts';
import type { Audit } from '../logs/audit.ts';
import type { ServerLog } from '../logs/serverLog.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { ServerStatus } from '../metrics/overview.ts';

/** What the calls of the API need from outside; each is given, none is global. */
export interface Services {
  /** The database for one call. Throws a Refusal while it cannot be had. */
  database(): Promise<Db>;
  mailer: Mailer;
  audit: Audit;
  log: ServerLog;
  limits: RateLimits;
  now(): Date;
  /** Removes what accounts had outside the database. */
  accountsDeleted(accounts: readonly DeletedAccount[]): Promise<void>;
  /** Whether the tool opens without signing in, to whoever sits at the server's own machine. */
  toolIsOpen: boolean;
  /** Browsers reach the server by https. */
  https: boolean;
  /** How many bytes all synced presets of one account may have together. */
  presetBytes: number;
  /** How the server and its backstages are. */
  status: ServerStatus;
  databaseKind: 'embedded' | 'postgresql';
  showDays: number;
  logDays: number;
  sessionDays: number;
}
