import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Allowance, MOST_WIDGETS, unlimited } from '#backstage/diskQuota.ts';
import { defaultLines } from '#backstage/sources/lines.ts';
import type { Line } from '#shared/contract/connection.ts';
import { type AccountsConfig, accountsConfig, accountsEnvironment } from './accountsConfig.ts';
import { address, variable, wholeNumber } from './environment.ts';
import type { RecordingsConfig } from './recordings/recordingStore.ts';
import { type SocketLimits, socketEnvironment, socketLimits } from './socketLimits.ts';

const text = (fallback: string) => variable(z.string().default(fallback));

const hostWithPort = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

const MIB = 1024 * 1024;

const number = (min: number, max: number) => variable(wholeNumber(min, max).optional());

/** The environment variables that limit hosts and visitors of a shared server. */
const limitsEnvironment = {
  MAX_HOSTS: number(1, 10_000),
  MAX_VISITORS: number(0, 10_000),
  /** Defaults to half of MAX_VISITORS. */
  VISITORS_PER_SENDER: number(1, 10_000),
  /** Defaults to half of MAX_HOSTS. */
  MAX_HELD_OVERLAYS: number(0, 10_000),
  HOST_PRESETS: number(1, 100_000),
  HOST_PRESETS_KB: number(64, 1_000_000),
  HOST_WIDGETS: number(1, 10_000),
  /** 0: keep shows for ever. */
  HOST_SHOW_DAYS: number(0, 36_500),
  HOST_DISK_MB: number(1, 100_000_000),
  VISITOR_MINUTES: number(1, 10_000),
  VISITOR_DISK_MB: number(1, 1_000_000),
  DISK_CHECK_SECONDS: number(1, 3600),
};

const environmentSchema = z.object({
  ...accountsEnvironment,
  ...socketEnvironment,
  ...limitsEnvironment,
  PORT: variable(wholeNumber(0, 65_535).default(5180)),
  HOST: text('127.0.0.1'),
  DATA_DIR: text('./data'),
  /** The folder with releases of the desktop app. Defaults to `releases` in DATA_DIR. */
  RELEASES_DIR: text(''),
  /** The server's public address behind a reverse proxy, for example https://ringside.example. */
  PUBLIC_URL: address('http', 'https'),
  /** `account`: require an account even if only this machine can reach the server. */
  TOOL: variable(z.enum(['auto', 'account']).default('auto')),
  LIVE_WEB_URL: address('http', 'https'),
  LIVE_WS_URL: address('ws', 'wss'),
  LIVE_WS_URL_2: address('ws', 'wss'),
  SIGN_URL: address('http', 'https'),
  SIGN_KEY: variable(z.string().max(500).optional()),
  /** Further hosts that the lines of accounts may connect to. Their addresses are not checked. */
  OUTBOUND_HOSTS: z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',').flatMap((host) => host.trim() || []) : value),
    z.array(z.string().regex(hostWithPort, 'list host names, each with or without a port')).default([]),
  ),
  /** Maximum number of outgoing requests and sockets of one account in a minute. */
  OUTBOUND_PER_MINUTE: variable(wholeNumber(1, 100_000).default(60)),
  /** Where the nodes of a cluster keep ended shows: a folder, or the address of a bucket of an S3-compatible store. */
  RECORDINGS_URL: variable(z.string().max(1000).optional()),
  RECORDINGS_KEY_ID: variable(z.string().max(200).optional()),
  RECORDINGS_SECRET: variable(z.string().max(500).optional()),
  RECORDINGS_REGION: variable(z.string().max(100).optional()),
});

/** The names of all environment variables that the server reads. */
export const serverVariables: readonly string[] = Object.keys(environmentSchema.shape);

export interface ServerConfig {
  /** 0: the operating system chooses a free port. */
  port: number;
  host: string;
  dataDir: string;
  releasesDir: string;
  publicUrl: URL | null;
  /** Only this machine can reach the server. Everybody who connects is its owner and needs no account. */
  personal: boolean;
  /** The lines of a new data folder. Later the host's settings apply. */
  lines: Line[];
  /** Limits of the outgoing connections of accounts' backstages. */
  outbound: { allowedHosts: string[]; perMinute: number };
  limits: LimitsConfig;
  accounts: AccountsConfig;
  sockets: SocketLimits;
  /** Null for a server that is not in a cluster. */
  node: NodeConfig | null;
}

export interface NodeConfig {
  id: string;
  databaseUrl: string;
  secret: string;
  /** Where other nodes reach this one; null for HOST and the port. */
  address: string | null;
  /** Where ended shows are kept for all nodes; null if each node keeps its own. */
  recordings: RecordingsConfig | null;
}

/** An invalid configuration. The message has one sentence for each wrong variable. */
export class ConfigError extends Error {}

/** Reads the configuration from environment variables. Throws a ConfigError if one is invalid. */
export function readConfig(environment: Record<string, string | undefined>, cwd: string): ServerConfig {
  const parsed = environmentSchema.safeParse(environment);
  if (!parsed.success) {
    const sentences = parsed.error.issues.map(
      (issue) => `${String(issue.path[0])} is invalid: ${issue.message}.`,
    );
    throw new ConfigError(sentences.join('\n'));
  }
  const env = parsed.data;
  if (isIP(env.HOST) === 0 && !/^[a-z0-9.-]+$/i.test(env.HOST)) {
    throw new ConfigError('HOST is invalid: set an IP address such as 127.0.0.1, or a host name.');
  }
  const node = nodeConfig(env, cwd);
  const lines = defaultLines(env);
  const publicUrl = env.PUBLIC_URL === undefined ? null : new URL(env.PUBLIC_URL);
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: resolve(cwd, env.DATA_DIR),
    releasesDir: resolve(cwd, env.RELEASES_DIR === '' ? join(env.DATA_DIR, 'releases') : env.RELEASES_DIR),
    publicUrl,
    personal:
      node === null &&
      env.TOOL === 'auto' &&
      isLoopback(env.HOST) &&
      publicUrl === null &&
      env.TRUST_PROXY === 0,
    lines,
    outbound: {
      allowedHosts: [...hostsOf(lines), ...env.OUTBOUND_HOSTS],
      perMinute: env.OUTBOUND_PER_MINUTE,
    },
    limits: limitsConfig(env),
    accounts: accountsConfig(env, publicUrl?.hostname ?? null),
    sockets: socketLimits(env),
    node,
  };
}

function nodeConfig(env: z.infer<typeof environmentSchema>, cwd: string): NodeConfig | null {
  if (env.NODE_ID === undefined) {
    if (env.RECORDINGS_URL === undefined) return null;
    throw new ConfigError('RECORDINGS_URL needs NODE_ID: a single server keeps its shows in DATA_DIR.');
  }
  if (env.DATABASE_URL === undefined) {
    throw new ConfigError('NODE_ID needs DATABASE_URL: the nodes of a cluster share a PostgreSQL database.');
  }
  if (env.NODE_SECRET === undefined) {
    throw new ConfigError('NODE_ID needs NODE_SECRET: the nodes of a cluster recognise each other by it.');
  }
  if (env.NODE_ADDRESS === undefined && (env.HOST === '0.0.0.0' || env.HOST === '::')) {
    throw new ConfigError('NODE_ID needs NODE_ADDRESS: HOST is not an address that other nodes can reach.');
  }
  return {
    id: env.NODE_ID,
    databaseUrl: env.DATABASE_URL,
    secret: env.NODE_SECRET,
    address: env.NODE_ADDRESS ?? null,
    recordings: recordingsConfig(env, cwd),
  };
}

function recordingsConfig(env: z.infer<typeof environmentSchema>, cwd: string): RecordingsConfig | null {
  const { RECORDINGS_URL: place, RECORDINGS_KEY_ID: keyId, RECORDINGS_SECRET: secret } = env;
  if (place === undefined) return null;
  const url = URL.canParse(place) ? new URL(place) : null;
  // `C:\recordings` looks like an address, too.
  if (url === null || /^.:$/.test(url.protocol)) return { kind: 'folder', folder: resolve(cwd, place) };
  if (url.protocol === 'file:') return { kind: 'folder', folder: fileURLToPath(url) };
  if (!/^https?:$/.test(url.protocol) || url.pathname === '/' || url.search !== '') {
    throw new ConfigError(
      'RECORDINGS_URL is invalid: set a folder, or the address of a bucket such as https://s3.example/shows.',
    );
  }
  if (keyId === undefined || secret === undefined) {
    throw new ConfigError('RECORDINGS_URL needs RECORDINGS_KEY_ID and RECORDINGS_SECRET for a bucket.');
  }
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return { kind: 's3', url, keyId, secret, region: env.RECORDINGS_REGION ?? null };
}

const hostsOf = (lines: readonly Line[]): string[] =>
  lines.flatMap(({ webUrl, wsUrl, signUrl }) =>
    [webUrl, wsUrl, signUrl].flatMap((url) => (url === '' ? [] : new URL(url).host)),
  );

const isLoopback = (host: string): boolean => /^(?:127(?:\.\d{1,3}){3}|::1|localhost)$/i.test(host);

interface LimitsConfig {
  /** Maximum number of backstages of hosts that may be open at once. */
  hosts: number;
  /** Maximum number of visitors that may rehearse at once. */
  visitors: number;
  /** Maximum number of visitors of one sender, which is an IPv4 address or an IPv6 /56. */
  visitorsOfSender: number;
  /** Maximum number of backstages that overlays may keep open. The rest of `hosts` stays free for hosts. */
  heldOverlays: number;
  /** The allowances of the machine's owner, of a host and of a visitor. */
  ofOwner: Allowance;
  ofHost: Allowance;
  ofVisitor: Allowance;
  /** The interval at which a host's or visitor's use of the disk is compared with the allowance (ms). */
  measureEvery: number;
}

function limitsConfig(env: z.infer<z.ZodObject<typeof limitsEnvironment>>): LimitsConfig {
  const hosts = env.MAX_HOSTS ?? 50;
  const days = env.HOST_SHOW_DAYS ?? 0;
  const showMs = days === 0 ? Number.POSITIVE_INFINITY : days * 24 * 3_600_000;
  const visitors = env.MAX_VISITORS ?? 10;
  return {
    hosts,
    visitors,
    visitorsOfSender: env.VISITORS_PER_SENDER ?? Math.ceil(visitors / 2),
    ofOwner: { ...unlimited, showMs },
    ofHost: {
      ...unlimited,
      showMs,
      presets: env.HOST_PRESETS ?? 100,
      presetBytes: (env.HOST_PRESETS_KB ?? 2048) * 1024,
      widgets: env.HOST_WIDGETS ?? MOST_WIDGETS,
      diskBytes: (env.HOST_DISK_MB ?? 10_240) * MIB,
    },
    ofVisitor: {
      ...unlimited,
      presets: 20,
      presetBytes: 512 * 1024,
      widgets: 20,
      diskBytes: (env.VISITOR_DISK_MB ?? 100) * MIB,
      rehearsalSizes: ['small', 'normal'],
      rehearsalMs: (env.VISITOR_MINUTES ?? 30) * 60_000,
      isVisitor: true,
    },
    measureEvery: (env.DISK_CHECK_SECONDS ?? 10) * 1000,
    heldOverlays: Math.min(env.MAX_HELD_OVERLAYS ?? Math.floor(hosts / 2), hosts),
  };
}
