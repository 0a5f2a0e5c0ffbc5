import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { prepareFirstStart } from '../accounts/firstStart.ts';
import { passwordsAtRest, prepareDummy } from '../accounts/passwords.ts';
import { sweep } from '../accounts/sweep.ts';
import type { AccountsConfig } from '../accountsConfig.ts';
import { DatabaseKeeper, explainDatabase } from '../database/keeper.ts';
import type { Database } from '../database/open.ts';
import { createRateLimits, defaultLimits, type LimitSizes } from '../limits/limits.ts';
import { Audit } from '../logs/audit.ts';
import { openServerLog } from '../logs/serverLog.ts';
import { createMailer } from '../mail/mailer.ts';
import { noStatus, type ServerStatus } from '../metrics/overview.ts';
import { apiPlugin } from './plugin.ts';
import type { Services } from './services.ts';

export interface ApiOptions {
  config: AccountsConfig;
  dataDir: string;
  /** Prints a line where whoever runs the server sees it. */
  say: (line: string) => void;
  now?: () => Date;
  /** Removes what accounts had outside the database. */
  accountsDeleted?: Services['accountsDeleted'];
  /** Whether the tool opens without signing in. */
  toolIsOpen?: boolean;
  /** Browsers reach the server by https. */
  https?: boolean;
  limits?: LimitSizes;
  /** How many bytes all synced presets of one account may have together. */
  presetBytes: number;
  /** How the server and its backstages are, for the admin area. */
  status?: ServerStatus;
}

export interface Api {
  /** Serves every call of the API in a scope whose prefix is `/api`. */
  serve(app: FastifyInstance): Promise<void>;
  services: Services;
  /** True while accounts can be used. */
  readonly isOpen: boolean;
  /** The database as a whole, for a backup of it. Throws a Refusal while it cannot be had. */
  wholeDatabase(): Promise<Database>;
  /** Writes down what went wrong by the server's own fault, and in whose backstage it did. */
  fault(error: unknown, place?: string): void;
  /**
   * Opens the database, and resolves to the token of a one-time link where an administrator has never signed
   * in. A database that cannot be opened is said by `say`, gives null, and is tried again by the next calls.
   */
  opened: Promise<string | null>;
  close(): Promise<void>;
}

const SWEEP_EVERY_MS = 3_600_000;

/** Opens accounts and all that belongs to them. Returns at once; the database opens meanwhile. */
export function openApi({ config, dataDir, say, limits, presetBytes, ...options }: ApiOptions): Api {
  const now = options.now ?? (() => new Date());
  const log = openServerLog(config.logToStdout ? null : join(dataDir, 'logs'), now);
  const onFault = (error: unknown, place?: string) => {
    log.logger.error({ err: error, backstage: place }, 'fault');
  };

  let onceToken: string | null = null;
  let prepared = false;
  let closing = false;
  const place = { url: config.databaseUrl, folder: join(dataDir, 'database') };
  const keeper = new DatabaseKeeper({ ...place, onFault }, async ({ db }) => {
    const { adminEmail, adminPassword } = config;
    // Once a process: when the database opens again, a new link would void the one that was printed.
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
      say(explainDatabase(error, place));
      return null;
    },
  );

  const { smtpUrl, mailFrom: from, production, showDays, logDays, sessionDays } = config;
  const mailer = createMailer({ smtpUrl, from, production, say, onFault });
  const audit = new Audit(database, onFault);
  const rates = createRateLimits(limits ?? defaultLimits, () => now().getTime());
  const { accountsDeleted = async () => undefined, toolIsOpen = false, https = false } = options;
  const { status = noStatus } = options;
  const databaseKind = config.databaseUrl === null ? 'embedded' : 'postgresql';
  const services: Services = {
    ...{ database, mailer, audit, log, limits: rates, now, showDays, logDays, sessionDays },
    ...{ accountsDeleted, toolIsOpen, https, presetBytes, status, databaseKind },
  };

  const sweeping = setInterval(() => {
    void database()
      .then((db) => sweep(db, config, now()))
      .catch(onFault);
  }, SWEEP_EVERY_MS).unref();
  void prepareDummy().catch(onFault);

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
      // What could not be written down until now, because there is no database yet, is not worth waiting for.
      if (keeper.isOpen) await audit.flush();
      await mailer.close();
      await keeper.close();
      await passwordsAtRest();
      await log.close();
    },
  };
}
