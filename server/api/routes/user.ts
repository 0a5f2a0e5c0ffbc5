import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { api } from '#shared/contract/api/index.ts';
import type { UserRow } from '#shared/contract/api/user.ts';
import { deleteAccounts } from '../../accounts/ownData.ts';
import { hashPassword, refuseCommonPassword } from '../../accounts/passwords.ts';
import { assertMayManageRoles, assertMayManageUsers, keepingAnAdministrator } from '../../accounts/roles.ts';
import { newPassword } from '../../accounts/secrets.ts';
import { revokeAll } from '../../accounts/sessions.ts';
import { addUser, changeUser, findUser, nameOf, setPassword, setRoles } from '../../accounts/users.ts';
import type { Db } from '../../database/open.ts';
import { roles, userRoles, users } from '../../database/schema.ts';
import { type ApiRoutes, contract } from '../contract.ts';
import { conflict, notFound } from '../errors.ts';
import { orderOf, pageOf, searchIn, totalOf, windowOf } from '../lists.ts';

const sortable = {
  id: users.id,
  email: users.email,
  username: users.username,
  status: users.status,
  createdAt: users.createdAt,
  lastSigninAt: users.lastSigninAt,
};

/** The calls of the user management screen. */
export const userRoutes: ApiRoutes = async (app, { services }) => {
  const { user } = api;
  const remove = async (db: Db, ids: readonly number[]) => {
    await services.audit.flush();
    const deleted = await keepingAnAdministrator(db, async (tx) => {
      const found = await deleteAccounts(tx, ids);
      if (found.length < ids.length) throw notFound();
      return found;
    });
    await services.accountsDeleted(deleted);
  };
  app.route({
    ...contract(user.list),
    handler: async ({ params, query, db }) => {
      const where = and(
        searchIn(query.search, [users.email, users.username]),
        query.status === undefined ? undefined : eq(users.status, query.status),
        query.role === undefined ? undefined : hasRole(query.role),
      );
      const order = orderOf(query, sortable, { sort: 'id', order: 'asc' }, users.id);
      const { limit, offset } = windowOf(params);
      const found = await db
        .select()
        .from(users)
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset);
      const total = await totalOf(params, found.length, () => db.$count(users, where));
      return pageOf(params, total, await toRows(db, found));
    },
  });
  app.route({
    ...contract(user.echo),
    handler: async ({ params, db }) => {
      const [row] = await toRows(db, await db.select().from(users).where(eq(users.id, params.id)));
      if (row === undefined) throw notFound();
      return row;
    },
  });
  app.route({
    ...contract(user.add, { message: 'api.saved' }),
    handler: async ({ body, db, caller }) => {
      if (body.roleIds !== undefined) await assertMayManageRoles(db, caller, body.roleIds);
      if ((await findUser(db, body.email)) !== null) throw conflict('api.user.taken');
      await refuseCommonPassword(body.password);
      const passwordHash = await hashPassword(body.password, 'known');
      const id = await db.transaction(async (tx) => {
        const made = await addUser(tx, {
          email: body.email,
          passwordHash,
          username: body.username ?? nameOf(body.email),
          phone: body.phone ?? '',
        });
        if (body.roleIds !== undefined) await setRoles(tx, made, body.roleIds);
        return made;
      });
      return { id };
    },
  });
  app.route({
    ...contract(user.update, { message: 'api.saved' }),
    handler: async ({ body, db, caller, now }) => {
      const { userId, ...change } = body;
      await assertMayManageUsers(db, caller, [userId]);
      await services.audit.flush();
      await db.transaction((tx) => changeUser(tx, userId, change, now));
      return null;
    },
  });
  app.route({
    ...contract(user.updateStatus, { message: 'api.saved' }),
    handler: async ({ params, db, caller, now }) => {
      await assertMayManageUsers(db, caller, [params.id]);
      const status = await keepingAnAdministrator(db, async (tx) => {
        const [changed] = await tx
          .update(users)
          .set({ status: sql`case ${users.status} when 'enabled' then 'disabled' else 'enabled' end` })
          .where(eq(users.id, params.id))
          .returning({ status: users.status });
        if (changed === undefined) throw notFound();
        if (changed.status === 'disabled') await revokeAll(tx, params.id, now);
        return changed.status;
      });
      return { status };
    },
  });
  app.route({
    ...contract(user.roles),
    handler: async ({ params, db }) => {
      if ((await db.$count(users, eq(users.id, params.id))) === 0) throw notFound();
      return roleIdsOf(db, params.id);
    },
  });
  app.route({
    ...contract(user.saveRoles, { message: 'api.saved' }),
    handler: async ({ params, body, db, caller }) => {
      const held = await roleIdsOf(db, params.id);
      const wanted = new Set(body.roleIds);
      // The caller needs rights only for the roles that are added or removed.
      const changed = [
        ...held.filter((id) => !wanted.has(id)),
        ...[...wanted].filter((id) => !held.includes(id)),
      ];
      await assertMayManageUsers(db, caller, [params.id]);
      await assertMayManageRoles(db, caller, changed);
      await keepingAnAdministrator(db, (tx) => setRoles(tx, params.id, [...wanted]));
      return null;
    },
  });
  app.route({
    ...contract(user.remove, { message: 'api.deleted' }),
    handler: async ({ params, db, caller }) => {
      await assertMayManageUsers(db, caller, [params.id]);
      await remove(db, [params.id]);
      return null;
    },
  });
  app.route({
    ...contract(user.removeBatch, { message: 'api.deleted' }),
    handler: async ({ params, db, caller }) => {
      await assertMayManageUsers(db, caller, params.ids);
      await remove(db, params.ids);
      return null;
    },
  });
  app.route({
    ...contract(user.resetPassword, { message: 'api.passwordChanged' }),
    handler: async ({ body, db, caller, now }) => {
      await assertMayManageUsers(db, caller, [body.userId]);
      if ((await db.$count(users, eq(users.id, body.userId))) === 0) throw notFound();
      if (body.password !== undefined) await refuseCommonPassword(body.password);
      const made = body.password === undefined ? newPassword() : null;
      const passwordHash = await hashPassword(body.password ?? made ?? newPassword(), 'known');
      await db.transaction((tx) => setPassword(tx, body.userId, passwordHash, now));
      return { password: made };
    },
  });
};

const hasRole = (name: string): SQL =>
  sql`exists (select 1 from user_roles ur join roles r on r.id = ur.role_id
    where ur.user_id = users.id and r.name = ${name})`;

async function roleIdsOf(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .select({ id: userRoles.roleId })
    .from(userRoles)
    .where(eq(userRoles.userId, userId))
    .orderBy(asc(userRoles.roleId));
  return rows.map((row) => row.id);
}

async function toRows(db: Db, found: (typeof users.$inferSelect)[]): Promise<UserRow[]> {
  const ids = found.map((user) => user.id);
  const held =
    ids.length === 0
      ? []
      : await db
          .select({ userId: userRoles.userId, id: roles.id, name: roles.name, title: roles.title })
          .from(userRoles)
          .innerJoin(roles, eq(roles.id, userRoles.roleId))
          .where(inArray(userRoles.userId, ids))
          .orderBy(asc(roles.id));
  const byUser = Map.groupBy(held, (row) => row.userId);
  return found.map((user) => ({
    id: user.id,
    email: user.email,
    username: user.username,
    phone: user.phone,
    status: user.status,
    roles: (byUser.get(user.id) ?? []).map(({ id, name, title }) => ({ id, name, title })),
    createdAt: user.createdAt.getTime(),
    lastSigninAt: user.lastSigninAt?.getTime() ?? null,
  }));
}
