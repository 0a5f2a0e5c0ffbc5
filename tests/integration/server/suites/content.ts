import { describe, expect, it } from 'vitest';
import { api } from '#shared/contract/api/index.ts';
import type { TestServer } from '../support/harness.ts';

const { account, dict, dictData, notice, log, version, site } = api;
const page = { page: 1, size: 100 };

export function contentSuite(server: () => TestServer): void {
  describe('dictionaries', () => {
    it('have entries with labels by language, and can be read by name', async () => {
      const { client, admin, join } = server();
      const token = admin;
      const { id } = (await client.call(dict.add, { token, body: { name: 'region', title: 'Regions' } }))
        .data;
      expect((await client.call(dict.add, { token, body: { name: 'region', title: 'x' } })).code).toBe(409);
      const add = async (value: string, sort: number, labels: Record<string, string>) =>
        (await client.call(dictData.add, { token, body: { dictId: id, value, sort, labels } })).data.id;
      await add('jp', 2, { ja: '日本', en: 'Japan' });
      const taiwan = await add('tw', 1, { ja: '台湾' });
      expect((await client.call(dictData.add, { token, body: { dictId: id, value: 'tw' } })).code).toBe(409);
      expect((await client.call(dictData.add, { token, body: { dictId: 999_999, value: 'x' } })).code).toBe(
        404,
      );
      const host = await join();
      const of = async (language: string) => {
        const headers = { 'accept-language': language };
        return (await client.call(dictData.of, { token: host.token, params: { name: 'region' }, headers }))
          .data;
      };
      expect(await of('ja')).toEqual([
        { value: 'tw', label: '台湾' },
        { value: 'jp', label: '日本' },
      ]);
      expect(await of('en')).toEqual([
        { value: 'tw', label: 'tw' },
        { value: 'jp', label: 'Japan' },
      ]);
      await client.call(dictData.updateStatus, { token, params: { id: taiwan } });
      expect(await of('ja')).toHaveLength(1);
      const query = { dictId: id, search: '日本' };
      expect((await client.call(dictData.list, { token, params: page, query })).data.total).toBe(1);
      const nothing = { dictId: id, search: 'zh_CN' };
      expect((await client.call(dictData.list, { token, params: page, query: nothing })).data.total).toBe(0);
      expect((await client.call(dict.echo, { token, params: { id } })).data.entries).toBe(2);
      await client.call(dict.updateStatus, { token, params: { id } });
      expect((await client.call(dictData.of, { token, params: { name: 'region' } })).code).toBe(404);
      await client.call(dict.remove, { token, params: { id } });
      expect((await client.call(dictData.echo, { token, params: { id: taiwan } })).code).toBe(404);
    });
  });

  describe('notices', () => {
    it('are visible once published, stay read, and are unread when published again', async () => {
      const { client, admin, join } = server();
      const host = await join();
      const { token } = host;
      const unread = async () => (await client.call(notice.unread, { token })).data.count;
      const before = await unread();
      const body = { title: 'Maintenance', content: 'Tonight <b>at 3</b>', severity: 'warn' };
      const { id } = (await client.call(notice.add, { token: admin, body })).data;
      expect(await unread()).toBe(before);
      expect((await client.call(notice.read, { token, params: { id } })).code).toBe(404);
      const publish = () => client.call(notice.updateStatus, { token: admin, params: { id } });
      expect((await publish()).data.status).toBe('published');
      expect(await unread()).toBe(before + 1);
      const mine = (await client.call(notice.mine, { token, params: page })).data.rows;
      expect(mine[0]).toMatchObject({
        id,
        title: 'Maintenance',
        content: 'Tonight <b>at 3</b>',
        read: false,
      });
      await client.call(notice.read, { token, params: { id } });
      await client.call(notice.read, { token, params: { id } });
      expect(await unread()).toBe(before);
      const shown = (await client.call(notice.echo, { token: admin, params: { id } })).data;
      expect(shown).toMatchObject({ readers: 1, author: 'Administrator', status: 'published' });
      await publish();
      expect((await client.call(notice.mine, { token, params: page })).data.rows[0]?.id).not.toBe(id);
      await publish();
      expect(await unread()).toBe(before + 1);
      await client.call(notice.readAll, { token });
      expect(await unread()).toBe(0);
    });
  });

  describe('the audit log', () => {
    it('has the account, call, address, time, result and duration of each operation', async () => {
      const { client, admin } = server();
      const from = '10.77.0.7';
      const body = { name: 'logged', title: 'Logged' };
      const headers = { 'user-agent': 'Desk\u00e9' };
      const { id } = (await client.call(dict.add, { token: admin, body, from, headers })).data;
      await client.call(dict.remove, { token: admin, params: { id }, from });
      await client.call(dict.remove, { token: admin, params: { id }, from });
      const list = async (query: Record<string, string>) =>
        (await client.call(log.list, { token: admin, params: page, query: { ip: from, ...query } })).data;
      const entries = await list({});
      expect(entries.rows.map((row) => [row.action, row.target, row.code])).toEqual([
        ['DELETE /dict/delete/{id}', String(id), 404],
        ['DELETE /dict/delete/{id}', String(id), 200],
        ['POST /dict/add', '', 200],
      ]);
      expect(entries.rows[0]).toMatchObject({
        email: 'admin@ringside.example',
        kind: 'operation',
        success: false,
      });
      expect(Math.abs((entries.rows[0]?.at ?? 0) - server().clock.now().getTime())).toBeLessThan(60_000);
      expect(entries.rows.every((row) => row.durationMs >= 0)).toBe(true);
      expect((await list({ success: 'true', action: 'DELETE' })).total).toBe(1);
      expect((await list({ kind: 'signin' })).total).toBe(0);
      expect((await list({ to: '1000' })).total).toBe(0);
      expect((await list({ email: 'ADMIN@' })).total).toBe(3);
    });

    it('is exported as CSV without formulas', async () => {
      const { client, admin } = server();
      await client.call(account.signin, {
        body: { email: '=cmd|x@ringside.example', password: 'no' },
        from: '10.78.0.1',
      });
      const token = admin;
      const { text, headers, status } = await client.send('GET', '/log/export', {
        token,
        query: { ip: '10.78.0.1', search: 'CMD' },
      });
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(headers.get('content-disposition')).toBe('attachment; filename="log.csv"');
      const [header, row] = text.split('\r\n');
      expect(header).toBe('id,kind,at,email,action,target,ip,userAgent,success,code,durationMs');
      expect(row).toContain(",'=cmd|x@ringside.example,");
      const nothing = await client.send('GET', '/log/export', {
        token,
        query: { ip: '10.78.0.1', search: 'somebody else' },
      });
      expect(nothing.text).toBe(`${header}\r\n`);
    });
  });

  describe('versions of the app', () => {
    it('are public once published: the latest of each platform', async () => {
      const { client, admin, clock } = server();
      const add = async (platform: string, name: string) => {
        const body = { platform, version: name, url: '/download/x.exe', notes: '' };
        const { id } = (await client.call(version.add, { token: admin, body })).data;
        clock.forward(1);
        await client.call(version.updateStatus, { token: admin, params: { id } });
        return id;
      };
      await add('windows', '1.0.0');
      const newer = await add('windows', '1.1.0');
      await add('mac', '1.0.5');
      const latest = async () =>
        (await client.call(version.latest)).data.map((row) => [row.platform, row.version]);
      expect(await latest()).toEqual([
        ['mac', '1.0.5'],
        ['windows', '1.1.0'],
      ]);
      await client.call(version.updateStatus, { token: admin, params: { id: newer } });
      expect(await latest()).toContainEqual(['windows', '1.0.0']);
      for (const url of [
        'javascript:alert(1)',
        '//evil.example/x',
        'http://plain.example',
        '/\\evil.example',
      ]) {
        const body = { platform: 'linux', version: '1.0.0', url };
        expect((await client.call(version.add, { token: admin, body })).code).toBe(400);
      }
    });
  });

  describe('public settings of the server', () => {
    it('can be read without a sign-in', async () => {
      const { client } = server();
      expect((await client.call(site.info)).data).toEqual({
        showDays: 365,
        logDays: 180,
        mail: 'log',
        tool: 'signIn',
      });
    });
  });
}
