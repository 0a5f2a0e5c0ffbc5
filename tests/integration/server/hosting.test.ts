import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { api } from '#shared/contract/api/index.ts';
import { type RunningRingside, startRingside } from '#tests/support/ringside.ts';
import { joinAsScreen, type ScreenClient, type ScreenOptions } from '#tests/support/screenClient.ts';
import { until } from '#tests/support/until.ts';
import { ApiClient } from './support/client.ts';
import { ADMIN } from './support/process.ts';

const { account, user } = api;
const PASSWORD = 'Gift_123';

describe('a server that requires accounts', () => {
  const cleanups: (() => unknown)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });
  const start = async (dataDir?: string, env: Record<string, string> = { TOOL: 'account' }) => {
    const ringside = await startRingside({
      env: { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, ...env },
      ...(dataDir === undefined ? {} : { dataDir }),
    });
    cleanups.push(() => ringside.stop());
    return ringside;
  };
  const clientOf = (ringside: RunningRingside) => new ApiClient(ringside.url.replace(/\/$/, ''));
  const signIn = async (ringside: RunningRingside, email: string, password = PASSWORD) =>
    (await clientOf(ringside).call(account.signin, { body: { email, password } })).data;
  const addHosts = async (ringside: RunningRingside, ...emails: string[]) => {
    const token = await signIn(ringside, ADMIN.email, ADMIN.password);
    for (const email of emails) {
      await clientOf(ringside).call(user.add, { token, body: { email, password: PASSWORD } });
    }
    return token;
  };
  const screen = async (ringside: RunningRingside, options: ScreenOptions = {}) => {
    const joined = await joinAsScreen(ringside.url, options);
    cleanups.push(() => joined.close());
    return joined;
  };
  const rehearse = async (host: ScreenClient) => {
    await host.call('rehearsal.open', { size: 'small', locale: 'en' });
    await host.call('session.act', { action: 'start' });
    return (await host.call('show.subscribe', {})).showId;
  };

  it('gives each host private shows, the same on all devices of the host', async () => {
    const ringside = await start();
    await addHosts(ringside, 'a@ringside.example', 'b@ringside.example');
    const [a, b] = [
      await signIn(ringside, 'a@ringside.example'),
      await signIn(ringside, 'b@ringside.example'),
    ];
    const first = await screen(ringside, { token: a });
    const showId = await rehearse(first);
    expect(showId).not.toBeNull();
    const other = await screen(ringside, { token: b });
    expect((await other.call('show.subscribe', {})).showId).toBeNull();
    expect((await other.call('show.list', {})).shows).toEqual([]);
    const second = await screen(ringside, { token: await signIn(ringside, 'a@ringside.example') });
    expect((await second.call('show.subscribe', {})).showId).toBe(showId);
    const owner = await screen(ringside, { token: await signIn(ringside, ADMIN.email, ADMIN.password) });
    expect((await owner.call('show.list', {})).shows).toEqual([]);
  });

  it('continues a show after its host was signed out, and after the server was killed', async () => {
    const ringside = await start();
    await addHosts(ringside, 'a@ringside.example');
    const token = await signIn(ringside, 'a@ringside.example');
    const before = await screen(ringside, { token });
    const showId = await rehearse(before);
    await clientOf(ringside).call(account.signout, { token });
    const turnedAway = await screen(ringside, { token });
    expect(await turnedAway.closed).toBe(4401);
    before.close();
    const back = await screen(ringside, { token: await signIn(ringside, 'a@ringside.example') });
    const found = await back.call('show.subscribe', {});
    expect(found.showId).toBe(showId);
    // The show has received gifts while no screen was connected.
    await back.push((push) => push.push === 'inputs');
    await ringside.kill('SIGKILL');

    const again = await start(ringside.dataDir);
    // The show resumes although no screen is connected.
    const hosts = join(ringside.dataDir, 'hosts');
    const [key = ''] = readdirSync(hosts);
    expect(existsSync(join(hosts, key, 'on-air'))).toBe(true);
    const resumed = await screen(again, { token: await signIn(again, 'a@ringside.example') });
    expect((await resumed.call('show.subscribe', {})).showId).toBe(showId);
    await resumed.call('session.act', { action: 'end' });
    await until(() => !existsSync(join(hosts, key, 'on-air')), 'the mark of a running show to go');
  });

  it('gives the data of a personal server to the first account only', async () => {
    const personal = await start(undefined, {});
    const owner = await screen(personal);
    const { lines } = await owner.call('lines.list', {});
    const webUrl = 'https://own.line.example';
    await owner.call('lines.save', { lines: lines.map((line) => ({ ...line, webUrl })) });
    const { preset } = await owner.call('presets.save', { preset: { name: 'Friday night', anchors: [] } });
    const { link } = await owner.call('overlay.create', { kind: 'pkBar', name: 'Mine' });
    await rehearse(owner);
    const { showId } = await owner.call('show.subscribe', {});
    await owner.call('session.act', { action: 'end' });
    await personal.kill('SIGTERM');

    const shared = await start(personal.dataDir);
    await addHosts(shared, 'second@ringside.example', 'third@ringside.example');
    const read = async (options: ScreenOptions) => {
      const joined = await screen(shared, options);
      const [found, widgets, shows] = [
        await joined.call('lines.list', {}),
        await joined.call('overlay.list', {}),
        await joined.call('show.list', {}),
      ];
      return {
        webUrls: found.lines.map((line) => line.webUrl),
        links: widgets.links.map(({ name, url }) => [name, new URL(url).hash]),
        shows: shows.shows.map(({ showId: id }) => id),
        presets: await joined.push((push) => push.push === 'presets'),
      };
    };
    const first = await read({ token: await signIn(shared, ADMIN.email, ADMIN.password) });
    expect(first.webUrls).toEqual([webUrl, webUrl]);
    // The token is unchanged, so the link in streaming software stays valid.
    expect(first.links).toEqual([['Mine', new URL(link.url).hash]]);
    expect(first.shows).toEqual([showId]);
    expect(JSON.stringify(first.presets)).toContain(preset.id);
    for (const email of ['second@ringside.example', 'third@ringside.example']) {
      const other = await read({ token: await signIn(shared, email) });
      expect(other.webUrls).not.toContain(webUrl);
      expect([other.links, other.shows]).toEqual([[], []]);
      expect(JSON.stringify(other.presets)).not.toContain(preset.id);
    }
    // Visitors do not see this data either.
    const visitor = await screen(shared);
    expect((await visitor.call('lines.list', {})).lines.map((line) => line.webUrl)).not.toContain(webUrl);
    expect((await visitor.call('overlay.list', {})).links).toEqual([]);
  });

  it('deletes all data of the first account with the account', async () => {
    const ringside = await start();
    const token = await signIn(ringside, ADMIN.email, ADMIN.password);
    const owner = await screen(ringside, { token });
    const { preset } = await owner.call('presets.save', { preset: { name: 'Friday night', anchors: [] } });
    await rehearse(owner);
    await owner.call('session.act', { action: 'end' });
    expect(existsSync(join(ringside.dataDir, 'shows'))).toBe(true);
    const client = clientOf(ringside);
    const body = { email: 'other@ringside.example', password: PASSWORD };
    const { id } = (await client.call(user.add, { token, body })).data;
    const roleIds = (await client.call(user.roles, { token, params: { id: 1 } })).data;
    await client.call(user.saveRoles, { token, params: { id }, body: { roleIds } });
    const bye = await client.call(account.deleteAccount, { token, body: { password: ADMIN.password } });
    expect(bye.code).toBe(200);
    const texts = readdirSync(ringside.dataDir, { recursive: true, encoding: 'utf8' })
      .filter((name) => !name.startsWith('database'))
      .map((name) => join(ringside.dataDir, name))
      .filter((path) => statSync(path).isFile())
      .map((path) => readFileSync(path, 'latin1'));
    expect(texts.filter((text) => text.includes('Friday night') || text.includes(preset.id))).toEqual([]);
    expect(existsSync(join(ringside.dataDir, 'shows'))).toBe(false);
  });

  it('marks the cookies of visitors as Secure if PUBLIC_URL is https', async () => {
    const probe = createServer();
    await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
    const address = probe.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    await new Promise((resolve) => probe.close(resolve));
    await start(undefined, { PORT: String(port), PUBLIC_URL: 'https://ringside.example' });
    const host = `127.0.0.1:${port}`;
    const socket = new WebSocket(`ws://${host}/backstage`, ['ringside'], { origin: `http://${host}` });
    const [response] = await once(socket, 'upgrade');
    socket.terminate();
    expect(response.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^ringside\.visitor=[\w-]{43}; Path=\/backstage; HttpOnly; SameSite=Strict; Secure$/,
      ),
    ]);
  });

  it('limits the visitors of one sender, even if it uses several addresses of its network', async () => {
    const ringside = await start(undefined, { TRUST_PROXY: '1', MAX_VISITORS: '4' });
    const from = (address: string) => screen(ringside, { headers: { 'x-forwarded-for': address } });
    const answer = async (joined: ScreenClient) =>
      Promise.race([joined.closed, joined.call('presets.list', {}).then(() => 'joined')]);
    const first = await from('2001:db8:0:101::1');
    expect(await answer(first)).toBe('joined');
    expect(await answer(await from('2001:db8:0:1ff::2'))).toBe('joined');
    expect(await answer(await from('2001:db8:0:102::3'))).toBe(4429);
    // A reload does not count as another visitor.
    const headers = { 'x-forwarded-for': '2001:db8:0:101::1', cookie: first.cookie ?? '' };
    expect(await answer(await screen(ringside, { headers }))).toBe('joined');
    expect(await answer(await from('203.0.113.7'))).toBe('joined');
  });

  it('allows a visitor only a private rehearsal', async () => {
    const ringside = await start();
    const visitor = await screen(ringside);
    const showId = await rehearse(visitor);
    expect(showId).not.toBeNull();
    const open = visitor.call('room.open', { username: 'someone', lineId: 'line1' });
    await expect(open).rejects.toThrow('account.required');
    const { lines } = await visitor.call('lines.list', {});
    await expect(visitor.call('lines.save', { lines })).rejects.toThrow('account.required');
    for (let count = 0; count < 3; count += 1) {
      const look = visitor.call('anchors.look', { username: `somebody${count}` });
      await expect(look).rejects.toThrow('account.required');
    }
    expect(visitor.cookie).toMatch(/^ringside\.visitor=[\w-]{43}$/);

    const reloaded = await screen(ringside, { headers: { cookie: visitor.cookie ?? '' } });
    expect((await reloaded.call('show.subscribe', {})).showId).toBe(showId);
    const another = await screen(ringside);
    expect((await another.call('show.subscribe', {})).showId).toBeNull();
    const forged = await screen(ringside, { headers: { cookie: `ringside.visitor=${'A'.repeat(43)}` } });
    expect((await forged.call('show.subscribe', {})).showId).toBeNull();
    const wrong = await screen(ringside, { token: 'A'.repeat(43) });
    expect(await wrong.closed).toBe(4401);
  });

  it('does not reveal the operator’s key of the signing service', async () => {
    const key = 'operators-own-signing-key';
    const ringside = await start(undefined, { TOOL: 'account', SIGN_KEY: key });
    const visitor = await screen(ringside);
    const { lines } = await visitor.call('lines.list', {});
    const said = JSON.stringify([lines, await visitor.push((push) => push.push === 'lines')]);
    expect(said).not.toContain(key);
    expect(lines.map(({ hasSignKey }) => hasSignKey)).toEqual([true, true]);
  });

  it('does not connect to its own network for an account', async () => {
    const reached: string[] = [];
    const inner = createServer((request, response) => {
      reached.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', resolve));
    cleanups.push(() => inner.close());
    const address = inner.address();
    const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

    const ringside = await start();
    await addHosts(ringside, 'a@ringside.example');
    const account = await screen(ringside, { token: await signIn(ringside, 'a@ringside.example') });
    const { lines } = await account.call('lines.list', {});
    const inward = { webUrl: `http://${host}`, wsUrl: `ws://${host}` };
    await account.call('lines.save', { lines: lines.map((line) => ({ ...line, ...inward })) });
    const open = account.call('room.open', { username: 'someone', lineId: 'line1' });
    await expect(open).rejects.toThrow('room.hostNotAllowed');
    expect(reached).toEqual([]);
  });

  it('deletes the shows of an account with the account', async () => {
    const ringside = await start();
    const admin = await addHosts(ringside, 'a@ringside.example');
    const token = await signIn(ringside, 'a@ringside.example');
    const host = await screen(ringside, { token });
    await rehearse(host);
    const hosts = join(ringside.dataDir, 'hosts');
    expect(readdirSync(hosts)).toHaveLength(1);
    const body = { password: PASSWORD };
    expect((await clientOf(ringside).call(account.deleteAccount, { token, body })).code).toBe(200);
    expect(readdirSync(hosts)).toEqual([]);
    expect((await clientOf(ringside).call(account.info, { token: admin })).code).toBe(200);
  });

  it('treats a request through a proxy on the same machine as a request of a visitor', async () => {
    const ringside = await start(undefined, {});
    const here = await screen(ringside);
    const { lines } = await here.call('lines.list', {});
    await here.call('lines.save', { lines });
    const elsewhere = await screen(ringside, { headers: { 'x-forwarded-for': '203.0.113.9' } });
    await expect(elsewhere.call('lines.save', { lines })).rejects.toThrow('account.required');
    expect((await clientOf(ringside).call(api.site.info)).data.tool).toBe('open');
  });
});
