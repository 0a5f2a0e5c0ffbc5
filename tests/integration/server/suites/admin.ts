import { describe, expect, it } from 'vitest';
import { api } from '#shared/contract/api/index.ts';
import { ADMIN_EMAIL, PASSWORD, type TestServer } from '../support/harness.ts';

const { account, user, role } = api;
const page = { page: 1, size: 100 };
export function adminSuite(server: () => TestServer): void {
  describe('user management', () => {
    it('lists, finds, sorts and pages accounts', async () => {
      const { client, admin, join } = server();
      for (const name of ['aa', 'bb', 'cc']) await join(`paged.${name}@ringside.example`);
      const list = async (params: typeof page, query: Record<string, string>) =>
        (await client.call(user.list, { token: admin, params, query })).data;
      const found = await list({ page: 2, size: 2 }, { search: 'PAGED.', sort: 'email', order: 'desc' });
      expect(found).toMatchObject({ total: 3, page: 2, size: 2 });
      expect(found.rows.map((row) => row.email)).toEqual(['paged.aa@ringside.example']);
      expect((await list(page, { search: '%' })).total).toBe(0);
      expect((await list(page, { search: 'paged_aa' })).total).toBe(0);
      expect((await list(page, { search: 'paged.', role: 'host' })).total).toBe(3);
      const [one] = (await list(page, { search: 'paged.aa' })).rows;
      const roles = (await client.call(role.all, { token: admin })).data;
      const roleIds = roles.filter((entry) => entry.name === 'operator').map((entry) => entry.id);
      await client.call(user.saveRoles, { token: admin, params: { id: one?.id ?? 0 }, body: { roleIds } });
      expect((await list(page, { search: 'paged.', role: 'operator' })).total).toBe(1);
      expect((await list(page, { search: 'paged.', role: 'host' })).total).toBe(2);
      expect((await client.call(user.list, { token: admin, params: { page: 1, size: 101 } })).code).toBe(400);
      expect((await client.call(user.list, { token: admin, params: { page: 0, size: 10 } })).code).toBe(400);
    });

    it('adds, returns, changes and deletes an account', async () => {
      const { client, admin } = server();
      const body = { email: 'made@ringside.example', password: PASSWORD, username: 'Made' };
      const { id } = (await client.call(user.add, { token: admin, body })).data;
      expect((await client.call(user.add, { token: admin, body })).code).toBe(409);
      const change = { userId: id, username: '名前', phone: '090-1234-5678' };
      expect((await client.call(user.update, { token: admin, body: change })).msg).toBe('Saved');
      const shown = (await client.call(user.echo, { token: admin, params: { id } })).data;
      expect(shown).toMatchObject({ email: body.email, username: '名前', phone: '090-1234-5678' });
      expect(shown.roles.map((entry) => entry.name)).toEqual(['host']);
      expect((await client.call(user.remove, { token: admin, params: { id } })).code).toBe(200);
      expect((await client.call(user.echo, { token: admin, params: { id } })).code).toBe(404);
      expect((await client.call(user.remove, { token: admin, params: { id } })).code).toBe(404);
    });

    it('disables an account, which ends its sessions at once, and enables it again', async () => {
      const { client, admin, join } = server();
      const host = await join();
      const toggle = () => client.call(user.updateStatus, { token: admin, params: { id: host.userId } });
      const signin = () =>
        client.call(account.signin, { body: { email: host.email, password: host.password } });
      expect((await toggle()).data.status).toBe('disabled');
      const refused = await client.call(account.info, { token: host.token });
      expect([refused.status, refused.code]).toEqual([401, 405]);
      expect((await signin()).code).toBe(403);
      expect((await toggle()).data.status).toBe('enabled');
      expect((await signin()).code).toBe(200);
      expect((await client.call(account.info, { token: host.token })).code).toBe(405);
    });

    it('resets a password to a generated one in the response, and ends the sessions', async () => {
      const { client, admin, join } = server();
      const host = await join();
      const reset = await client.call(user.resetPassword, { token: admin, body: { userId: host.userId } });
      const password = reset.data.password ?? '';
      expect(password).toMatch(/^[A-Za-z0-9]{16}$/);
      expect((await client.call(account.info, { token: host.token })).code).toBe(405);
      expect((await client.call(account.signin, { body: { email: host.email, password } })).code).toBe(200);
    });

    it('deletes several accounts at once, all or none', async () => {
      const { client, admin, join } = server();
      const [one, two] = [await join(), await join()];
      const remove = (ids: string) => client.call(user.removeBatch, { token: admin, params: { ids } });
      expect((await remove(`${one.userId},${two.userId},999999`)).code).toBe(404);
      expect((await client.call(account.info, { token: one.token })).code).toBe(200);
      expect((await remove(`${one.userId},${two.userId}`)).code).toBe(200);
      expect((await client.call(account.info, { token: one.token })).code).toBe(500);
    });
  });

  describe('the last administrator', () => {
    it('cannot be disabled, deleted or demoted by any call', async () => {
      const { client, admin } = server();
      const query = { search: ADMIN_EMAIL };
      const [me] = (await client.call(user.list, { token: admin, params: page, query })).data.rows;
      const id = me?.id ?? 0;
      const attempts = [
        await client.call(user.updateStatus, { token: admin, params: { id } }),
        await client.call(user.remove, { token: admin, params: { id } }),
        await client.call(user.removeBatch, { token: admin, params: { ids: String(id) } }),
        await client.call(user.saveRoles, { token: admin, params: { id }, body: { roleIds: [] } }),
        await client.call(account.deleteAccount, { token: admin, body: { password: 'Keep_1_safe' } }),
      ];
      expect(attempts.map((answer) => answer.code)).toEqual([409, 409, 409, 409, 409]);
      expect((await client.call(account.info, { token: admin })).data.roles).toContain('administrator');
      const roleId = me?.roles.find((entry) => entry.name === 'administrator')?.id ?? 0;
      expect((await client.call(role.updateStatus, { token: admin, params: { id: roleId } })).code).toBe(409);
      expect((await client.call(role.remove, { token: admin, params: { id: roleId } })).code).toBe(409);
      const rename = { id: roleId, name: 'nobody' };
      expect((await client.call(role.update, { token: admin, body: rename })).code).toBe(409);
    });

    it('remains if two administrators give up the role at the same time', async () => {
      const { client, admin, join } = server();
      const other = await join();
      const roles = (await client.call(role.all, { token: admin })).data;
      const roleIds = roles.filter((entry) => entry.name === 'administrator').map((entry) => entry.id);
      const me = (await client.call(account.info, { token: admin })).data.userId;
      const save = (token: string, id: number, ids: number[]) =>
        client.call(user.saveRoles, { token, params: { id }, body: { roleIds: ids } });
      for (let round = 0; round < 8; round += 1) {
        expect((await save(admin, other.userId, roleIds)).code).toBe(200);
        const answers = await Promise.all([save(admin, me, []), save(other.token, other.userId, [])]);
        expect(answers.map((answer) => answer.code).sort()).toEqual([200, 409]);
        if (answers[0]?.code === 200) {
          expect((await save(other.token, me, roleIds)).code).toBe(200);
          expect((await save(admin, other.userId, [])).code).toBe(200);
        }
      }
    });
  });
}
