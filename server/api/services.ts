import type { DeletedAccount } from '../accounts/ownData.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { Db } from '../database/open.ts';
import type { RateLimits } from '../limits/limits.ts';
import type { Audit } from '../logs/audit.ts';
import type { ServerLog } from '../logs/serverLog.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { ServerStatus } from '../metrics/overview.ts';

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
