import { and, eq, inArray, isNull } from 'drizzle-orm';
import { defaultRoles } from '#shared/contract/api/permissions.ts';
import type { Db } from '../database/open.ts';
import { menus, roleMenus, roles, userRoles, users } from '../database/schema/index.ts';
import { operatorMenus, seedScreens } from './menuTree.ts';
import { issueOnceToken } from './onceLinks.ts';
import { hashPassword } from './passwords.ts';
import { ADMINISTRATOR, countAdministrators } from './roles.ts';
import { newToken } from './secrets.ts';

export interface FirstStart {
  adminEmail: string;
  adminPassword: string | null;
  now: Date;
}

/**
 * Fills a new database with roles and menus, and makes an administrator when there is none. Returns the token
 * of a one-time link for an administrator who has never signed in, so that the first sign-in needs nothing to
 * be configured or typed; null for everybody else.
 */
export async function prepareFirstStart(db: Db, start: FirstStart): Promise<string | null> {
  await db.transaction(async (tx) => {
    const known = await tx.select({ id: roles.id }).from(roles).limit(1);
    if (known.length === 0) await seed(tx);
  });
  if ((await countAdministrators(db)) === 0) await makeAdministrator(db, start);
  const [waiting] = await db
    .select({ id: users.id })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(and(eq(roles.name, ADMINISTRATOR), eq(users.email, start.adminEmail), isNull(users.lastSigninAt)));
  return waiting === undefined ? null : issueOnceToken(db, waiting.id, start.now);
}

async function seed(tx: Db): Promise<void> {
  await tx
    .insert(roles)
    .values(defaultRoles.map((name) => ({ name, title: `api.role.${name}`, builtIn: true })));
  await insertScreens(tx, seedScreens, null);
  const given = await tx
    .select({ id: menus.id })
    .from(menus)
    .where(inArray(menus.name, [...operatorMenus]));
  const [operator] = await tx.select({ id: roles.id }).from(roles).where(eq(roles.name, 'operator'));
  if (operator === undefined) throw new Error('the operator role was not made');
  await tx.insert(roleMenus).values(given.map(({ id }) => ({ roleId: operator.id, menuId: id })));
}

async function insertScreens(tx: Db, screens: typeof seedScreens, parentId: number | null): Promise<void> {
  for (const [index, screen] of screens.entries()) {
    const [made] = await tx
      .insert(menus)
      .values({
        parentId,
        kind: 'route',
        name: screen.name,
        title: `api.menu.${screen.name}`,
        path: screen.path,
        icon: screen.icon,
        hidden: screen.hidden ?? false,
        sort: index,
      })
      .returning({ id: menus.id });
    if (made === undefined) throw new Error(`the menu ${screen.name} was not made`);
    const names = screen.permissions ?? [];
    if (names.length > 0) {
      await tx.insert(menus).values(
        names.map((name, sort) => ({
          parentId: made.id,
          kind: 'permission' as const,
          name,
          title: `api.permission.${name}`,
          sort,
        })),
      );
    }
    await insertScreens(tx, screen.children ?? [], made.id);
  }
}

/** The address may already have an account, for example of an administrator who lost the role in a backup. */
async function makeAdministrator(db: Db, { adminEmail, adminPassword }: FirstStart): Promise<void> {
  const passwordHash = await hashPassword(adminPassword ?? newToken());
  await db.transaction(async (tx) => {
    const [role] = await tx.select({ id: roles.id }).from(roles).where(eq(roles.name, ADMINISTRATOR));
    if (role === undefined) throw new Error('there is no administrator role');
    const [user] = await tx
      .insert(users)
      .values({
        email: adminEmail,
        username: 'Administrator',
        passwordHash,
        passwordSet: adminPassword !== null,
      })
      .onConflictDoUpdate({
        target: users.email,
        set: { passwordHash, passwordSet: adminPassword !== null, status: 'enabled', lastSigninAt: null },
      })
      .returning({ id: users.id });
    if (user === undefined) throw new Error('the administrator was not made');
    await tx.insert(userRoles).values({ userId: user.id, roleId: role.id }).onConflictDoNothing();
  });
}
