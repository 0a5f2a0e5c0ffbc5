import { and, eq, isNull, or } from 'drizzle-orm';
import { defaultRoles, type Permission } from '#shared/contract/api/call.ts';
import type { Db } from '../database/open.ts';
import { menus, onceTokens, roleMenus, roles, userRoles, users } from '../database/schema.ts';
import { issueOnceToken } from './codes.ts';
import { operatorMenus, type SeedScreen, seedScreens } from './menuTree.ts';
import { hashPassword, prepareDummyHash } from './passwords.ts';
import { ADMINISTRATOR, countAdministrators } from './roles.ts';

interface FirstStart {
  adminEmail: string;
  adminPassword: string | null;
  now: Date;
}

/**
 * Fills a new database with roles and menus, and creates an administrator if there is none. If that administrator
 * has no password, or has never signed in and none is configured, returns the token of a one-time link: without a
 * password, only such a link lets them in after a sign-out. Otherwise returns null. A configured password is stored if
 * there is none, and voids earlier links.
 */
export async function prepareFirstStart(db: Db, start: FirstStart): Promise<string | null> {
  await db.transaction(async (tx) => {
    const known = await tx.select({ id: roles.id }).from(roles).limit(1);
    if (known.length === 0) await seed(tx);
  });
  if ((await countAdministrators(db)) === 0) await makeAdministrator(db, start);
  const [waiting] = await db
    .select({ id: users.id, passwordSet: users.passwordSet })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(
      and(
        eq(roles.name, ADMINISTRATOR),
        eq(users.email, start.adminEmail),
        or(isNull(users.lastSigninAt), eq(users.passwordSet, false)),
      ),
    );
  if (waiting === undefined) return null;
  if (start.adminPassword === null) return issueOnceToken(db, waiting.id, start.now);
  if (!waiting.passwordSet) {
    // The account was created by a start without ADMIN_PASSWORD.
    const passwordHash = await hashPassword(start.adminPassword);
    await db.update(users).set({ passwordHash, passwordSet: true }).where(eq(users.id, waiting.id));
  }
  await db.delete(onceTokens).where(eq(onceTokens.userId, waiting.id));
  return null;
}

async function seed(tx: Db): Promise<void> {
  const made = await tx
    .insert(roles)
    .values(defaultRoles.map((name) => ({ name, title: `api.role.${name}`, builtIn: true })))
    .returning({ id: roles.id, name: roles.name });
  const operator = made.find(({ name }) => name === 'operator');
  if (operator === undefined) throw new Error('the operator role was not made');
  const menuIds = await insertScreens(tx);
  const given = operatorMenus.map((name) => ({ roleId: operator.id, menuId: idOf(menuIds, name) }));
  await tx.insert(roleMenus).values(given);
}

interface Placed<T> {
  entry: T;
  /** The id of the parent screen. */
  parentId: number | null;
  sort: number;
}

/** Inserts the screens and their permissions, one statement per level. Returns the ids by name. */
async function insertScreens(tx: Db): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  const below = <T>(of: SeedScreen, entries: readonly T[]): Placed<T>[] =>
    entries.map((entry, sort) => ({ entry, parentId: idOf(ids, of.name), sort }));
  const insert = async (rows: (typeof menus.$inferInsert)[]) => {
    if (rows.length === 0) return;
    const made = await tx.insert(menus).values(rows).returning({ id: menus.id, name: menus.name });
    for (const { id, name } of made) ids.set(name, id);
  };
  let level: Placed<SeedScreen>[] = seedScreens.map((entry, sort) => ({ entry, parentId: null, sort }));
  const granted: Placed<Permission>[] = [];
  while (level.length > 0) {
    await insert(
      level.map(({ entry: { name, path, icon, hidden = false }, parentId, sort }) => {
        return { parentId, kind: 'route', name, title: `api.menu.${name}`, path, icon, hidden, sort };
      }),
    );
    granted.push(...level.flatMap(({ entry }) => below(entry, entry.permissions ?? [])));
    level = level.flatMap(({ entry }) => below(entry, entry.children ?? []));
  }
  await insert(
    granted.map(({ entry: name, parentId, sort }) => {
      return { parentId, kind: 'permission', name, title: `api.permission.${name}`, sort };
    }),
  );
  return ids;
}

function idOf(ids: ReadonlyMap<string, number>, name: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`the menu ${name} was not made`);
  return id;
}

/** Makes the administrator's account. The address may have one that lost the role, for example in a backup. */
async function makeAdministrator(db: Db, { adminEmail, adminPassword }: FirstStart): Promise<void> {
  // Without ADMIN_PASSWORD, use a random password that nobody knows.
  const passwordHash = await (adminPassword === null ? prepareDummyHash() : hashPassword(adminPassword));
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
