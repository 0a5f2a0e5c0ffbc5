import { eq, inArray } from 'drizzle-orm';
import { conflict, notFound } from '../api/errors.ts';
import type { Db } from '../database/open.ts';
import { codes, logs, onceTokens, roles, userRoles, users } from '../database/schema.ts';
import { forgetDevices } from './devices.ts';
import { HOST } from './roles.ts';
import { revokeAll } from './sessions.ts';

/** Finds an account by its address in lower case; null if there is none. */
export async function findUser(db: Db, email: string) {
  const [user] = await db.select().from(users).where(eq(users.email, email));
  return user ?? null;
}

/** The default name of an account. */
export const nameOf = (email: string): string => (email.split('@')[0] ?? email).slice(0, 40);

/** Adds an account with the role `host`. */
export async function addUser(
  tx: Db,
  user: { email: string; passwordHash: string; username: string; phone?: string },
): Promise<number> {
  const [made] = await tx.insert(users).values(user).returning({ id: users.id });
  if (made === undefined) throw new Error('the account was not made');
  const [host] = await tx.select({ id: roles.id }).from(roles).where(eq(roles.name, HOST));
  if (host !== undefined) await tx.insert(userRoles).values({ userId: made.id, roleId: host.id });
  return made.id;
}

/** Sets a password. Signs out and forgets all devices, except the one in `except`. */
export async function setPassword(
  tx: Db,
  userId: number,
  passwordHash: string,
  now: Date,
  except: { session: number; device: string | null } = { session: 0, device: null },
): Promise<void> {
  await tx.update(users).set({ passwordHash, passwordSet: true }).where(eq(users.id, userId));
  await tx.delete(onceTokens).where(eq(onceTokens.userId, userId));
  await revokeAll(tx, userId, now, except.session);
  await forgetDevices(tx, userId, except.device);
}

/** Sets the roles of an account. Throws a Refusal if the account or a role does not exist. */
export async function setRoles(tx: Db, userId: number, roleIds: readonly number[]): Promise<void> {
  const ids = [...new Set(roleIds)];
  if ((await tx.$count(users, eq(users.id, userId))) === 0) throw notFound();
  if (ids.length > 0 && (await tx.$count(roles, inArray(roles.id, ids))) < ids.length) throw notFound();
  await tx.delete(userRoles).where(eq(userRoles.userId, userId));
  if (ids.length > 0) await tx.insert(userRoles).values(ids.map((roleId) => ({ userId, roleId })));
}

interface UserChange {
  email?: string | undefined;
  username?: string | undefined;
  phone?: string | undefined;
}

/** Changes the given fields. A new address signs all devices out; the sign-in log moves to the new address. */
export async function changeUser(tx: Db, userId: number, change: UserChange, now: Date): Promise<void> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId));
  if (user === undefined) throw notFound();
  if (Object.values(change).every((value) => value === undefined)) return;
  const { email } = change;
  if (email !== undefined && email !== user.email) {
    if ((await findUser(tx, email)) !== null) throw conflict('api.user.taken');
    await tx.update(logs).set({ email }).where(eq(logs.email, user.email));
    await tx.delete(codes).where(eq(codes.email, user.email));
    await revokeAll(tx, userId, now);
  }
  await tx.update(users).set(change).where(eq(users.id, userId));
}
