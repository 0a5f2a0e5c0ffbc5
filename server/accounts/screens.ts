import { and, asc, eq } from 'drizzle-orm';
import type { MenuRow } from '#shared/contract/api/menu.ts';
import type { Caller } from '../api/context.ts';
import type { Db } from '../database/open.ts';
import { menus, roleMenus, roles, userRoles } from '../database/schema/index.ts';

/** Returns the enabled screens that the caller may open; all of them for an administrator. */
export async function screensOf(db: Db, caller: Caller): Promise<MenuRow[]> {
  const isScreen = and(eq(menus.kind, 'route'), eq(menus.status, 'enabled'));
  if (caller.isAdministrator) return db.select().from(menus).where(isScreen).orderBy(asc(menus.id));
  const rows = await db
    .select({ menu: menus })
    .from(menus)
    .innerJoin(roleMenus, eq(roleMenus.menuId, menus.id))
    .innerJoin(roles, and(eq(roles.id, roleMenus.roleId), eq(roles.status, 'enabled')))
    .innerJoin(userRoles, and(eq(userRoles.roleId, roles.id), eq(userRoles.userId, caller.userId)))
    .where(isScreen)
    .orderBy(asc(menus.id));
  return [...new Map(rows.map(({ menu }) => [menu.id, menu])).values()];
}
