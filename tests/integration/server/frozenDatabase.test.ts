import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#shared/contract/api/index.ts';
import { type RunningRingside, startRingside } from '#tests/support/ringside.ts';
import { joinAsScreen } from '#tests/support/screenClient.ts';
import { until } from '#tests/support/until.ts';
import { ApiClient } from './support/client.ts';
import { type PostgresServer, startPostgres } from './support/postgres.ts';
import { ADMIN } from './support/process.ts';

/** Longer than the timeout of a screen, and much shorter than the timeouts of the database's client. */
const SOON_MS = 15_000;

describe.skipIf(process.platform !== 'linux')('a server whose PostgreSQL is frozen', () => {
  let postgres: PostgresServer;
  let ringside: RunningRingside;
  beforeAll(async () => {
    postgres = await startPostgres();
    ringside = await startRingside({
      env: {
        TOOL: 'account',
        DATABASE_URL: await postgres.createDatabase('frozen'),
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
      },
    });
  });
  afterAll(async () => {
    postgres.thaw();
    await ringside.stop();
    await postgres.stop();
  });

  it('admits cached tokens, continues shows, reports it in health, and recovers by itself', async () => {
    const client = new ApiClient(ringside.url.replace(/\/$/, ''));
    const token = (await client.call(api.account.signin, { body: ADMIN })).data;
    const accounts = async () => {
      const answer = await (await fetch(new URL('api/health', ringside.url))).json();
      return answer.data.accounts;
    };
    const first = await joinAsScreen(ringside.url, { token });
    await first.call('rehearsal.open', { size: 'small', locale: 'en' });
    await first.call('session.act', { action: 'start' });
    const { showId } = await first.call('show.subscribe', {});

    postgres.freeze();
    const joining = joinAsScreen(ringside.url, { token });
    let second: Awaited<typeof joining> | null = null;
    void joining.then((screen) => {
      second = screen;
    });
    await until(() => second !== null, 'a known screen to come in', SOON_MS);
    const screen = await joining;
    const found = await screen.call('show.subscribe', {});
    expect(found.showId).toBe(showId);
    const later = (push: { push: string; inputs?: readonly { seq: number }[] }) =>
      push.push === 'inputs' && (push.inputs?.at(-1)?.seq ?? 0) > found.seq;
    await screen.push(later);
    await until(async () => (await accounts()) === 'unavailable', 'health to say it', SOON_MS);
    // Calls are refused at once instead of waiting.
    expect((await client.call(api.account.info, { token })).code).toBe(503);

    postgres.thaw();
    await until(async () => (await accounts()) === 'open', 'accounts to come back', SOON_MS);
    expect((await client.call(api.account.info, { token })).code).toBe(200);
    first.close();
    screen.close();
  });

  it('still exits on SIGTERM', async () => {
    postgres.freeze();
    let ended = false;
    void ringside.kill('SIGTERM').then(() => {
      ended = true;
    });
    await until(() => ended, 'the server to end', SOON_MS);
  });
});
