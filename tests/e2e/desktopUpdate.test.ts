import { createHash, generateKeyPairSync } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEYS_FILE, SIGNATURE_FIELD, signFeed } from '#electron/update/signedFeed.ts';
import { desktopsOfTests, eventually } from '#tests/electron/desktops.ts';
import { needsStandIn } from '#tests/electron/findElectron.ts';
import { ask } from '#tests/electron/toolWindow.ts';
import { temporaryFolder } from '#tests/support/ringside.ts';
import { ToolPage } from '#tests/support/toolPage.ts';

const launch = desktopsOfTests();
const tls = join(import.meta.dirname, '..', 'electron', 'tls');
const NAME = 'Ringside-9.0.0-linux-x86_64.AppImage';
/** The new version: it writes to the file in NEWER_MARK and exits. */
const newer = Buffer.from('#!/bin/sh\necho started > "$NEWER_MARK"\n');

let folder = '';
let server: Server;
let feed = '';
const publisher = generateKeyPairSync('ed25519');
const asked: string[] = [];
beforeAll(async () => {
  folder = temporaryFolder();
  const sha512 = createHash('sha512').update(newer).digest('base64');
  const content = {
    version: '9.0.0',
    files: [{ url: NAME, sha512, size: newer.length }],
    path: NAME,
    sha512,
    releaseDate: '2026-01-01T00:00:00.000Z',
  };
  const signature = signFeed('latest-linux.yml', content, publisher.privateKey);
  const files = new Map<string, Buffer>([
    [`/releases/${NAME}`, newer],
    // JSON is valid YAML.
    ['/releases/latest-linux.yml', Buffer.from(JSON.stringify({ ...content, [SIGNATURE_FIELD]: signature }))],
    ['/forged/latest-linux.yml', Buffer.from(JSON.stringify(content))],
  ]);
  const key = readFileSync(join(tls, 'key.pem'));
  const cert = readFileSync(join(tls, 'certificate.pem'));
  server = createServer({ key, cert }, (request, response) => {
    const path = new URL(request.url ?? '/', 'https://x').pathname;
    asked.push(path);
    const file = files.get(path);
    response.writeHead(file === undefined ? 404 : 200).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  feed = `https://127.0.0.1:${(server.address() as AddressInfo).port}/releases`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a packed copy that runs as an AppImage; `packed` is the update address inside the package. */
async function launchPacked(packed: string) {
  const resources = join(folder, 'resources');
  mkdirSync(resources, { recursive: true });
  writeFileSync(
    join(resources, 'app-update.yml'),
    `provider: generic\nurl: ${packed}\nupdaterCacheDirName: ringside\n`,
  );
  writeFileSync(join(resources, KEYS_FILE), publisher.publicKey.export({ type: 'spki', format: 'pem' }));
  const appImage = join(folder, 'Ringside.AppImage');
  writeFileSync(appImage, 'the app that runs');
  chmodSync(appImage, 0o755);
  const mark = join(folder, 'mark');
  const desktop = await launch({
    env: {
      STAND_IN_RESOURCES: resources,
      APPIMAGE: appImage,
      NEWER_MARK: mark,
      XDG_CACHE_HOME: join(folder, 'cache'),
      NODE_EXTRA_CA_CERTS: join(tls, 'certificate.pem'),
    },
  });
  const tool = await ToolPage.of(await desktop.page('/tool'));
  return { desktop, tool, appImage, mark };
}

describe('update of the desktop app', needsStandIn(), () => {
  it('downloads at the start, waits for the end of the show, and installs after a click', async () => {
    const { desktop, tool, appImage, mark } = await launchPacked(feed);
    const { page } = tool;
    await page.keyboard.press('r');
    await page.getByText('×').first().waitFor();
    await page.keyboard.press('s');
    await tool.button(/^Pause/).waitFor();
    await tool.tab('Setting');
    await page.getByText('A show is on. Ringside restarts only after it has ended.').waitFor();
    const restart = tool.button('Restart and update');
    expect(await restart.isDisabled()).toBe(true);
    await page.evaluate(() => window.ringside?.installUpdate({}));
    expect(readFileSync(appImage, 'utf8')).toBe('the app that runs');

    await ask(page, 'session.act', { action: 'end' });
    await ask(page, 'room.close', {});
    await page.getByText('Version 9.0.0 is ready. Restart to use it.').waitFor();
    expect(existsSync(mark)).toBe(false);
    await restart.click();
    expect(await desktop.ended()).toBe(0);
    await eventually(() => existsSync(mark) && readFileSync(mark, 'utf8')).toBe('started\n');
    expect(readFileSync(appImage)).toEqual(newer);
  });

  it('uses the address that the host entered, and explains each failure', async () => {
    asked.length = 0;
    const { tool } = await launchPacked('https://updates.ringside.invalid/releases');
    const { page } = tool;
    await tool.tab('Setting');
    await page.getByText('No update server is set.', { exact: false }).waitFor();
    await page.getByText('Advanced: update server', { exact: true }).click();
    const field = page.getByRole('textbox', { name: 'Update address' });
    await field.fill(feed.replace('/releases', '/nothing-here'));
    await field.press('Enter');
    await tool.button('Save').waitFor({ state: 'detached' });
    await tool.button('Check for updates').click();
    await page.getByText('Ringside cannot read the answer of the update server.', { exact: false }).waitFor();
    expect(asked).toContain('/nothing-here/latest-linux.yml');
    await field.fill(feed.replace('/releases', '/forged'));
    await field.press('Enter');
    await tool.button('Save').waitFor({ state: 'detached' });
    await tool.button('Check for updates').click();
    await page.getByText('has not signed, so Ringside did not use it', { exact: false }).waitFor();
    await field.fill(feed);
    await field.press('Enter');
    await tool.button('Save').waitFor({ state: 'detached' });
    await tool.button('Check for updates').click();
    await page.getByText('Version 9.0.0 is ready. Restart to use it.').waitFor();
  });
});
