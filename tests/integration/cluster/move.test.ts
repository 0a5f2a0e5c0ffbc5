import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { api } from '#shared/contract/api/index.ts';
import { startSimulator } from '#tests/simulator/simulator.ts';
import { startRingside, temporaryFolder } from '#tests/support/ringside.ts';
import { joinAsScreen } from '#tests/support/screenClient.ts';
import { atEnd } from '../backstage/setup.ts';
import { ApiClient } from '../server/support/client.ts';
import { type PostgresServer, startPostgres } from '../server/support/postgres.ts';
import { ADMIN } from '../server/support/process.ts';

const { account, user } = api;
const PASSWORD = 'Gift_123';
const MOVE = join(import.meta.dirname, '../../../server/cli/move.ts');
const HOSTS = ['mika@ringside.example', 'ren@ringside.example'];

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

it('one command moves accounts, presets, past and running shows from one machine to a cluster', async () => {
  const room = await startSimulator({ seed: 7, giftsPerSecond: 20 });
  atEnd(() => room.close());
  const dataDir = temporaryFolder();
  const other = temporaryFolder();
  const store = temporaryFolder();
  atEnd(() => {
    for (const folder of [dataDir, other, store]) rmSync(folder, { recursive: true, force: true });
  });
  const env = {
    TOOL: 'account',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    LIVE_WEB_URL: room.webUrl,
    LIVE_WS_URL: room.wsUrl,
    OUTBOUND_HOSTS: [room.webUrl, room.wsUrl].map((url) => new URL(url).host).join(),
  };
  const tokenOf = async (url: string, email: string, password = PASSWORD) => {
    const client = new ApiClient(url.replace(/\/$/, ''));
    return (await client.call(account.signin, { body: { email, password } })).data;
  };
  const single = await startRingside({ dataDir, env });
  const client = new ApiClient(single.url.replace(/\/$/, ''));
  const admin = (await client.call(account.signin, { body: ADMIN })).data;
  for (const email of HOSTS)
    await client.call(user.add, { token: admin, body: { email, password: PASSWORD } });
  const [onAir = '', idle = ''] = HOSTS;
  const screen = await joinAsScreen(single.url, { token: await tokenOf(single.url, onAir) });
  await screen.call('room.open', { username: room.username, lineId: 'line1' });
  const { preset } = await screen.call('presets.save', { preset: { name: 'Team', anchors: [] } });
  await screen.call('session.choosePreset', { presetId: preset.id });
  await screen.call('session.act', { action: 'start' });
  const second = await joinAsScreen(single.url, { token: await tokenOf(single.url, idle) });
  const { preset: duo } = await second.call('presets.save', { preset: { name: 'Duo', anchors: [] } });
  await second.call('room.open', { username: room.username, lineId: 'line1' });
  await second.call('session.choosePreset', { presetId: duo.id });
  await second.call('session.act', { action: 'start' });
  // The first administrator's files are those of the machine.
  const own = await joinAsScreen(single.url, { token: admin });
  await own.call('presets.save', { preset: { name: 'Own', anchors: [] } });
  await expect.poll(() => room.acked()).toBeGreaterThan(50);
  await second.call('session.act', { action: 'end' });
  const [{ showId } = raise()] = (await second.call('show.list', {})).shows;
  // The next show begins, so the first one is a past show.
  await second.call('session.choosePreset', { presetId: duo.id });
  const { report } = await second.call('report.read', { showId, filter: {} });

  const databaseUrl = await postgres.createDatabase('moved');
  const cluster = {
    ...env,
    DATABASE_URL: databaseUrl,
    NODE_ID: 'first',
    NODE_SECRET: 'a-secret-of-all-nodes-of-32-bytes',
    RECORDINGS_URL: store,
  };
  const move = (...flags: string[]) =>
    promisify(execFile)(process.execPath, [MOVE, ...flags], {
      env: { ...process.env, ...cluster, DATA_DIR: dataDir },
    });
  await expect(move()).rejects.toThrow('Another Ringside is using');
  await single.kill('SIGTERM');
  expect((await move()).stdout).toMatch(
    /Copied \d+ rows of accounts.*\n.*files of 3 hosts.*\n.*1 past shows/,
  );
  // A second time would mix two machines.
  await expect(move()).rejects.toThrow('already has accounts');
  // Hosts can be copied without accounts, if those were in this database before. Nothing is copied twice.
  expect((await move('--keep')).stdout).toMatch(/^Copied .* files of 3 hosts.*\n.* 0 past shows/);

  const node = await startRingside({ dataDir: other, env: { ...cluster, NODE_ID: 'second' } });
  atEnd(() => node.kill('SIGKILL'));
  await room.entered(2);
  const before = room.acked();
  await expect.poll(() => room.acked()).toBeGreaterThan(before + 50);
  room.pause();
  await room.allAcked();
  const moved = await joinAsScreen(node.url, { token: await tokenOf(node.url, onAir) });
  const { snapshot } = await moved.call('show.subscribe', {});
  expect(snapshot?.seen.count).toBe(room.delivered().gifts);
  const presetsOf = async (token: string) => {
    const asked = await joinAsScreen(node.url, { token });
    const { presets } = await asked.call('presets.list', {});
    asked.close();
    return presets.map(({ name }) => name);
  };
  expect(await presetsOf(await tokenOf(node.url, idle))).toEqual(['Duo']);
  expect(await presetsOf(await tokenOf(node.url, ADMIN.email, ADMIN.password))).toEqual(['Own']);
  const asked = await joinAsScreen(node.url, { token: await tokenOf(node.url, idle) });
  const again = (await asked.call('report.read', { showId, filter: {} })).report;
  expect({ ...again, at: 0 }).toEqual({ ...report, at: 0 });
  for (const each of [screen, second, own, moved, asked]) each.close();
}, 300_000);

function raise(): never {
  throw new Error('there is no show');
}
