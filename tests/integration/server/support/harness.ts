import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Api, openApi } from '#server/api/api.ts';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { defaultLimits, type LimitSizes } from '#server/limits/limits.ts';
import { api } from '#shared/contract/api/index.ts';
import { ApiClient } from './client.ts';
import { emptyBackstage } from './emptyBackstage.ts';
import { ADMIN } from './process.ts';

/** A clock that a test can advance. */
class TestClock {
  #ahead = 0;
  #heldAt: number | null = null;

  now = (): Date => new Date((this.#heldAt ?? Date.now()) + this.#ahead);

  /** Stops the clock. From now on only `forward` advances it, so the test does not depend on the machine's speed. */
  hold(): void {
    this.#heldAt = Date.now();
  }

  forward(seconds: number): void {
    this.#ahead += seconds * 1000;
  }
}

export interface TestServer {
  url: string;
  client: ApiClient;
  clock: TestClock;
  api: Api;
  dataDir: string;
  /** The lines that the server printed. */
  said: string[];
  /** The token of an administrator. */
  admin: string;
  /** Signs the administrator in again, because a test may have advanced the clock by a year. */
  renewAdmin(): Promise<void>;
  /** Signs a new host up with the code that the server printed, and signs the host in. */
  join(email?: string): Promise<{ email: string; token: string; userId: number; password: string }>;
  close(): Promise<void>;
}

interface ServerOptions {
  databaseUrl?: string;
  dataDir?: string;
  env?: Record<string, string>;
  limits?: LimitSizes;
}

export const PASSWORD = 'Gift_123';
let people = 0;

/** Limits for tests with hundreds of calls per second. `limits.test.ts` tests the real limits. */
const many = { burst: 1_000_000, perSecond: 1000 };
const patientLimits: LimitSizes = {
  ...defaultLimits,
  account: many,
  strict: { ...defaultLimits.strict, heavy: many, secret: many },
};

/** Starts the server on a port, with its own embedded database or with the given PostgreSQL database. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'ringside-accounts-'));
  const config = readConfig(
    {
      DATA_DIR: dataDir,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      TRUST_PROXY: '1',
      API_DOCS: '1',
      ...(options.databaseUrl === undefined ? {} : { DATABASE_URL: options.databaseUrl }),
      ...options.env,
    },
    dataDir,
  );
  const clock = new TestClock();
  const said: string[] = [];
  const server = openApi({
    config: config.accounts,
    dataDir,
    say: (line) => said.push(line),
    now: clock.now,
    limits: options.limits ?? patientLimits,
    presetBytes: config.limits.ofHost.presetBytes,
  });
  writeFileSync(join(dataDir, 'index.html'), '<!doctype html><title>Ringside</title>');
  mkdirSync(join(dataDir, 'assets'), { recursive: true });
  writeFileSync(join(dataDir, 'assets', 'page-1a2b.js'), 'export {};');
  const app = await createApp({
    backstage: emptyBackstage,
    trust: { publicHost: null, listenHost: '127.0.0.1' },
    webDir: dataDir,
    build: 'test',
    api: server,
    trustedProxies: config.accounts.trustedProxies,
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const client = new ApiClient(url);
  await server.opened;
  const { account } = api;
  const signIn = async () => (await client.call(account.signin, { body: ADMIN })).data;
  const running: TestServer = {
    url,
    client,
    clock,
    api: server,
    dataDir,
    said,
    admin: await signIn(),
    renewAdmin: async () => {
      running.admin = await signIn();
    },
    join: async (given) => {
      people += 1;
      const email = given ?? `host${people}@ringside.example`;
      await client.call(account.verificationCode, { body: { email } });
      const body = { email, password: PASSWORD, code: codeFor(said, email) };
      const joined = await client.call(account.signup, { body });
      if (joined.code !== 200) throw new Error(`signing up failed: ${joined.msg}`);
      const token = (await client.call(account.signin, { body: { email, password: PASSWORD } })).data;
      const { userId } = (await client.call(account.info, { token })).data;
      return { email, token, userId, password: PASSWORD };
    },
    close: async () => {
      await app.close();
      await server.close();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return running;
}

/** Returns the last code that was printed for an address. */
export function codeFor(said: readonly string[], email: string): string {
  const line = said.findLast((entry) => entry.startsWith(`Mail to ${email}: the verification code`));
  const code = /code is (\d{6})/.exec(line ?? '')?.[1];
  if (code === undefined) throw new Error(`no code was printed for ${email}`);
  return code;
}

export const ADMIN_EMAIL = ADMIN.email;
