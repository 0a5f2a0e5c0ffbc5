import { and, count, eq, inArray, sql } from 'drizzle-orm';
import type { Caller } from '../api/context.ts';
import { conflict, forbidden } from '../api/refusal.ts';
import type { Db } from '../database/open.ts';
import { menus, roleMenus, roles, userRoles, users } from '../database/schema/index.ts';

export const ADMINISTRATOR = 'administrator';
/** The role of who signs up. */
export const HOST = 'host';

/**
 * Runs a change that could take the last administrator away, and undoes it by throwing when it would. Such
 * changes take turns, so that two of them at once cannot take one of two administrators each.
 */
export async function keepingAnAdministrator<T>(db: Db, change: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.select({ id: roles.id }).from(roles).where(eq(roles.name, ADMINISTRATOR)).for('update');
    const result = await change(tx);
    if ((await countAdministrators(tx)) === 0) throw conflict('api.lastAdministrator');
    return result;
  });
}

/** Accounts that are enabled and administrators. */
export async function countAdministrators(db: Db): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(userRoles)
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .innerJoin(users, eq(users.id, userRoles.userId))
    .where(and(eq(roles.name, ADMINISTRATOR), eq(users.status, 'enabled')));
  return row?.n ?? 0;
}

/**
 * Refuses to let somebody manage accounts that may do more than they may: who resets the password of such an
 * account has it. Roles count also while they are disabled.
 */
export async function assertMayManageUsers(
  db: Db,
  caller: Caller,
  userIds: readonly number[],
): Promise<void> {
  if (caller.isAdministrator || userIds.length === 0) return;
  const held = await db
    .select({ roleId: userRoles.roleId })
    .from(userRoles)
    .where(inArray(userRoles.userId, [...userIds]));
  await assertMayManageRoles(
    db,
    caller,
    held.map((row) => row.roleId),
  );
}

/** Refuses to let somebody give, take or change roles that may do more than they may. */
export async function assertMayManageRoles(
  db: Db,
  caller: Caller,
  roleIds: readonly number[],
): Promise<void> {
  if (caller.isAdministrator || roleIds.length === 0) return;
  const ids = [...new Set(roleIds)];
  const [strongest] = await db
    .select({ n: count() })
    .from(roles)
    .where(and(inArray(roles.id, ids), eq(roles.name, ADMINISTRATOR)));
  if ((strongest?.n ?? 0) > 0) throw forbidden('api.aboveYou');
  const given = await db
    .select({ menuId: roleMenus.menuId })
    .from(roleMenus)
    .where(inArray(roleMenus.roleId, ids));
  await assertMayGiveMenus(
    db,
    caller,
    given.map((row) => row.menuId),
  );
}

/** Refuses to let somebody give permissions that they do not have. */
export async function assertMayGiveMenus(db: Db, caller: Caller, menuIds: readonly number[]): Promise<void> {
  if (caller.isAdministrator || menuIds.length === 0) return;
  const names = await db
    .select({ name: menus.name })
    .from(menus)
    .where(and(inArray(menus.id, [...new Set(menuIds)]), eq(menus.kind, 'permission')));
  if (names.some(({ name }) => !caller.permissions.has(name))) throw forbidden('api.aboveYou');
}

/** The ids of the given nodes and of everything above them: a screen cannot be reached without its menu. */
export async function withAncestors(db: Db, menuIds: readonly number[]): Promise<number[]> {
  if (menuIds.length === 0) return [];
  const { rows } = await db.execute<{ id: number }>(sql`
    with recursive up as (
      select id, parent_id from menus where id in ${[...new Set(menuIds)]}
      union select m.id, m.parent_id from menus m join up on m.id = up.parent_id
    ) select id from up`);
  return rows.map((row) => row.id);
}

/** The ids of a node and everything below it. */
export async function withDescendants(db: Db, menuId: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with recursive down as (
      select id from menus where id = ${menuId}
      union select m.id from menus m join down on m.parent_id = down.id
    ) select id from down`);
  return rows.map((row) => row.id);
}
