import { asc, eq } from 'drizzle-orm';
import type { Language } from '#shared/contract/language.ts';
import { invalidField, notFound } from '../api/refusal.ts';
import { isTimeZone } from '../api/text.ts';
import type { Db } from '../database/open.ts';
import { roles, userRoles, users } from '../database/schema/index.ts';

/** Returns an account as its owner sees it. */
export async function profileOf(db: Db, userId: number) {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  if (user === undefined) throw notFound();
  const held = await db
    .select({ name: roles.name, title: roles.title })
    .from(userRoles)
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(eq(userRoles.userId, userId))
    .orderBy(asc(roles.id));
  return {
    userId: user.id,
    email: user.email,
    username: user.username,
    phone: user.phone,
    language: user.language,
    timeZone: user.timeZone,
    roles: held,
    createdAt: user.createdAt.getTime(),
    passwordSet: user.passwordSet,
  };
}

export interface ProfileChange {
  username?: string | undefined;
  phone?: string | undefined;
  language?: Language | null | undefined;
  timeZone?: string | null | undefined;
}

/** Changes the given fields. */
export async function updateProfile(db: Db, userId: number, change: ProfileChange): Promise<void> {
  if (typeof change.timeZone === 'string' && !isTimeZone(change.timeZone)) {
    throw invalidField('timeZone', 'api.field.timeZone');
  }
  if (Object.values(change).every((value) => value === undefined)) return;
  await db.update(users).set(change).where(eq(users.id, userId));
}
