import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { api } from '#shared/contract/api/index.ts';
import {
  ADMINISTRATOR,
  assertMayGiveMenus,
  assertMayManageRoles,
  type Caller,
  withAncestors,
} from '../../accounts/roles.ts';
import type { Db } from '../../database/open.ts';
import { menus, roleMenus, roles, userRoles } from '../../database/schema.ts';
import { type ApiRoutes, contract } from '../contract.ts';
import { conflict, notFound } from '../errors.ts';
import { orderOf, pageOf, searchTitled, totalOf, windowOf } from '../lists.ts';

const sortable = {
  id: roles.id,
  name: roles.name,
  title: roles.title,
  status: roles.status,
  createdAt: roles.createdAt,
};

const searched = { columns: [roles.name, roles.title], title: roles.title, kinds: ['api.role.'] };

/** The calls of the role management screen. */
export const roleRoutes: ApiRoutes = async (app) => {
  const { role } = api;
  app.route({
    ...contract(role.list),
    handler: async ({ params, query, db, language }) => {
      const where = and(
        searchTitled(query.search, searched, language),
        query.status === undefined ? undefined : eq(roles.status, query.status),
      );
      const order = orderOf(query, sortable, { sort: 'id', order: 'asc' }, roles.id);
      const { limit, offset } = windowOf(params);
      const rows = await selectRoles(db)
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset);
      const total = await totalOf(params, rows.length, () => db.$count(roles, where));
      return pageOf(params, total, rows.map(toRow));
    },
  });
  app.route({
    ...contract(role.all),
    handler: async ({ db }) =>
      db
        .select({ id: roles.id, name: roles.name, title: roles.title, status: roles.status })
        .from(roles)
        .orderBy(asc(roles.id)),
  });
  app.route({
    ...contract(role.echo),
    handler: async ({ params, db }) => {
      const [row] = await selectRoles(db).where(eq(roles.id, params.id));
      if (row === undefined) throw notFound();
      return toRow(row);
    },
  });
  app.route({
    ...contract(role.add, { message: 'api.saved' }),
    handler: async ({ body, db }) => {
      if ((await db.$count(roles, eq(roles.name, body.name))) > 0) throw conflict('api.role.taken');
      const [made] = await db.insert(roles).values(body).returning({ id: roles.id });
      if (made === undefined) throw new Error('the role was not made');
      return made;
    },
  });
  app.route({
    ...contract(role.update, { message: 'api.saved' }),
    handler: async ({ body, db, caller }) => {
      const { id, ...change } = body;
      const found = await mayChange(db, caller, id);
      if (change.name !== undefined && change.name !== found.name) {
        if (found.builtIn) throw conflict('api.role.builtIn');
        if ((await db.$count(roles, eq(roles.name, change.name))) > 0) throw conflict('api.role.taken');
      }
      if (Object.values(change).some((value) => value !== undefined)) {
        await db.update(roles).set(change).where(eq(roles.id, id));
      }
      return null;
    },
  });
  app.route({
    ...contract(role.updateStatus, { message: 'api.saved' }),
    handler: async ({ params, db, caller }) => {
      const found = await mayChange(db, caller, params.id);
      if (found.name === ADMINISTRATOR) throw conflict('api.role.builtIn');
      const [changed] = await db
        .update(roles)
        .set({ status: sql`case ${roles.status} when 'enabled' then 'disabled' else 'enabled' end` })
        .where(eq(roles.id, params.id))
        .returning({ status: roles.status });
      if (changed === undefined) throw notFound();
      return changed;
    },
  });
  app.route({
    ...contract(role.menus),
    handler: async ({ params, db }) => {
      const [found] = await db.select({ name: roles.name }).from(roles).where(eq(roles.id, params.id));
      if (found === undefined) throw notFound();
      const rows =
        found.name === ADMINISTRATOR
          ? await db.select({ id: menus.id }).from(menus).orderBy(asc(menus.id))
          : await db
              .select({ id: roleMenus.menuId })
              .from(roleMenus)
              .where(eq(roleMenus.roleId, params.id))
              .orderBy(asc(roleMenus.menuId));
      return rows.map((row) => row.id);
    },
  });
  app.route({
    ...contract(role.saveMenus, { message: 'api.saved' }),
    handler: async ({ params, body, db, caller }) => {
      const found = await mayChange(db, caller, params.id);
      // An administrator has every permission, so there is no list to edit.
      if (found.name === ADMINISTRATOR) throw conflict('api.role.builtIn');
      const ids = [...new Set(body.menuIds)];
      if (ids.length > 0 && (await db.$count(menus, inArray(menus.id, ids))) < ids.length) throw notFound();
      await assertMayGiveMenus(db, caller, ids);
      await db.transaction(async (tx) => {
        const all = await withAncestors(tx, ids);
        await tx.delete(roleMenus).where(eq(roleMenus.roleId, params.id));
        if (all.length > 0) {
          await tx.insert(roleMenus).values(all.map((menuId) => ({ roleId: params.id, menuId })));
        }
      });
      return null;
    },
  });
  app.route({
    ...contract(role.remove, { message: 'api.deleted' }),
    handler: async ({ params, db, caller }) => removeRoles(db, caller, [params.id]),
  });
  app.route({
    ...contract(role.removeBatch, { message: 'api.deleted' }),
    handler: async ({ params, db, caller }) => removeRoles(db, caller, params.ids),
  });
};

async function mayChange(db: Db, caller: Caller, id: number) {
  const [found] = await db.select().from(roles).where(eq(roles.id, id));
  if (found === undefined) throw notFound();
  await assertMayManageRoles(db, caller, [id]);
  return found;
}

async function removeRoles(db: Db, caller: Caller, ids: readonly number[]): Promise<null> {
  await assertMayManageRoles(db, caller, ids);
  await db.transaction(async (tx) => {
    const found = await tx
      .select()
      .from(roles)
      .where(inArray(roles.id, [...ids]));
    if (found.length < ids.length) throw notFound();
    if (found.some((role) => role.builtIn)) throw conflict('api.role.builtIn');
    if ((await tx.$count(userRoles, inArray(userRoles.roleId, [...ids]))) > 0) {
      throw conflict('api.role.inUse');
    }
    await tx.delete(roles).where(inArray(roles.id, [...ids]));
  });
  return null;
}

const selectRoles = (db: Db) =>
  db
    .select({
      role: roles,
      users: sql<number>`(select count(*)::int from user_roles ur where ur.role_id = roles.id)`,
    })
    .from(roles);

const toRow = ({ role, users }: { role: typeof roles.$inferSelect; users: number }) => ({
  ...role,
  createdAt: role.createdAt.getTime(),
  users,
});
