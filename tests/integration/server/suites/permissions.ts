import { describe, expect, it } from 'vitest';
import { api } from '#shared/contract/api/index.ts';
import { ADMIN_EMAIL, PASSWORD, type TestServer } from '../support/harness.ts';
import { withPermissions } from '../support/permissions.ts';

const { account, user, role, menu } = api;
const page = { page: 1, size: 100 };

export function permissionSuite(server: () => TestServer): void {
  describe('a permission', () => {
    it('is required for every call that names one', async () => {
      const { client, join } = server();
      const host = await join();
      const guarded = Object.values(api)
        .flatMap((calls) => Object.values(calls))
        .filter((call) => call.access.includes(':'));
      expect(guarded.length).toBeGreaterThan(50);
      for (const call of guarded) {
        const path = call.path.replace(/\{\w+\}/g, '1');
        const answer = await client.send(call.method, path, {
          token: host.token,
          body: call.method === 'GET' ? undefined : {},
        });
        expect([call.path, answer.status]).toEqual([call.path, 403]);
      }
    });

    it('applies at once when it is granted and when it is revoked', async () => {
      const running = server();
      const { client, admin } = running;
      const person = await withPermissions(running, ['log:list']);
      const read = () => client.call(api.log.list, { token: person.token, params: page });
      expect((await read()).code).toBe(200);
      const info = (await client.call(account.info, { token: person.token })).data;
      expect(info.permissions).toEqual(['log:list']);
      expect(info.routes.sort()).toEqual(['log', 'system']);
      await client.call(role.updateStatus, { token: admin, params: { id: person.roleId } });
      expect((await read()).code).toBe(403);
      await client.call(role.updateStatus, { token: admin, params: { id: person.roleId } });
      expect((await read()).code).toBe(200);
      const nothing = { token: admin, params: { id: person.userId }, body: { roleIds: [] } };
      await client.call(user.saveRoles, nothing);
      expect((await read()).code).toBe(403);
    });

    it('cannot be obtained by an account that may manage users or roles but lacks it', async () => {
      const running = server();
      const { client, admin, join } = running;
      const clerk = await withPermissions(running, [
        'user:list',
        'user:add',
        'user:update',
        'user:status',
        'user:delete',
        'user:roles',
        'user:reset',
        'role:list',
        'role:add',
        'role:update',
        'role:status',
        'role:delete',
        'role:menus',
        'menu:list',
        'menu:add',
        'menu:update',
        'menu:delete',
      ]);
      const token = clerk.token;
      const roles = (await client.call(role.all, { token })).data;
      const idOf = (name: string) => roles.find((entry) => entry.name === name)?.id ?? 0;
      const [boss] = (await client.call(user.list, { token, params: page, query: { search: ADMIN_EMAIL } }))
        .data.rows;
      const id = boss?.id ?? 0;
      const host = await join();
      const tree = (await client.call(menu.choose, { token })).data;
      const system = tree.find((node) => node.name === 'system');
      const logs = system?.children.find((node) => node.name === 'log');
      const logList = logs?.children.find((node) => node.name === 'log:list')?.id ?? 0;
      const attempts = {
        becomeAdministrator: await client.call(user.saveRoles, {
          token,
          params: { id: clerk.userId },
          body: { roleIds: [clerk.roleId, idOf('administrator')] },
        }),
        takeStrongerRole: await client.call(user.saveRoles, {
          token,
          params: { id: clerk.userId },
          body: { roleIds: [clerk.roleId, idOf('operator')] },
        }),
        makeAdministrator: await client.call(user.add, {
          token,
          body: { email: 'mine@ringside.example', password: PASSWORD, roleIds: [idOf('administrator')] },
        }),
        resetAdministrator: await client.call(user.resetPassword, {
          token,
          body: { userId: id, password: PASSWORD },
        }),
        readdressAdministrator: await client.call(user.update, {
          token,
          body: { userId: id, email: 'mine@ringside.example' },
        }),
        disableAdministrator: await client.call(user.updateStatus, { token, params: { id } }),
        deleteAdministrator: await client.call(user.remove, { token, params: { id } }),
        deleteAmongOthers: await client.call(user.removeBatch, {
          token,
          params: { ids: `${host.userId},${id}` },
        }),
        widenOwnRole: await client.call(role.saveMenus, {
          token,
          params: { id: clerk.roleId },
          body: { menuIds: [logList] },
        }),
        changeStrongerRole: await client.call(role.saveMenus, {
          token,
          params: { id: idOf('operator') },
          body: { menuIds: [] },
        }),
        nameAPermission: await client.call(menu.add, {
          token,
          body: { kind: 'permission', name: 'anything:goes', title: 'x' },
        }),
        renameAPermission: await client.call(menu.update, { token, body: { id: logList, title: 'x' } }),
        deleteAPermission: await client.call(menu.remove, { token, params: { id: logList } }),
      };
      for (const [attempt, answer] of Object.entries(attempts))
        expect([attempt, answer.code]).toEqual([attempt, 403]);
      expect((await client.call(account.info, { token: host.token })).code).toBe(200);
      expect((await client.call(account.info, { token: admin })).code).toBe(200);
      expect(
        (await client.call(user.update, { token, body: { userId: host.userId, username: 'ok' } })).code,
      ).toBe(200);
    });
  });
}
