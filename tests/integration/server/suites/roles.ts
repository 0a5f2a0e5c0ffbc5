import { describe, expect, it } from 'vitest';
import { api } from '#shared/contract/api/index.ts';
import type { TestServer } from '../support/harness.ts';
import { withPermissions } from '../support/permissions.ts';

const { account, user, role, menu } = api;
const page = { page: 1, size: 100 };

export function roleSuite(server: () => TestServer): void {
  describe('roles and menus', () => {
    it('can be added, changed and deleted, unless they are used or built in', async () => {
      const running = server();
      const { client, admin } = running;
      const person = await withPermissions(running, ['dict:list']);
      const remove = (id: number) => client.call(role.remove, { token: admin, params: { id } });
      expect((await remove(person.roleId)).code).toBe(409);
      await client.call(user.remove, { token: admin, params: { id: person.userId } });
      const change = { id: person.roleId, title: 'Editors', remark: 'of dictionaries' };
      await client.call(role.update, { token: admin, body: change });
      const shown = (await client.call(role.echo, { token: admin, params: { id: person.roleId } })).data;
      expect(shown).toMatchObject({ title: 'Editors', remark: 'of dictionaries', builtIn: false, users: 0 });
      expect((await remove(person.roleId)).code).toBe(200);
      const roles = (await client.call(role.list, { token: admin, params: page })).data.rows;
      expect(roles.filter((entry) => entry.builtIn).map((entry) => entry.name)).toEqual([
        'administrator',
        'operator',
        'host',
      ]);
    });

    it('include the ancestors of the granted screens', async () => {
      const running = server();
      const { client } = running;
      const person = await withPermissions(running, ['user:list']);
      const mine = (await client.call(menu.mine, { token: person.token })).data;
      expect(mine.map((node) => node.name)).toEqual(['permission']);
      expect(mine[0]?.children.map((node) => node.name)).toEqual(['user']);
      expect(mine[0]?.children[0]?.children).toEqual([]);
    });

    it('can be searched by their translated titles in every language', async () => {
      const { client, admin } = server();
      const look = async (language: string, search: string) => {
        const input = { token: admin, headers: { 'accept-language': language }, query: { search } };
        const found = await client.call(role.list, { ...input, params: page });
        const tree = (await client.call(menu.tree, input)).data;
        return [found.data.rows.map((row) => row.name), tree.map((node) => node.name)];
      };
      expect(await look('ja', '管理者')).toEqual([['administrator'], []]);
      expect(await look('zh_CN', '管理员')).toEqual([['administrator'], []]);
      expect(await look('en', 'OPERATOR')).toEqual([['operator'], []]);
      expect(await look('ja', 'ログを書き出す')).toEqual([[], ['system']]);
      expect(await look('en', 'ログを書き出す')).toEqual([[], []]);
    });

    it('form a tree without cycles, whose inner nodes cannot be deleted', async () => {
      const { client, admin } = server();
      const add = async (name: string, parentId: number | null) =>
        (await client.call(menu.add, { token: admin, body: { kind: 'route', name, title: name, parentId } }))
          .data.id;
      const top = await add('extra', null);
      const below = await add('extra_more', top);
      const move = (id: number, parentId: number) =>
        client.call(menu.update, { token: admin, body: { id, parentId } });
      expect((await move(top, below)).code).toBe(409);
      expect((await move(top, top)).code).toBe(409);
      expect((await client.call(menu.remove, { token: admin, params: { id: top } })).code).toBe(409);
      const status = await client.call(menu.updateStatus, { token: admin, params: { id: top } });
      expect(status.data.status).toBe('disabled');
      expect((await client.call(menu.echo, { token: admin, params: { id: below } })).data.status).toBe(
        'disabled',
      );
      expect((await client.call(account.info, { token: admin })).data.routes).not.toContain('extra_more');
      const both = { token: admin, params: { ids: `${top},${below}` } };
      expect((await client.call(menu.removeBatch, both)).code).toBe(200);
      const found = await client.call(menu.tree, { token: admin, query: { search: 'log:list' } });
      expect(found.data.map((node) => node.name)).toEqual(['system']);
    });
  });
}
