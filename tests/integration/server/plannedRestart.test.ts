import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { api } from '#shared/contract/api/index.ts';
import { rowsOnDisk } from '#tests/integration/backstage/killing.ts';
import { type Simulator, startSimulator } from '#tests/simulator/simulator.ts';
import { type RunningRingside, startRingside } from '#tests/support/ringside.ts';
import { joinAsScreen } from '#tests/support/screenClient.ts';
import { ApiClient } from './support/client.ts';
import { ADMIN } from './support/process.ts';

const { account, user } = api;
const PASSWORD = 'Gift_123';

/** The gifts per second of each show. */
const RATES = [20, 60, 60, 200, 400, 500];
const RESTARTS = 2;

describe('a restart of a server with busy shows', () => {
  const cleanups: (() => unknown)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  const start = (rooms: readonly Simulator[], dataDir?: string) =>
    startRingside({
      env: {
        TOOL: 'account',
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        OUTBOUND_HOSTS: rooms.flatMap((room) => [new URL(room.webUrl).host, new URL(room.wsUrl).host]).join(),
      },
      ...(dataDir === undefined ? {} : { dataDir }),
    });

  /** Adds an account whose show counts the room of a simulator. Returns the name of its folder. */
  const putOnAir = async (ringside: RunningRingside, room: Simulator, email: string, admin: string) => {
    const client = new ApiClient(ringside.url.replace(/\/$/, ''));
    await client.call(user.add, { token: admin, body: { email, password: PASSWORD } });
    const token = (await client.call(account.signin, { body: { email, password: PASSWORD } })).data;
    const hosts = join(ringside.dataDir, 'hosts');
    const before = existsSync(hosts) ? readdirSync(hosts) : [];
    const screen = await joinAsScreen(ringside.url, { token });
    const { lines } = await screen.call('lines.list', {});
    const { webUrl, wsUrl } = room;
    await screen.call('lines.save', { lines: lines.map((line) => ({ ...line, webUrl, wsUrl })) });
    await screen.call('room.open', { username: room.username, lineId: 'line1' });
    const { preset } = await screen.call('presets.save', { preset: { name: 'Team', anchors: [] } });
    await screen.call('session.choosePreset', { presetId: preset.id });
    await screen.call('session.act', { action: 'start' });
    screen.close();
    return readdirSync(hosts).find((key) => !before.includes(key)) ?? '';
  };

  it('resumes every show without a screen, and loses or double-counts no gift', async () => {
    const rooms = await Promise.all(
      RATES.map((giftsPerSecond, index) => startSimulator({ seed: index + 1, giftsPerSecond })),
    );
    cleanups.push(() => Promise.all(rooms.map((room) => room.close())));
    let ringside = await start(rooms);
    cleanups.push(() => ringside.stop());
    const client = new ApiClient(ringside.url.replace(/\/$/, ''));
    const admin = (await client.call(account.signin, { body: ADMIN })).data;
    const shows: { room: Simulator; folder: string }[] = [];
    for (const [index, room] of rooms.entries()) {
      const key = await putOnAir(ringside, room, `host${index}@ringside.example`, admin);
      shows.push({ room, folder: join(ringside.dataDir, 'hosts', key) });
    }

    for (let restart = 1; restart <= RESTARTS; restart += 1) {
      await Promise.all(rooms.map((room) => room.entered(restart)));
      await ringside.kill('SIGTERM');
      ringside = await start(rooms, ringside.dataDir);
      // No screen is connected.
      await Promise.all(rooms.map((room) => room.entered(restart + 1)));
    }

    await expect.poll(() => Math.min(...rooms.map((room) => room.delivered().gifts))).toBeGreaterThan(0);
    for (const { room } of shows) room.pause();
    await Promise.all(rooms.map((room) => room.allAcked()));
    expect(shows.map(({ folder }) => existsSync(join(folder, 'on-air')))).toEqual(shows.map(() => true));
    await ringside.kill('SIGTERM');
    const sorted = (rows: ReturnType<typeof rowsOnDisk>) =>
      rows.map(({ userId, giftId, count, diamonds }) => `${userId} ${giftId} ${count} ${diamonds}`).sort();
    for (const { room, folder } of shows) {
      expect(readdirSync(join(folder, 'shows'))).toHaveLength(1);
      expect(sorted(rowsOnDisk(folder))).toEqual(sorted(room.delivered().bySenderAndGift));
    }
  }, 120_000);
});
