import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { closeCodes } from '#shared/contract/backstage.ts';
import { joinAsScreen } from '#tests/support/screenClient.ts';
import { atEnd, backstage, linesTo, simulator, startShow, temporaryFolder } from '../backstage/setup.ts';

/** A folder of the built web app, as far as phones are concerned. */
function pagesFolder(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>phone</title>');
  writeFileSync(join(folder, 'assets', 'page-1a2b.js'), 'export {};');
  writeFileSync(join(folder, '.secret'), 'hidden');
  return folder;
}

const here = async () => ['127.0.0.1'];

async function withPhones(options: Parameters<typeof backstage>[0] = {}) {
  const opened = await backstage({
    phones: { pagesDir: pagesFolder(), firstPort: 0, addresses: here },
    ...options,
  });
  const { screen } = opened;
  const invite = async () => {
    const { links } = await screen.call('phones.invite', {});
    const link = new URL(links[0] ?? '');
    return { origin: link.origin, code: link.hash.slice(1), link };
  };
  const pair = async (name = 'Phone') => {
    const { origin, code } = await invite();
    const { token } = await (await post(origin, { code, name })).json();
    return { origin, token: String(token) };
  };
  const join_ = async ({ origin, token }: { origin: string; token: string }) => {
    const phone = await joinAsScreen(origin, { token });
    atEnd(() => phone.close());
    return phone;
  };
  return { ...opened, invite, pair, join: join_ };
}

function post(origin: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${origin}/phone/pair`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/** Resolves with the status of a refused handshake, or the close code of an accepted one. */
function handshake(
  origin: string,
  protocols: string[],
  headers: Record<string, string> = {},
): Promise<number> {
  const { host } = new URL(origin);
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://${host}/backstage`, protocols, {
      headers: { origin, ...headers },
    });
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.once('close', resolve);
    socket.on('error', () => {});
  });
}

const listens = (origin: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

describe('phones', () => {
  it('are served only after an invitation, until the code is withdrawn', async () => {
    const { screen, invite, dataDir } = await withPhones();
    expect(existsSync(join(dataDir, 'phones.json'))).toBe(false);
    const { origin } = await invite();
    expect(await listens(origin)).toBe(true);
    await screen.call('phones.withdraw', {});
    await expect.poll(() => listens(origin)).toBe(false);
  });

  it('get a token for a code once, and steer the show with it', async () => {
    const sim = await simulator();
    const { screen, invite, join: joinPhone, dataDir } = await withPhones({ lines: linesTo(sim) });
    await startShow(screen, sim);
    const { origin, code } = await invite();
    const answer = await post(origin, { code, name: 'Aoi’s phone' });
    expect(answer.status).toBe(200);
    const { token } = await answer.json();
    expect((await post(origin, { code, name: 'Thief' })).status).toBe(403);
    expect(readFileSync(join(dataDir, 'phones.json'), 'utf8')).not.toContain(token);

    const phone = await joinPhone({ origin, token });
    const { showId } = await phone.call('show.subscribe', {});
    expect(showId).not.toBeNull();
    await phone.call('round.prepare', { attacker: ['a'], defender: ['b'] });
    await phone.call('round.act', { action: 'start' });
    await screen.until(() => screen.state.rounds.length === 1);
    const { phones } = await screen.call('phones.list', {});
    expect(phones).toMatchObject([{ name: 'Aoi’s phone', connected: true }]);
  });

  it('may call nothing else, and get no secrets', async () => {
    const { screen, pair, join: joinPhone } = await withPhones();
    await screen.call('overlay.create', { kind: 'ranking', name: 'Ranking', language: 'en' });
    const phone = await joinPhone(await pair());
    await expect(phone.call('overlay.list', {})).rejects.toThrow('phone.notAllowed');
    await expect(phone.call('phones.invite', {})).rejects.toThrow('phone.notAllowed');
    await expect(phone.call('lines.list', {})).rejects.toThrow('phone.notAllowed');
    await expect(phone.call('room.close', {})).rejects.toThrow('phone.notAllowed');
    await phone.call('show.subscribe', {});
    const secret = phone.push(({ push }) => ['overlay.changed', 'lines', 'presets', 'phones'].includes(push));
    await screen.call('overlay.create', { kind: 'ranking', name: 'Another', language: 'en' });
    await phone.call('show.subscribe', {});
    expect(await Promise.race([secret, Promise.resolve('nothing')])).toBe('nothing');
  });

  it('lose access at once when they are removed, and get it back with an undo', async () => {
    const { screen, pair, join: joinPhone } = await withPhones();
    const kept = await pair('Kept');
    const lost = await pair('Lost');
    const phone = await joinPhone(lost);
    const other = await joinPhone(kept);
    const id = (await screen.call('phones.list', {})).phones.find(({ name }) => name === 'Lost')?.id ?? '';
    await screen.call('phones.revoke', { id });
    expect(await phone.closed).toBe(closeCodes.signedOut);
    const offered = ['ringside', `ringside.token.${lost.token}`];
    expect(await handshake(lost.origin, offered)).toBe(closeCodes.signedOut);
    await other.call('show.subscribe', {});
    await screen.call('phones.restore', { id });
    await (await joinPhone(lost)).call('show.subscribe', {});
  });

  it('close their port when the last phone is removed, and open the same port with an undo', async () => {
    const { screen, pair, join: joinPhone } = await withPhones();
    const paired = await pair();
    const phone = await joinPhone(paired);
    const id = (await screen.call('phones.list', {})).phones[0]?.id ?? '';
    await screen.call('phones.revoke', { id });
    expect(await phone.closed).toBe(closeCodes.signedOut);
    await expect.poll(() => listens(paired.origin)).toBe(false);
    expect(await screen.call('phones.list', {})).toEqual({ available: true, open: false, phones: [] });
    await screen.call('phones.restore', { id });
    await (await joinPhone(paired)).call('show.subscribe', {});
  });

  it('have no open port while the host has turned them off; otherwise the next start opens it', async () => {
    const { screen, pair, close, dataDir } = await withPhones();
    const { origin, token } = await pair();
    await screen.call('phones.setOpen', { open: false });
    await expect.poll(() => listens(origin)).toBe(false);
    await screen.call('phones.setOpen', { open: true });
    expect(await listens(origin)).toBe(true);
    await close();
    expect(await listens(origin)).toBe(false);
    const next = await withPhones({ dataDir });
    await expect.poll(() => listens(origin)).toBe(true);
    await (await next.join({ origin, token })).call('show.subscribe', {});
  });

  it('show a notice while another program uses their port, until an invitation finds it free', async () => {
    const { pair, close, dataDir } = await withPhones();
    const { origin } = await pair();
    await close();
    const other = createServer().listen(Number(new URL(origin).port), '0.0.0.0');
    await once(other, 'listening');
    const { screen, invite } = await withPhones({ dataDir });
    await screen.until(() => screen.notices.get('phones')?.code === 'phone.portTaken');
    expect(await screen.refusal('phones.invite', {})).toBe('phone.portTaken');
    other.close();
    await once(other, 'close');
    expect((await invite()).origin).toBe(origin);
    await screen.until(() => !screen.notices.has('phones'));
  });

  it('are unavailable if the machine does not belong to the host', async () => {
    const { screen } = await backstage();
    expect(await screen.call('phones.list', {})).toMatchObject({ available: false });
    expect(await screen.refusal('phones.invite', {})).toBe('phone.unavailable');
    expect(await screen.refusal('phones.setOpen', { open: true })).toBe('phone.unavailable');
  });

  it('cannot be paired without a network', async () => {
    const phones = { pagesDir: pagesFolder(), firstPort: 0, addresses: async () => [] };
    const { screen } = await backstage({ phones });
    expect(await screen.refusal('phones.invite', {})).toBe('phone.noNetwork');
  });
});

describe('the server of phones', () => {
  it('refuses sockets without a valid token, and foreign Host and Origin', async () => {
    const { pair } = await withPhones();
    const { origin, token } = await pair();
    const { host, port } = new URL(origin);
    const offered = ['ringside', `ringside.token.${token}`];
    for (const wrong of [[], ['ringside'], ['ringside', `ringside.token.${'A'.repeat(43)}`]]) {
      expect([closeCodes.signedOut, 1006]).toContain(await handshake(origin, wrong));
    }
    expect(await handshake(origin, offered, { origin: 'https://evil.example' })).toBe(403);
    expect(await handshake(origin, offered, { origin: 'null' })).toBe(403);
    expect(await handshake(origin, offered, { host: `evil.example:${port}` })).toBe(403);
    expect(await handshake(origin, offered, { host: `localhost:${port}` })).toBe(403);
    expect(
      await handshake(origin, offered, { host: `10.0.0.1:${port}`, origin: `http://10.0.0.1:${port}` }),
    ).toBe(403);
    const foreign = await fetch(`http://localhost:${port}/phone`).catch(() => null);
    expect(foreign?.status ?? 403).toBe(403);
    expect((await fetch(`http://${host}/phone`)).status).toBe(200);
  });

  it('pairs only by JSON of its own page, and limits attempts', async () => {
    const { invite } = await withPhones();
    const { origin, code } = await invite();
    const body = { code, name: 'Phone' };
    expect((await post(origin, body, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await post(origin, body, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await fetch(`${origin}/phone/pair`)).status).toBe(405);
    expect((await post(origin, { ...body, name: 'x'.repeat(2000) })).status).not.toBe(200);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      statuses.push((await post(origin, { code: 'A'.repeat(43), name: 'Phone' })).status);
    }
    expect(statuses.at(0)).toBe(403);
    expect(statuses.at(-1)).toBe(429);
  });

  it('serves the built page with its policy, and nothing else', async () => {
    const { invite } = await withPhones();
    const { origin } = await invite();
    const page = await fetch(`${origin}/phone`);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(page.headers.get('cache-control')).toBe('no-cache');
    expect((await fetch(`${origin}/assets/page-1a2b.js`)).headers.get('cache-control')).toContain(
      'immutable',
    );
    expect((await fetch(`${origin}/api/health`)).status).toBe(200);
    for (const path of [
      '/.secret',
      '/assets/..%2f.secret',
      '/tool',
      '/api/user/info',
      '/overlay/',
      '/data',
    ]) {
      expect((await fetch(`${origin}${path}`)).status, path).toBe(404);
    }
  });

  it('closes more sockets of a phone than the limit', async () => {
    const { pair, join: joinPhone } = await withPhones();
    const paired = await pair();
    for (let count = 0; count < 4; count += 1) await joinPhone(paired);
    const offered = ['ringside', `ringside.token.${paired.token}`];
    expect(await handshake(paired.origin, offered)).toBe(closeCodes.tooManyScreens);
  });
});
