import { and, count, eq, inArray, sql } from 'drizzle-orm';
import { conflict, forbidden } from '../api/errors.ts';
import type { Db } from '../database/open.ts';
import { menus, roleMenus, roles, userRoles, users } from '../database/schema.ts';

/** The signed-in account, with its current rights. */
export interface Caller {
  userId: number;
  email: string;
  username: string;
  /** The account's creation time. */
  since: Date;
  sessionId: number;
  roles: readonly string[];
  isAdministrator: boolean;
  permissions: ReadonlySet<string>;
}

export const ADMINISTRATOR = 'administrator';
/** The role of a new account. */
export const HOST = 'host';

/**
 * Runs a change in a transaction. Rolls it back with a Refusal if no administrator would be left. Such changes are
 * serialised, so that two of them cannot remove two administrators at once.
 */
export async function keepingAnAdministrator<T>(db: Db, change: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.select({ id: roles.id }).from(roles).where(eq(roles.name, ADMINISTRATOR)).for('update');
    const result = await change(tx);
    if ((await countAdministrators(tx)) === 0) throw conflict('api.lastAdministrator');
    return result;
  });
}

/** Counts the enabled administrators. */
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
 * Throws a Refusal if one of the accounts has rights that the caller lacks: resetting a password would give them to
 * the caller. Disabled roles count too.
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

/** Throws a Refusal if one of the roles has rights that the caller lacks. */
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

/** Throws a Refusal if one of the permissions is one that the caller lacks. */
export async function assertMayGiveMenus(db: Db, caller: Caller, menuIds: readonly number[]): Promise<void> {
  if (caller.isAdministrator || menuIds.length === 0) return;
  const names = await db
    .select({ name: menus.name })
    .from(menus)
    .where(and(inArray(menus.id, [...new Set(menuIds)]), eq(menus.kind, 'permission')));
  if (names.some(({ name }) => !caller.permissions.has(name))) throw forbidden('api.aboveYou');
}

/** Returns the ids of the nodes and all their ancestors: a screen needs its menu to be reachable. */
export async function withAncestors(db: Db, menuIds: readonly number[]): Promise<number[]> {
  if (menuIds.length === 0) return [];
  const { rows } = await db.execute<{ id: number }>(sql`
    with recursive up as (
      select id, parent_id from menus where id in ${[...new Set(menuIds)]}
      union select m.id, m.parent_id from menus m join up on m.id = up.parent_id
    ) select id from up`);
  return rows.map((row) => row.id);
}

/** Returns the ids of a node and all its descendants. */
export async function withDescendants(db: Db, menuId: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with recursive down as (
      select id from menus where id = ${menuId}
      union select m.id from menus m join down on m.parent_id = down.id
    ) select id from down`);
  return rows.map((row) => row.id);
}
