import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeCodes } from '#shared/contract/backstage.ts';
import { ADMIN, addHost, forMany, tokenOf } from '#tests/support/accounts.ts';
import { fieldProblems } from '#tests/support/controls.ts';
import { type RunningRingside, startRingside } from '#tests/support/ringside.ts';
import { sharedBrowser } from '#tests/support/sharedBrowser.ts';
import { Visitor } from '#tests/support/visitor.ts';
import { visits } from '#tests/support/visits.ts';

const MB = 1024 * 1024;

let browser: Browser;
let server: RunningRingside;
let desk: string;
let accounts = 0;

beforeAll(async () => {
  browser = await sharedBrowser();
  server = await startRingside({
    env: { ...forMany, HOST_DISK_MB: '5', VISITOR_DISK_MB: '5', DISK_CHECK_SECONDS: '1' },
  });
  desk = await tokenOf(server.url, ADMIN);
});
afterAll(async () => {
  await server.stop();
});

const visit = visits((path) => Visitor.open(browser, server, path));

/** A new address for each test and each retry. */
function address(): string {
  accounts += 1;
  return `limits${accounts}@example.jp`;
}

const foldersOf = (kind: 'hosts' | 'visitors'): string[] => {
  try {
    return readdirSync(join(server.dataDir, kind)).map((key) => join(server.dataDir, kind, key));
  } catch {
    return [];
  }
};

/** The data folder that the server makes while `opens` runs. */
async function folderThat(kind: 'hosts' | 'visitors', opens: () => Promise<unknown>): Promise<string> {
  const before = foldersOf(kind);
  await opens();
  let made: string | undefined;
  await expect
    .poll(() => {
      made = foldersOf(kind).find((folder) => !before.includes(folder));
      return made;
    })
    .toBeDefined();
  return made ?? '';
}

describe('host with a full disk quota', () => {
  it('gets a warning before the quota is full, then a notice, and none after space is free', {
    timeout: 90_000,
  }, async () => {
    const host = await addHost(server.url, address(), desk);
    const visitor = await visit('tool');
    const { page } = visitor;
    const folder = await folderThat('hosts', async () => {
      await visitor.signIn(host.email, host.password);
      await page.locator('[data-totals]').waitFor({ state: 'attached' });
    });
    const ballast = join(folder, 'ballast');
    const notice = page.locator('[data-notices]');
    writeFileSync(ballast, Buffer.alloc(4.2 * MB));
    await notice.getByText('Your shows take 4 of 5 MB on this server. When it is full').waitFor();
    writeFileSync(ballast, Buffer.alloc(6 * MB));
    await notice.getByText('Your shows take 6 of 5 MB on this server. Ask whoever runs the server').waitFor();
    await visitor.button(/^Rehearsal/).click();
    await visitor.toast('Your shows take 6 of 5 MB on this server').waitFor();
    rmSync(ballast);
    await notice.getByText('Your shows take').waitFor({ state: 'detached' });
  });
});

describe('visitor with a full disk quota', () => {
  it('reads why the rehearsal has ended and what to do', { timeout: 60_000 }, async () => {
    const visitor = await visit('login');
    const folder = await folderThat('visitors', async () => {
      await visitor.page.getByRole('link', { name: 'Try a rehearsal without an account' }).click();
      await visitor.page.locator('[data-row]').first().waitFor();
    });
    writeFileSync(join(folder, 'ballast'), Buffer.alloc(6 * MB));
    await visitor.page
      .getByRole('alert')
      .getByText('You have used up the 5 MB that you can keep without an account. Sign in')
      .waitFor();
  });
});

describe('host whose show cannot be opened', () => {
  it('reads that the data is safe, and opens the show with “Try now”', async () => {
    const host = await addHost(server.url, address(), desk);
    const visitor = await visit('login?redirect=/tool');
    const { page } = visitor;
    let open = false;
    await page.routeWebSocket('**/backstage', (socket) => {
      if (open) socket.connectToServer();
      else void socket.close({ code: closeCodes.unavailable });
    });
    await visitor.signIn(host.email, host.password);
    const notice = page
      .getByRole('alert')
      .getByText('Ringside cannot open your show right now. Everything stored is');
    await notice.waitFor();
    open = true;
    await visitor.button('Try now').click();
    await notice.waitFor({ state: 'detached' });
    await page.locator('[data-totals]').waitFor({ state: 'attached' });
  });
});

describe('account form', () => {
  it('rejects a leaked password at its field', async () => {
    const email = address();
    const visitor = await visit('register');
    await visitor.fill('signup', {
      Email: email,
      Password: 'password1',
      'Password again': 'password1',
    });
    const code = await visitor.codeFor(email);
    await visitor.fill('signup', { 'Verification code': code }, 'Sign up');
    await fieldProblems(visitor.page, 'known from data leaks').waitFor();
    await visitor.fill('signup', { Password: 'first_pass1', 'Password again': 'first_pass1' }, 'Sign up');
    await visitor.page.getByRole('heading', { name: 'Hello, limits' }).waitFor();
  });

  it('shows how long to wait after wrong passwords, but not whether the account exists', async () => {
    const visitor = await visit('login');
    await visitor.fill('signin', { Email: address(), Password: 'wrong_pass1' });
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const answer = visitor.page.waitForResponse('**/api/user/signin');
      await visitor.button('Sign in').click();
      const { msg } = await (await answer).json();
      if (/^Too many wrong passwords/.test(String(msg))) break;
    }
    await visitor.toast(/^Too many wrong passwords\. Please (wait \d+ s|try again in \d+ min)/).waitFor();
  });
});
