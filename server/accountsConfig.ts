import { z } from 'zod';
import { emailAddress, patterns } from '#shared/contract/patterns.ts';
import { address, variable, wholeNumber } from './environment.ts';

const days = (fallback: number) => variable(wholeNumber(1, 3650).default(fallback));
const flag = variable(z.enum(['0', '1', 'false', 'true']).default('0'));
const isOn = (value: z.infer<typeof flag>): boolean => value === '1' || value === 'true';

/** The default of SESSION_DAYS. */
export const DEFAULT_SESSION_DAYS = 180;

/** The environment variables of accounts, mail, limits and the database. */
export const accountsEnvironment = {
  /** The address of a PostgreSQL server. If it is missing, the server runs an embedded database in DATA_DIR. */
  DATABASE_URL: address('postgres', 'postgresql'),
  /** Makes the server a node of the cluster on DATABASE_URL. Unique among the nodes, and the same after a restart. */
  NODE_ID: variable(
    z
      .string()
      .max(100)
      .regex(/^[A-Za-z0-9._-]+$/, 'use letters, digits, dots, hyphens and underscores')
      .optional(),
  ),
  /** The secret with which the nodes of a cluster recognise each other. The same on all of them. */
  NODE_SECRET: variable(
    z
      .string()
      .min(32)
      .max(200)
      .regex(/^[\x21-\x7e]+$/)
      .optional(),
  ),
  /** Where the other nodes reach this one, for example http://10.0.0.2:5180. */
  NODE_ADDRESS: address('http', 'https'),
  SMTP_URL: address('smtp', 'smtps'),
  MAIL_FROM: variable(
    z
      .string()
      .max(320)
      .regex(/^[^\r\n]+$/)
      .optional(),
  ),
  ADMIN_EMAIL: variable(z.string().trim().toLowerCase().max(254).regex(emailAddress).optional()),
  ADMIN_PASSWORD: variable(
    z
      .string()
      .regex(
        patterns.newPassword,
        '8 to 128 characters, or 6 to 18 letters, digits or _ with a letter and a digit',
      )
      .optional(),
  ),
  /** The number of reverse proxies in front of the server. It trusts that many entries of X-Forwarded-For. */
  TRUST_PROXY: z.preprocess(
    (value) => (value === 'true' ? '1' : value === 'false' ? '0' : value),
    variable(wholeNumber(0, 10).default(0)),
  ),
  /** 1: log every call to stdout as a line of JSON, not to DATA_DIR/logs. */
  LOG: flag,
  /** 1: serve the API documentation to everybody at /api/docs. */
  API_DOCS: flag,
  /** The Bearer token with which a monitor on another machine reads /api/metrics. */
  METRICS_TOKEN: variable(
    z
      .string()
      .min(16)
      .max(200)
      .regex(/^[\x21-\x7e]+$/)
      .optional(),
  ),
  SHOW_DAYS: days(365),
  LOG_DAYS: days(180),
  /** A sign-in ends after this time even if it is in use. */
  SESSION_DAYS: days(DEFAULT_SESSION_DAYS),
  NODE_ENV: variable(z.string().default('development')),
};

const environmentSchema = z.object(accountsEnvironment);

export interface AccountsConfig {
  databaseUrl: string | null;
  smtpUrl: string | null;
  mailFrom: string;
  adminEmail: string;
  adminPassword: string | null;
  /** 0: ignore X-Forwarded-For. */
  trustedProxies: number;
  logToStdout: boolean;
  /** How long synced shows and their viewers are kept. */
  showDays: number;
  logDays: number;
  sessionDays: number;
  production: boolean;
  /** Whether to serve the API documentation. */
  docs: boolean;
  metricsToken: string | null;
}

/** Converts parsed environment variables, with defaults. `publicHost` is the host of PUBLIC_URL; null for none. */
export function accountsConfig(
  env: z.infer<typeof environmentSchema>,
  publicHost: string | null,
): AccountsConfig {
  return {
    databaseUrl: env.DATABASE_URL ?? null,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM ?? `Ringside <no-reply@${publicHost ?? 'ringside.local'}>`,
    adminEmail: env.ADMIN_EMAIL ?? 'admin@ringside.local',
    adminPassword: env.ADMIN_PASSWORD ?? null,
    trustedProxies: env.TRUST_PROXY,
    logToStdout: isOn(env.LOG),
    showDays: env.SHOW_DAYS,
    logDays: env.LOG_DAYS,
    sessionDays: env.SESSION_DAYS,
    production: env.NODE_ENV === 'production',
    docs: isOn(env.API_DOCS),
    metricsToken: env.METRICS_TOKEN ?? null,
  };
}
