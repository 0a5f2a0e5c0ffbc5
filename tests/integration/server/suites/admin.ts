import { describe, expect, it } from 'vitest';
import { api } from '#shared/contract/api/index.ts';
import { ADMIN_EMAIL, PASSWORD, type TestServer } from '../support/harness.ts';

const { account, user, role, menu } = api;
const page = { page: 1, size: 100 };
let made = 0;

/** Somebody with a role of exactly these permissions. */
export async function withPermissions(server: TestServer, permissions: readonly string[]) {
  made += 1;
  const { client, admin } = server;
  const person = await server.join();
  const tree = (await client.call(menu.tree, { token: admin })).data;
  const ids: number[] = [];
  const visit = (nodes: typeof tree) => {
    for (const node of nodes) {
      if (permissions.includes(node.name)) ids.push(node.id);
      visit(node.children);
    }
  };
  visit(tree);
  const body = { name: `team${made}`, title: `Team ${made}` };
  const { id } = (await client.call(role.add, { token: admin, body })).data;
  await client.call(role.saveMenus, { token: admin, params: { id }, body: { menuIds: ids } });
  const saved = { token: admin, params: { id: person.userId }, body: { roleIds: [id] } };
  await client.call(user.saveRoles, saved);
  return { ...person, roleId: id };
}

export function adminSuite(server: () => TestServer): void {
  describe('the user management', () => {
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

    it('makes, shows, changes and deletes an account', async () => {
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

    it('disables an account, which ends its sign-ins at once, and enables it again', async () => {
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

    it('resets a password to one that is answered once, and ends the sign-ins', async () => {
      const { client, admin, join } = server();
      const host = await join();
      const reset = await client.call(user.resetPassword, { token: admin, body: { userId: host.userId } });
      const password = reset.data.password ?? '';
      expect(password).toMatch(/^[A-Za-z0-9]{16}$/);
      expect((await client.call(account.info, { token: host.token })).code).toBe(405);
      expect((await client.call(account.signin, { body: { email: host.email, password } })).code).toBe(200);
    });

    it('deletes several at once, all or none', async () => {
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
    it('cannot be disabled, deleted or demoted, by nobody and in no way', async () => {
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

    it('cannot be lost by two who both step down at the same time, however often they try', async () => {
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

  describe('a permission', () => {
    it('is asked for by the server for every call that names one', async () => {
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

    it('works from the moment it is given until the moment it is taken', async () => {
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

    it('cannot be had by somebody who manages users or roles without having it', async () => {
      const running = server();
      const { client, admin, join } = running;
      const clerk = await withPermissions(running, [
        ...['user:list', 'user:add', 'user:update', 'user:status', 'user:delete', 'user:roles', 'user:reset'],
        ...['role:list', 'role:add', 'role:update', 'role:status', 'role:delete', 'role:menus'],
        ...['menu:list', 'menu:add', 'menu:update', 'menu:delete'],
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
