import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type RunningRingside, startRingside, temporaryFolder } from '#tests/support/ringside.ts';
import { joinAsScreen } from '#tests/support/screenClient.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function start(options: Parameters<typeof startRingside>[0] = {}): Promise<RunningRingside> {
  const ringside = await startRingside(options);
  cleanups.push(() => ringside.stop());
  return ringside;
}

/** Returns the answer to a handshake with the given headers. */
function knock(
  url: string,
  headers: { origin?: string; host?: string },
  path = '/backstage',
): Promise<string> {
  const { host } = new URL(url);
  const socket = new WebSocket(`ws://${host}${path}`, {
    ...(headers.origin === undefined ? {} : { origin: headers.origin }),
    headers: headers.host === undefined ? {} : { host: headers.host },
  });
  return new Promise((resolve) => {
    socket.once('open', () => {
      socket.terminate();
      resolve('open');
    });
    socket.once('unexpected-response', (_request, response) => resolve(String(response.statusCode)));
    socket.once('error', () => resolve('error'));
  });
}

describe('npm start', () => {
  it('prints its address, serves the tool there, and answers health with 200', async () => {
    const { url } = await start();
    const page = await fetch(new URL('tool', url));
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<div id="root">');
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const health = await (await fetch(new URL('api/health', url))).json();
    expect(health).toMatchObject({ code: 200, data: { counting: false } });
  });

  it('answers unknown paths with 404 and the envelope', async () => {
    const { url } = await start();
    for (const path of ['api/nothing', 'assets/nothing.js', 'tool/nothing.png']) {
      const answer = await fetch(new URL(path, url));
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ code: 404, data: null });
    }
  });

  it('serves no file outside of the web app', async () => {
    const { url } = await start();
    for (const path of [
      '..%2f..%2fpackage.json',
      '%2e%2e/%2e%2e/package.json',
      'assets/..%5c..%5cpackage.json',
    ]) {
      const text = await (await fetch(`${url}${path}`)).text();
      expect(text).not.toContain('"ringside"');
    }
  });

  it('accepts sockets from its own pages only', async () => {
    const { url } = await start();
    const { host, origin } = new URL(url);
    expect(await knock(url, { origin })).toBe('open');
    expect(await knock(url, { origin: 'https://evil.example' })).toBe('403');
    expect(await knock(url, {})).toBe('403');
    expect(await knock(url, { origin: `http://evil.example`, host: 'evil.example' })).toBe('403');
    expect(await knock(url, { origin }, '/elsewhere')).toBe('404');
    const foreign = await fetch(new URL('api/health', url), { headers: { origin: 'https://evil.example' } });
    expect(foreign.status).toBe(403);
    expect(host).toMatch(/^127\.0\.0\.1:/);
  });

  it('refuses an unknown host name and names the settings to change', async () => {
    const { url } = await start();
    const { hostname, port } = new URL(url);
    const headers = { host: 'ringside_upstream', 'accept-language': 'en' };
    const [answer] = await once(get({ hostname, port, path: '/tool', headers }), 'response');
    expect(answer.statusCode).toBe(403);
    expect(await text(answer)).toMatch(/ringside_upstream.*PUBLIC_URL.*Host header/);
  });

  it('refuses invalid requests on the socket and keeps running', async () => {
    const { url } = await start();
    const { host, origin } = new URL(url);
    const socket = new WebSocket(`ws://${host}/backstage`, { origin });
    await new Promise((resolve) => socket.once('open', resolve));
    const refusals = new Promise<unknown[]>((resolve) => {
      const got: unknown[] = [];
      socket.on('message', (data) => {
        const message = JSON.parse(String(data));
        if ('push' in message) return;
        got.push(message);
        if (got.length === 4) resolve(got);
      });
    });
    for (const nonsense of [
      'not json',
      '{"id":1}',
      '{"id":2,"call":"__proto__","args":{}}',
      '{"id":3,"call":"room.open","args":{"username":7}}',
    ]) {
      socket.send(nonsense);
    }
    for (const refusal of await refusals) expect(refusal).toMatchObject({ ok: false });
    socket.terminate();
    const screen = await joinAsScreen(url);
    expect(await screen.call('presets.list', {})).toEqual({ presets: [] });
    screen.close();
  });
});

describe('a failed start prints the reason', () => {
  it('if the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    cleanups.push(() => other.close());
    const { port } = other.address() as AddressInfo;
    await expect(startRingside({ env: { PORT: String(port) } })).rejects.toThrow(
      /ended with 1 .*is using this port/s,
    );
  });

  it('if DATA_DIR is a file', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    await expect(startRingside({ dataDir: join(folder, 'file') })).rejects.toThrow(
      /ended with 1 .*Ringside cannot write to/s,
    );
  });

  it('if DATA_DIR cannot be written', async () => {
    // Even root cannot create folders in /proc.
    await expect(startRingside({ dataDir: '/proc/ringside' })).rejects.toThrow(
      /ended with 1 .*Ringside cannot write to/s,
    );
  });

  it('if another Ringside uses DATA_DIR', async () => {
    const { dataDir } = await start();
    await expect(startRingside({ dataDir })).rejects.toThrow(/ended with 1 .*Another Ringside is using/s);
  });

  it('if a variable is invalid', async () => {
    await expect(startRingside({ env: { PORT: 'many' } })).rejects.toThrow(/PORT is invalid/);
  });
});

describe('a corrupt journal', () => {
  it('is renamed and reported, and the tool starts without it', async () => {
    const dataDir = temporaryFolder();
    const first = await startRingside({ dataDir });
    const screen = await joinAsScreen(first.url);
    const { preset } = await screen.call('presets.save', { preset: { name: 'Team', anchors: [] } });
    await screen.call('session.choosePreset', { presetId: preset.id });
    screen.close();
    await first.kill('SIGKILL');
    const [showId = ''] = readdirSync(join(dataDir, 'shows'));
    mkdirSync(join(dataDir, 'shows', showId), { recursive: true });
    for (const name of readdirSync(join(dataDir, 'shows', showId))) {
      if (name.includes('journal'))
        writeFileSync(join(dataDir, 'shows', showId, name), 'this is no database');
    }
    const again = await start({ dataDir });
    const screenAgain = await joinAsScreen(again.url);
    const notice = await screenAgain.push((push) => push.push === 'notice' && push.problem !== null);
    expect(notice).toMatchObject({ problem: { code: 'storage.corrupt' } });
    expect(readdirSync(join(dataDir, 'shows', showId)).some((name) => name.includes('corrupt'))).toBe(true);
    screenAgain.close();
  });
});
