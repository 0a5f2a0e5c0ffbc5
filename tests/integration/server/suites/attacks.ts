import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join as path } from 'node:path';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { users } from '#server/database/schema.ts';
import { api } from '#shared/contract/api/index.ts';
import type { TestServer } from '../support/harness.ts';

const { account, user, notice, preset, log } = api;
const page = { page: 1, size: 10 };

const INJECTIONS = [
  "' or '1'='1",
  "'; drop table users; --",
  "admin@ringside.example'/*",
  '%27%20OR%201=1',
  "\\'; select pg_sleep(10); --",
  '#{7*7}{{7*7}}',
  '") union select password_hash from users --',
];

export function attackSuite(server: () => TestServer): void {
  describe('an attacker', () => {
    it('cannot inject SQL in any field', async () => {
      const { client, admin, join } = server();
      const host = await join();
      const before = (await client.call(user.list, { token: admin, params: page })).data.total;
      for (const text of INJECTIONS) {
        const signin = await client.call(account.signin, { body: { email: text, password: text } });
        expect(signin.code).toBe(400);
        const body = { email: host.email, password: text };
        expect((await client.call(account.signin, { body })).code).not.toBe(200);
        const list = await client.call(user.list, { token: admin, params: page, query: { search: text } });
        expect(list.data.total).toBe(0);
        const sort = await client.call(user.list, { token: admin, params: page, query: { sort: text } });
        expect(sort.code).toBe(400);
        const path = `/user/echo/${encodeURIComponent(`1 ${text}`)}`;
        expect((await client.send('GET', path, { token: admin })).status).toBe(400);
        const named = await client.call(account.updateProfile, {
          token: host.token,
          body: { username: text.slice(0, 40) },
        });
        expect(named.data.username).toBe(text.slice(0, 40).trim());
      }
      expect((await client.call(user.list, { token: admin, params: page })).data.total).toBe(before);
    });

    it('cannot inject markup: responses are JSON and their type is not sniffed', async () => {
      const { client, admin } = server();
      const evil = '<script>alert(1)</script><img src=x onerror=alert(1)>';
      const body = { title: evil, content: evil };
      const { id } = (await client.call(notice.add, { token: admin, body })).data;
      const { headers, text } = await client.send('GET', `/notice/echo/${id}`, { token: admin });
      expect(headers.get('content-type')).toMatch(/^application\/json/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(JSON.parse(text).data.title).toBe(evil);
      await client.call(notice.remove, { token: admin, params: { id } });
      for (const path of ['/docs', '/docs/json', `/${encodeURIComponent(evil)}`]) {
        const answer = await client.send('GET', path);
        expect(answer.text).not.toMatch(/<script(?! src="\/api\/docs\/static\/[\w-]+\.js")/);
      }
    });

    it('cannot inject headers or mail recipients with line breaks', async () => {
      const { client, said } = server();
      const before = said.length;
      for (const email of [
        'a@ringside.example\r\nBcc: b@ringside.example',
        'a@ringside.example\nSubject: x',
        'a@ringside.example,b@ringside.example',
        '"a b"@ringside.example',
        '<a@ringside.example>',
        'a@ringside.example\u0000',
        'ａ@ringside.example',
      ]) {
        expect((await client.call(account.verificationCode, { body: { email } })).code).toBe(400);
      }
      expect(said.length).toBe(before);
      const answer = await client.send('GET', '/user/info', { headers: { 'time-zone': 'UTC%0d%0aX: y' } });
      expect(answer.status).toBe(401);
    });

    it('cannot send a body above the limit, and without a sign-in is refused before the body is read', async () => {
      const { client, join, url } = server();
      const host = await join();
      const large = 'x'.repeat(200_000);
      const refused = await client.call(account.signin, { body: { email: 'a@b.cc', password: large } });
      expect([refused.status, refused.code]).toEqual([413, 413]);
      const huge = 'x'.repeat(13 * 1024 * 1024);
      const text = `{"baseRevision":0,"item":"${huge}"}`;
      const path = '/preset/save/huge';
      expect((await client.send('PUT', path, { token: host.token, text })).status).toBe(413);
      const status = await new Promise<number>((resolve, reject) => {
        const headers = { 'content-type': 'application/json', 'content-length': 12 * 1024 * 1024 };
        const sending = request(`${url}/api${path}`, { method: 'PUT', headers }, (response) => {
          resolve(response.statusCode ?? 0);
          sending.destroy();
        });
        sending.on('error', reject);
        // The response arrives before any byte of the body is sent.
        sending.flushHeaders();
      });
      expect(status).toBe(401);
    });

    it('gets only the envelope for a malformed request', async () => {
      const { client, admin } = server();
      const bodies = [
        '',
        '{',
        'null',
        '[]',
        '"text"',
        '{"email":1}',
        '{"__proto__":{"isAdministrator":true},"email":"a@b.cc","password":"x"}',
        '{"constructor":{"prototype":{"x":1}},"email":"a@b.cc","password":"x"}',
        '{"email":"a@b.cc","password":"\\u0000"}',
        '{"email":"a@b.cc","password":"\\ud800"}',
        `${'['.repeat(5000)}${']'.repeat(5000)}`,
        `{"email":"a@b.cc","password":${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}}`,
      ];
      for (const text of bodies) {
        const answer = await client.send('POST', '/user/signin', { text });
        expect([text.slice(0, 40), answer.status]).toEqual([text.slice(0, 40), 400]);
        expect(JSON.parse(answer.text)).toMatchObject({ code: 400, data: expect.anything() });
      }
      const xml = { 'content-type': 'application/xml' };
      expect((await client.send('POST', '/user/signin', { text: '<a/>', headers: xml })).status).toBe(415);
      for (const path of [
        '/user/echo/%',
        '/user/echo/%zz',
        '/user/echo/1/2',
        '/nothing',
        '/user/echo/9999999999',
      ]) {
        const answer = await client.send('GET', path, { token: admin });
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect(answer.status).toBeLessThan(500);
        expect(Object.keys(JSON.parse(answer.text)).sort()).toEqual(['code', 'data', 'msg']);
      }
      const many = Array.from({ length: 101 }, (_, index) => index + 1).join(',');
      expect((await client.send('DELETE', `/user/batch/delete/${many}`, { token: admin })).status).toBe(400);
    });

    it('cannot store texts that PostgreSQL rejects', async () => {
      const { client, admin, join } = server();
      const { token } = await join();
      for (const bad of ['a\u0000b', 'half \ud83c']) {
        const item = { version: 1, id: 'bad', name: bad, anchors: [] };
        const answers = [
          await client.call(account.updateProfile, { token, body: { username: bad } }),
          await client.call(notice.add, { token: admin, body: { title: 'x', content: bad } }),
          await client.call(preset.save, { token, params: { id: 'bad' }, body: { baseRevision: 0, item } }),
        ];
        expect(answers.map((answer) => answer.code)).toEqual([400, 400, 400]);
      }
      const query = { search: 'a\u0000b' };
      expect((await client.call(preset.list, { token, params: page, query })).code).toBe(400);
    });

    it('cannot fill the audit log with refused calls', async () => {
      const { client, admin } = server();
      const from = '10.66.6.6';
      for (const path of ['/user/update', '/user/profile', '/notice/read/1'])
        await client.send('PUT', path, { from, body: {} });
      await client.send('POST', '/user/signin', { from, body: { email: 'nothing' } });
      const entries = await client.call(log.list, { token: admin, params: page, query: { ip: from } });
      expect(entries.data.rows).toEqual([]);
    });

    it('cannot evict cached accounts of others by failed sign-ins or by changes of their own account', async () => {
      const { client, join, api: running } = server();
      const host = await join();
      const attacker = await join();
      const { db } = await running.wholeDatabase();
      const nameOf = async () => (await client.call(account.info, { token: host.token })).data.username;
      const before = await nameOf();
      await db.update(users).set({ username: 'Changed elsewhere' }).where(eq(users.id, host.userId));
      const garbage = { token: 'A'.repeat(43) };
      expect((await client.call(account.info, garbage)).status).toBe(401);
      const wrong = { email: attacker.email, password: 'Wrong_123' };
      expect((await client.call(account.signin, { body: wrong })).code).not.toBe(200);
      const { token } = attacker;
      expect((await client.call(account.updateProfile, { token, body: { username: 'X' } })).code).toBe(200);
      // The former name proves that the host's account is still cached.
      expect(await nameOf()).toBe(before);
      await client.call(account.updateProfile, { token: host.token, body: { phone: '' } });
      expect(await nameOf()).toBe('Changed elsewhere');
    });

    it('gets no internals of the server in errors', async () => {
      const { client, admin, join } = server();
      const host = await join();
      const answers = [
        await client.send('GET', '/user/echo/2147483647', { token: admin }),
        await client.send('GET', '/user/list/1000000/100', { token: admin }),
        await client.send('POST', '/user/signin', { text: '{' }),
        await client.send('PUT', '/preset/save/x', {
          token: host.token,
          body: { baseRevision: 0, item: {} },
        }),
        await client.send('GET', '/nothing'),
      ];
      for (const { text } of answers) {
        expect(text).not.toMatch(/node_modules|server\/|at \w+ \(|select |insert into|argon2|ECONN|FST_/);
      }
    });

    it('finds no token, password or code in the request log', async () => {
      const { client, join, dataDir, api: running } = server();
      const host = await join();
      await client.call(account.info, { token: host.token });
      await client.call(preset.list, { token: host.token, params: page, query: { search: 'private words' } });
      await client.call(account.signin, { body: { email: host.email, password: 'Secret_404' } });
      await running.services.log.close();
      const folder = path(dataDir, 'logs');
      const text = readdirSync(folder)
        .map((name) => readFileSync(path(folder, name), 'utf8'))
        .join('');
      expect(text).toContain('"path":"/user/signin"');
      for (const secret of [host.token, host.password, 'Secret_404', host.email, 'private words', 'argon2']) {
        expect(text).not.toContain(secret);
      }
    });
  });
}
