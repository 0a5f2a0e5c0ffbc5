import { once } from 'node:events';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { api } from '#shared/contract/api/index.ts';
import { closeCodes } from '#shared/contract/backstage.ts';
import { rowsOnDisk } from '#tests/integration/backstage/killing.ts';
import { type Simulator, startSimulator } from '#tests/simulator/simulator.ts';
import { OverlayPage } from '#tests/support/overlayPage.ts';
import { type RunningRingside, startRingside, temporaryFolder } from '#tests/support/ringside.ts';
import { joinAsScreen } from '#tests/support/screenClient.ts';
import { ApiClient } from '../server/support/client.ts';
import { type PostgresServer, startPostgres } from '../server/support/postgres.ts';
import { ADMIN } from '../server/support/process.ts';

const { account, status, user } = api;
const PASSWORD = 'Gift_123';
const SECRET = 'a-secret-of-all-nodes-of-32-bytes';

describe('two servers of a cluster', () => {
  let postgres: PostgresServer;
  let databases = 0;
  const cleanups: (() => unknown)[] = [];
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });
  afterAll(() => postgres.stop());

  /** Two servers on one database, a live room, and a way to put hosts on air. */
  async function startCluster(
    giftsPerSecond: number,
    env: Record<string, string> = {},
    envOfSecond: Record<string, string> = {},
  ) {
    const room = await startSimulator({ seed: 26, giftsPerSecond });
    cleanups.push(() => room.close());
    databases += 1;
    const databaseUrl = await postgres.createDatabase(`cluster${databases}`);
    const start = async (name: string, dataDir = temporaryFolder()) => {
      const server = await startRingside({
        dataDir,
        env: {
          NODE_ID: name,
          NODE_SECRET: SECRET,
          DATABASE_URL: databaseUrl,
          TOOL: 'account',
          ADMIN_EMAIL: ADMIN.email,
          ADMIN_PASSWORD: ADMIN.password,
          LIVE_WEB_URL: room.webUrl,
          LIVE_WS_URL: room.wsUrl,
          OUTBOUND_HOSTS: [room.webUrl, room.wsUrl].map((url) => new URL(url).host).join(),
          ...env,
          ...(name === 'second' && envOfSecond),
        },
      });
      cleanups.push(async () => {
        if (server.process.exitCode === null && server.process.signalCode === null)
          await server.kill('SIGKILL');
        rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
      });
      return server;
    };
    const [first, second] = await Promise.all([start('first'), start('second')]);
    const client = new ApiClient(first.url.replace(/\/$/, ''));
    const admin = (await client.call(account.signin, { body: ADMIN })).data;
    const body = { email: 'mika@ringside.example', password: PASSWORD };
    await client.call(user.add, { token: admin, body });
    const token = (await client.call(account.signin, { body })).data;
    return { room, first, second, client, admin, token };
  }

  /** Starts the session of the signed-in host. Waits until the server has joined the cluster. */
  async function putOnAir(server: RunningRingside, room: Simulator, token: string): Promise<void> {
    await expect.poll(() => server.output()).toContain('is the node');
    const screen = await joinAsScreen(server.url, { token });
    await screen.call('room.open', { username: room.username, lineId: 'line1' });
    const { preset } = await screen.call('presets.save', { preset: { name: 'Team', anchors: [] } });
    await screen.call('session.choosePreset', { presetId: preset.id });
    await screen.call('session.act', { action: 'start' });
    screen.close();
  }

  const hostFolder = ({ dataDir }: RunningRingside) => {
    const hosts = join(dataDir, 'hosts');
    return join(hosts, existsSync(hosts) ? (readdirSync(hosts)[0] ?? '') : '');
  };

  /** The platform's totals and those of the server's ledger, as comparable lines. */
  const totals = (server: RunningRingside, room: Simulator) =>
    [rowsOnDisk(hostFolder(server)), room.delivered().bySenderAndGift].map((rows) =>
      rows.map(({ userId, giftId, count, diamonds }) => `${userId} ${giftId} ${count} ${diamonds}`).sort(),
    );

  it('lose no gift while the database is away, and continue a show whose server is killed', {
    timeout: 180_000,
  }, async () => {
    const { room, first, second, token } = await startCluster(60);
    await putOnAir(first, room, token);
    await expect.poll(() => second.output()).toContain('is the node');
    await expect.poll(() => room.delivered().gifts).toBeGreaterThan(100);
    const watching = await joinAsScreen(first.url, { token });
    postgres.freeze();
    try {
      for (const { output } of [first, second])
        await expect.poll(output).toContain('The database does not answer. The shows of this server wait');
      // What is stored nowhere is shown nowhere.
      await watching.closed;
    } finally {
      postgres.thaw();
    }
    const thawed = room.delivered().gifts;
    await expect.poll(() => room.delivered().gifts).toBeGreaterThan(thawed + 50);
    room.pause();
    await room.allAcked();
    expect(room.truth().lost).toEqual([]);
    const screen = await joinAsScreen(first.url, { token });
    expect((await screen.call('show.subscribe', {})).snapshot?.gapCount).toBe(0);
    screen.close();
    expect(second.output()).not.toContain('continues 1 show(s)');
    await expect.poll(() => totals(first, room)[0]).toEqual(totals(first, room)[1]);
    room.resume();
    await first.kill('SIGKILL');
    // No screen is connected.
    await expect.poll(() => second.output(), { timeout: 30_000 }).toContain('continues 1 show(s)');
    await room.entered(2);
    const before = room.delivered().gifts;
    await expect.poll(() => room.delivered().gifts).toBeGreaterThan(before + 50);
    const heir = await joinAsScreen(second.url, { token });
    expect((await heir.call('show.subscribe', {})).snapshot?.gapCount).toBeGreaterThan(0);
    heir.close();
    room.pause();
    await room.allAcked();
    await second.kill('SIGTERM');
    const [counted, truth] = totals(second, room);
    expect(counted).toEqual(truth);
  });

  it('serve a host and its overlays on whichever server has the show', { timeout: 180_000 }, async () => {
    const { room, first, second, token } = await startCluster(20);
    await putOnAir(first, room, token);
    await expect.poll(() => second.output()).toContain('is the node');
    expect((await fetch(`${second.url}api/ready`)).status).toBe(200);
    const screen = await joinAsScreen(second.url, { token });
    const { snapshot } = await screen.call('show.subscribe', {});
    expect(snapshot?.seq).toBeGreaterThan(0);
    expect(existsSync(join(second.dataDir, 'hosts'))).toBe(false);
    const { presets } = await screen.call('presets.list', {});
    expect(presets.map(({ name }) => name)).toEqual(['Team']);
    const { link } = await screen.call('overlay.create', { kind: 'pkBar', name: 'PK', language: 'en' });
    const overlayToken = new URL(link.url).hash.slice(1);
    const [page, near] = await Promise.all(
      [second, first].map(({ url }) => OverlayPage.shown(`${url}overlay/#${overlayToken}`)),
    );
    cleanups.push(() => {
      page?.close();
      near?.close();
    });
    expect(page?.revision).toBeGreaterThanOrEqual(0);
    // A program reaches its host through any server, over HTTP, as a stream and over a WebSocket.
    const { token: steer } = await screen.call('remotes.create', { name: 'Deck', scope: 'steer' });
    const asProgram = { headers: { authorization: `Bearer ${steer}`, 'content-type': 'application/json' } };
    for (const { url } of [first, second]) {
      const act = (on: boolean) =>
        fetch(`${url}remote/v1/actions/bindings.suspend`, {
          ...asProgram,
          method: 'POST',
          body: JSON.stringify({ on }),
        });
      expect([(await act(true)).status, (await act(false)).status]).toEqual([200, 200]);
      const state = await fetch(`${url}remote/v1/state`, asProgram);
      expect([state.status, state.headers.get('etag')]).toEqual([200, expect.stringContaining('"')]);
      const stream = await fetch(`${url}remote/v1/events`, asProgram);
      const reader = stream.body?.getReader();
      expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toContain('event: state');
      await reader?.cancel();
      const socket = new WebSocket(`${url.replace('http', 'ws')}remote/v1/socket`, asProgram);
      const [greeting] = await once(socket, 'message');
      expect(String(greeting)).toContain('"type":"state"');
      socket.terminate();
    }
    const guessed = await fetch(`${second.url}remote/v1/state`, {
      headers: { authorization: `Bearer rr_${'x'.repeat(43)}` },
    });
    expect(guessed.status).toBe(401);
    const wrong = await OverlayPage.open(`${second.url}overlay/#${'x'.repeat(43)}`);
    await wrong.until(() => wrong.refused !== null);
    expect(wrong.refused).toBe('token');
    // A stranger with a wrong secret is no node: its origin is checked as ever.
    const headers = { 'x-ringside-node': SECRET.replace('a', 'b') };
    const stranger = new OverlayPage(second.url, { origin: 'http://evil.example', headers });
    await stranger.until(() => stranger.closed);
    // It cannot take a show either. A node that sends nonsense is told so.
    const ask = (path: string, secret: string) =>
      fetch(new URL(path, second.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-ringside-node': secret },
        body: JSON.stringify({ host: '../..' }),
      });
    for (const path of ['node/join', 'node/take']) {
      expect((await ask(path, SECRET.replace('a', 'b'))).status).toBe(404);
      expect((await ask(path, SECRET)).status).toBe(400);
    }
    // A request that a node passed on is not passed on again.
    const passed = await joinAsScreen(second.url, { token, headers: { 'x-ringside-node': SECRET } });
    const notice = await passed.push((push) => push.push === 'notice');
    expect(notice).toMatchObject({ problem: { code: 'cluster.otherServer', params: { node: 'first' } } });
    expect(await passed.closed).toBe(closeCodes.unavailable);
    // After a takeover, the same link and the same presets are there.
    await first.kill('SIGKILL');
    expect(await screen.closed).toBeGreaterThan(0);
    await room.entered(2);
    const again = await joinAsScreen(second.url, { token });
    expect((await again.call('presets.list', {})).presets).toEqual(presets);
    const after = await OverlayPage.shown(`${second.url}overlay/#${overlayToken}`);
    after.close();
    again.close();
  });

  /** Stands in front of a server for the calls of other servers. `onTake` decides about those that hand a show over. */
  async function openGate(onTake: (pass: () => Promise<Response>) => Promise<Response | null>) {
    let target = '';
    const gate = createServer(async (request, response) => {
      const body = await buffer(request);
      const pass = () =>
        fetch(new URL(request.url ?? '', target), {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-ringside-node': SECRET },
          body,
        });
      const answer = await (request.url === '/node/take' ? onTake(pass) : pass()).catch(() => null);
      if (answer === null) request.socket.destroy();
      else response.writeHead(answer.status).end();
    });
    gate.listen(0, '127.0.0.1');
    await once(gate, 'listening');
    cleanups.push(() => gate.close());
    const address = gate.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    return {
      url: `http://127.0.0.1:${port}`,
      leadTo: (url: string) => {
        target = url;
      },
    };
  }

  it.each([
    { killed: 'second', when: 'before it takes the show', isTaken: false, hasGap: true },
    { killed: 'first', when: 'before the other one takes the show', isTaken: false, hasGap: true },
    { killed: 'first', when: 'right after it has handed the show over', isTaken: true, hasGap: false },
  ])(
    'lose and repeat no gift if the $killed one is killed $when',
    { timeout: 180_000 },
    async ({ killed, isTaken, hasGap }) => {
      let takes = 0;
      const gate = await openGate(async (pass) => {
        takes += 1;
        if (isTaken) await pass();
        await doomed.kill('SIGKILL');
        return null;
      });
      const { room, first, second, client, admin, token } = await startCluster(
        60,
        {},
        { NODE_ADDRESS: gate.url },
      );
      gate.leadTo(second.url);
      const [doomed, heir] = killed === 'first' ? [first, second] : [second, first];
      await putOnAir(first, room, token);
      await expect.poll(() => second.output()).toContain('is the node');
      await expect.poll(() => room.delivered().gifts).toBeGreaterThan(50);
      await client.call(status.drain, { token: admin, params: { name: 'first', action: 'drain' } });
      await expect.poll(() => takes, { timeout: 30_000 }).toBe(1);
      const before = room.acked();
      await expect.poll(() => room.acked(), { timeout: 30_000 }).toBeGreaterThan(before + 100);
      room.pause();
      await room.allAcked();
      const screen = await joinAsScreen(heir.url, { token });
      const { snapshot } = await screen.call('show.subscribe', {});
      screen.close();
      expect((snapshot?.gapCount ?? 0) > 0).toBe(hasGap);
      await heir.kill('SIGTERM');
      const [counted, truth] = totals(heir, room);
      expect(counted).toEqual(truth);
    },
  );

  it('end the show of a deleted account on the server that has it', { timeout: 180_000 }, async () => {
    const { room, first, second, admin, token } = await startCluster(20);
    await putOnAir(first, room, token);
    await expect.poll(() => room.delivered().gifts).toBeGreaterThan(10);
    await expect.poll(() => second.output()).toContain('is the node');
    const hosts = () => readdirSync(join(first.dataDir, 'hosts'));
    expect(hosts()).toHaveLength(1);
    const client = new ApiClient(second.url.replace(/\/$/, ''));
    const { data } = await client.call(user.list, {
      token: admin,
      params: { page: 1, size: 10 },
      query: { search: 'mika' },
    });
    const [id = 0] = data.rows.map((each) => each.id);
    await client.call(user.remove, { token: admin, params: { id } });
    await expect.poll(hosts, { timeout: 30_000 }).toEqual([]);
    const metrics = async () => (await fetch(`${first.url}api/metrics`)).text();
    await expect.poll(metrics).toContain('ringside_shows_counting 0');
    await expect.poll(metrics).toContain('ringside_shows_failed 0');
    const [row] = (await client.call(status.nodes, { token: admin })).data;
    expect(row).toMatchObject({ name: 'first', shows: 0, hosts: 0 });
  });

  it('report and replay a past show whose server is gone', { timeout: 180_000 }, async () => {
    const recordings = temporaryFolder();
    cleanups.push(() => rmSync(recordings, { recursive: true, force: true }));
    const { room, first, second, token } = await startCluster(60, { RECORDINGS_URL: recordings });
    await putOnAir(first, room, token);
    await expect.poll(() => room.delivered().gifts).toBeGreaterThan(30);
    const screen = await joinAsScreen(first.url, { token });
    await screen.call('session.act', { action: 'end' });
    const { shows } = await screen.call('show.list', {});
    const showId = shows[0]?.showId ?? '';
    // The next show begins, so the first one is a past show.
    const { presets } = await screen.call('presets.list', {});
    await screen.call('session.choosePreset', { presetId: presets[0]?.id ?? '' });
    const { report } = await screen.call('report.read', { showId, filter: {} });
    expect(report.overview.counted.count).toBeGreaterThan(0);
    screen.close();
    const stored = () => readdirSync(recordings, { recursive: true, encoding: 'utf8' });
    await expect
      .poll(stored, { timeout: 30_000 })
      .toContainEqual(expect.stringMatching(/journal-first.*gz$/));
    await expect
      .poll(async () => (await fetch(`${first.url}api/metrics`)).text(), { timeout: 30_000 })
      .toContain('ringside_recordings_waiting 0');
    await first.kill('SIGKILL');
    rmSync(first.dataDir, { recursive: true, force: true });
    // The host had no show on air, so the second server opens the host's backstage when the first lease has ended.
    const listed = async () => {
      const asked = await joinAsScreen(second.url, { token });
      const { shows: found } = await asked.call('show.list', {});
      asked.close();
      return found.map((show) => show.showId);
    };
    await expect.poll(() => listed().catch(() => []), { timeout: 30_000 }).toContain(showId);
    const elsewhere = await joinAsScreen(second.url, { token });
    const again = (await elsewhere.call('report.read', { showId, filter: {} })).report;
    expect({ ...again, at: 0 }).toEqual({ ...report, at: 0 });
    const { seq } = await elsewhere.call('replay.open', { showId });
    const { inputs } = await elsewhere.call('replay.inputs', { showId, after: 0, limit: 10 });
    expect([inputs.length, seq]).toEqual([10, report.seq]);
    elsewhere.close();
  });

  it('move a show without a gap when one is drained, and back when one stops', {
    timeout: 180_000,
  }, async () => {
    const { room, first, second, client, admin, token } = await startCluster(100);
    await putOnAir(first, room, token);
    await expect.poll(() => second.output()).toContain('is the node');
    const nodes = async () =>
      (await client.call(status.nodes, { token: admin })).data.map(
        ({ name, state, shows }) => `${name} ${state} ${shows}`,
      );
    await expect.poll(nodes).toEqual(['first ready 1', 'second ready 0']);
    const drain = async (name: string, action: 'drain' | 'accept') =>
      (await client.call(status.drain, { token: admin, params: { name, action } })).code;
    expect(await drain('third', 'drain')).toBe(404);
    expect(await drain('first', 'drain')).toBe(200);
    await expect.poll(nodes).toEqual(['first draining 0', 'second ready 1']);
    expect((await fetch(`${first.url}api/ready`)).status).toBe(503);
    await expect.poll(() => existsSync(join(hostFolder(first), 'on-air'))).toBe(false);
    // The drained server still passes the host's screens on.
    const screen = await joinAsScreen(first.url, { token });
    const moved = (await screen.call('show.subscribe', {})).snapshot;
    expect(moved?.gapCount).toBe(0);
    expect(await drain('first', 'accept')).toBe(200);
    await expect.poll(async () => (await fetch(`${first.url}api/ready`)).status).toBe(200);
    await second.kill('SIGTERM');
    const before = room.acked();
    await expect.poll(() => room.acked()).toBeGreaterThan(before + 100);
    room.pause();
    await room.allAcked();
    const back = await joinAsScreen(first.url, { token });
    const { snapshot } = await back.call('show.subscribe', {});
    back.close();
    expect(snapshot?.gapCount).toBe(0);
    expect(room.truth().lost).toEqual([]);
    await first.kill('SIGTERM');
    const [counted, truth] = totals(first, room);
    expect(counted).toEqual(truth);
  });
});
