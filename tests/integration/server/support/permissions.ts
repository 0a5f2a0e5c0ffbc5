import { api } from '#shared/contract/api/index.ts';
import type { TestServer } from './harness.ts';

const { user, role, menu } = api;
let made = 0;

/** Signs up an account with a role that has exactly these permissions. */
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
