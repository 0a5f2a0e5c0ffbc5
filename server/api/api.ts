import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { prepareFirstStart } from '../accounts/firstStart.ts';
import { hashingDone, prepareDummyHash } from '../accounts/passwords.ts';
import { sweep } from '../accounts/sweep.ts';
import type { AccountsConfig } from '../accountsConfig.ts';
import { DatabaseKeeper, explainDatabase } from '../database/keeper.ts';
import type { Database } from '../database/open.ts';
import { createRateLimits, defaultLimits, type LimitSizes } from '../limits/limits.ts';
import { Audit } from '../logs/audit.ts';
import { openServerLog } from '../logs/serverLog.ts';
import { createMailer } from '../mail/mailer.ts';
import { noStatus, type ServerStatus } from '../metrics/overview.ts';
import type { ClusterServers, Services } from './context.ts';
import { apiPlugin } from './plugin.ts';

interface ApiOptions {
  config: AccountsConfig;
  dataDir: string;
  /** Prints a line for the operator. */
  say: (line: string) => void;
  now?: () => Date;
  /** Deletes the files of deleted accounts. */
  accountsDeleted?: Services['accountsDeleted'];
  /** Whether the tool needs no account on this machine. */
  toolIsOpen?: boolean;
  /** Browsers reach the server over https. */
  https?: boolean;
  limits?: LimitSizes;
  /** Maximum number of bytes of all synced presets of one account. */
  presetBytes: number;
  /** The status of the server and its backstages, for the admin area. */
  status?: ServerStatus;
  /** The servers of the cluster. If it is missing, the server is alone. */
  cluster?: ClusterServers;
}

export interface Api {
  /** Registers every call of the API under the prefix `/api`. */
  serve(app: FastifyInstance): Promise<void>;
  services: Services;
  /** True while the database can be used. */
  readonly isOpen: boolean;
  /** Returns the database, for a backup. Throws a Refusal if the database is not available. */
  wholeDatabase(): Promise<Database>;
  /** Logs a fault of the server, and the backstage in which it happened. */
  fault(error: unknown, folder?: string): void;
  /**
   * Resolves when the database is open: to the token of the one-time link for an administrator who has never signed
   * in, otherwise to null. If the database cannot be opened, prints the reason and resolves to null; later calls try
   * again.
   */
  opened: Promise<string | null>;
  close(): Promise<void>;
}

const SWEEP_EVERY_MS = 3_600_000;
/** What the operator has to know while the database cannot be opened. */
const WITHOUT_DATABASE =
  'Ringside keeps trying. Until then, shows work, but accounts and the admin area do not.';

/** Creates the API and its services. Returns at once; the database opens in the background. */
export function openApi({ config, dataDir, say, limits, presetBytes, ...options }: ApiOptions): Api {
  const now = options.now ?? (() => new Date());
  const log = openServerLog(config.logToStdout ? null : join(dataDir, 'logs'), now);
  const onFault = (error: unknown, folder?: string) => {
    log.logger.error({ err: error, backstage: folder }, 'fault');
  };

  let onceToken: string | null = null;
  let prepared = false;
  let closing = false;
  const location = { url: config.databaseUrl, folder: join(dataDir, 'database') };
  const keeper = new DatabaseKeeper({ ...location, onFault }, async ({ db }) => {
    const { adminEmail, adminPassword } = config;
    // Only once per process: a second link would void the printed one when the database opens again.
    if (!prepared) onceToken = await prepareFirstStart(db, { adminEmail, adminPassword, now: now() });
    prepared = true;
    await sweep(db, config, now());
  });
  const database = async () => (await keeper.use()).db;
  const opened = keeper.open().then(
    () => onceToken,
    (error: unknown) => {
      if (closing) return null;
      onFault(error);
      say(`${explainDatabase(error, location)} ${WITHOUT_DATABASE}`);
      return null;
    },
  );

  const { smtpUrl, mailFrom: from, production, showDays, logDays, sessionDays } = config;
  const mailer = createMailer({ smtpUrl, from, production, say, onFault });
  const audit = new Audit(database, onFault);
  const rates = createRateLimits(limits ?? defaultLimits, () => now().getTime());
  const { accountsDeleted = async () => undefined, toolIsOpen = false, https = false } = options;
  const { status = noStatus, cluster = null } = options;
  const databaseKind = config.databaseUrl === null ? 'embedded' : 'postgresql';
  const services: Services = {
    database,
    mailer,
    audit,
    log,
    limits: rates,
    now,
    showDays,
    logDays,
    sessionDays,
    accountsDeleted,
    toolIsOpen,
    https,
    presetBytes,
    status,
    cluster,
    databaseKind,
  };

  const sweeping = setInterval(() => {
    void database()
      .then((db) => sweep(db, config, now()))
      .catch(onFault);
  }, SWEEP_EVERY_MS).unref();
  void prepareDummyHash().catch(onFault);

  return {
    services,
    get isOpen() {
      return keeper.isOpen;
    },
    wholeDatabase: () => keeper.use(),
    fault: onFault,
    opened,
    serve: async (app) => {
      await app.register(apiPlugin, { services, docs: config.docs });
    },
    close: async () => {
      closing = true;
      clearInterval(sweeping);
      // Without a database, the pending audit entries are lost: do not wait for one.
      if (keeper.isOpen) await audit.flush();
      await mailer.close();
      await keeper.close();
      await hashingDone();
      await log.close();
    },
  };
}
