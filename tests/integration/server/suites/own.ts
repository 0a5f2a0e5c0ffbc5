import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { api, everyCall } from '#shared/contract/api/index.ts';
import type { TestServer } from '../support/harness.ts';
import { presetOf, showAt } from '../support/synced.ts';

const { account, notice, preset, show, user } = api;

export function ownSuite(server: () => TestServer): void {
  const showOf = showAt(() => server().clock.now().getTime());

  describe('private data of an account', () => {
    it('cannot be read or changed by another account through any call with an id', async () => {
      const { client, join, admin } = server();
      const [owner, thief] = [await join(), await join()];
      const id = 'of-the-owner';
      const save = async (token: string, name: string) => [
        await client.call(preset.save, {
          token,
          params: { id },
          body: { baseRevision: 1, item: presetOf(id, name) },
        }),
        await client.call(show.save, {
          token,
          params: { id },
          body: { baseRevision: 1, item: showOf(id, { name }) },
        }),
      ];
      await save(owner.token, 'Secret');
      const device = (await client.call(account.devices, { token: owner.token })).data[0]?.id ?? 0;
      const draft = { title: 'Secret', content: 'Secret' };
      const unpublished = (await client.call(notice.add, { token: admin, body: draft })).data.id;
      const takesId = everyCall.filter(
        ({ call }) => call.access === 'signedIn' && /\{(?:id|since)\}/.test(call.path),
      );
      const ids: Record<string, string | number> = {
        'account.signoutDevice': device,
        'notice.read': unpublished,
        'preset.changes': 0,
        'preset.echo': id,
        'preset.remove': id,
        'preset.save': id,
        'show.changes': 0,
        'show.echo': id,
        'show.remove': id,
        'show.save': id,
      };
      // A new call must be added to this list.
      expect(takesId.map(({ name }) => name).sort()).toEqual(Object.keys(ids).sort());
      for (const token of [thief.token, admin]) {
        for (const { name, call } of takesId) {
          if (name.endsWith('.save')) continue;
          const value = ids[name] ?? '';
          const answer = await client.call(call, { token, params: { id: value, since: value } });
          expect([name, answer.code]).toEqual([name, name.endsWith('.changes') ? 200 : 404]);
          expect(JSON.stringify(answer.raw)).not.toContain('Secret');
        }
        const saved = await save(token, 'Stolen');
        expect(JSON.stringify(saved.map(({ data }) => data))).not.toContain('Secret');
      }
      for (const call of [preset.echo, show.echo]) {
        expect((await client.call(call, { token: owner.token, params: { id } })).data.name).toBe('Secret');
      }
      expect((await client.call(account.info, { token: owner.token })).code).toBe(200);
      await client.call(notice.remove, { token: admin, params: { id: unpublished } });
    });
  });

  describe('all data of an account', () => {
    it('can be exported without data of others and without secrets', async () => {
      const { client, join } = server();
      const [host, other] = [await join(), await join()];
      const save = (token: string, name: string) =>
        client.call(preset.save, {
          token,
          params: { id: 'x' },
          body: { baseRevision: 0, item: presetOf('x', name) },
        });
      await save(host.token, 'My preset');
      await save(other.token, 'Their preset');
      const body = { baseRevision: 0, item: showOf('s') };
      await client.call(show.save, { token: host.token, params: { id: 's' }, body });
      const exported = JSON.stringify((await client.call(account.exportAll, { token: host.token })).data);
      for (const own of ['My preset', 'Friday', 'viewer', host.email, 'POST /user/signin']) {
        expect(exported).toContain(own);
      }
      for (const foreign of ['Their preset', other.email, 'argon2', 'tokenHash', host.token]) {
        expect(exported).not.toContain(foreign);
      }
    });

    it('is deleted with the account, which requires the password', async () => {
      const { client, join, admin, api: running } = server();
      const host = await join();
      const body = { baseRevision: 0, item: showOf('gone') };
      await client.call(show.save, { token: host.token, params: { id: 'gone' }, body });
      const remove = (password: string) =>
        client.call(account.deleteAccount, { token: host.token, body: { password } });
      expect((await remove('Wrong_11')).code).toBe(400);
      expect((await remove(host.password)).code).toBe(200);
      expect((await client.call(account.info, { token: host.token })).code).toBe(500);
      expect((await client.call(user.echo, { token: admin, params: { id: host.userId } })).code).toBe(404);
      await running.services.audit.flush();
      const db = await running.services.database();
      const tables = ['users', 'sessions', 'codes', 'logs', 'synced', 'show_figures', 'signin_failures'];
      for (const table of tables) {
        const { rows } = await db.execute(
          sql`select t::text from ${sql.identifier(table)} t where t::text like ${`%${host.email}%`}`,
        );
        expect([table, rows]).toEqual([table, []]);
      }
      const { rows } = await db.execute(sql`select 1 from synced where user_id = ${host.userId}`);
      expect(rows).toEqual([]);
    });
  });

  describe('a profile', () => {
    it('can be changed field by field, and refuses invalid values', async () => {
      const { client, join } = server();
      const { token } = await join();
      const update = (body: object) => client.call(account.updateProfile, { token, body });
      const changed = await update({ phone: '+81 90-1234-5678', language: 'ja', timeZone: 'Asia/Tokyo' });
      expect(changed.data).toMatchObject({
        phone: '+81 90-1234-5678',
        language: 'ja',
        timeZone: 'Asia/Tokyo',
      });
      expect((await update({ phone: '' })).data).toMatchObject({ phone: '', language: 'ja' });
      expect((await update({ phone: 'call me' })).raw).toMatchObject({ fields: [{ path: 'phone' }] });
      expect((await update({ timeZone: 'Moon/Base' })).raw).toMatchObject({ fields: [{ path: 'timeZone' }] });
      expect((await update({ language: 'fr' })).code).toBe(400);
      expect((await update({})).data).toMatchObject({ language: 'ja' });
    });
  });
}
