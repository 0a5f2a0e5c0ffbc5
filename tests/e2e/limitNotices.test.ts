import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, addHost, forMany, tokenOf } from '#tests/support/accounts.ts';
import type { RunningRingside } from '#tests/support/ringside.ts';
import { sharedBrowser } from '#tests/support/sharedBrowser.ts';
import { Visitor } from '#tests/support/visitor.ts';
import { visits } from '#tests/support/visits.ts';
import { startWarm } from '#tests/support/warmServer.ts';

const MB = 1024 * 1024;

let browser: Browser;
let server: RunningRingside;
let desk: string;
let accounts = 0;

beforeAll(async () => {
  browser = await sharedBrowser();
  server = await startWarm({
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
