import { and, count, desc, eq } from 'drizzle-orm';
import { api } from '#shared/contract/api/index.ts';
import { screensOf } from '../../accounts/menuTree.ts';
import { deleteAccounts, exportAccount, profileOf, updateProfile } from '../../accounts/ownData.ts';
import { verifyPassword } from '../../accounts/passwords.ts';
import { keepingAnAdministrator } from '../../accounts/roles.ts';
import { openSessions, revokeAll, revokeSession } from '../../accounts/sessions.ts';
import { logs, users } from '../../database/schema.ts';
import { type ApiRoutes, contract } from '../contract.ts';
import { invalidField, notFound } from '../errors.ts';
import { pageOf, windowOf } from '../lists.ts';

/** The calls of signed-in users about their own account. */
export const accountRoutes: ApiRoutes = async (app, { services }) => {
  const { account } = api;
  app.route({
    ...contract(account.signout),
    handler: async ({ db, caller, now }) => {
      await revokeSession(db, caller.userId, caller.sessionId, now);
      return null;
    },
  });
  app.route({
    ...contract(account.info),
    handler: async ({ db, caller }) => ({
      userId: caller.userId,
      email: caller.email,
      username: caller.username,
      roles: [...caller.roles],
      routes: (await screensOf(db, caller)).map((screen) => screen.name),
      permissions: [...caller.permissions].sort(),
    }),
  });
  app.route({
    ...contract(account.profile),
    handler: async ({ db, caller }) => profileOf(db, caller.userId),
  });
  app.route({
    ...contract(account.updateProfile, { message: 'api.saved' }),
    handler: async ({ body, db, caller }) => {
      await updateProfile(db, caller.userId, body);
      return profileOf(db, caller.userId);
    },
  });
  app.route({
    ...contract(account.devices),
    handler: async ({ db, caller, now }) => {
      const devices = await openSessions(db, caller.userId, now);
      return devices.map((device) => ({
        id: device.id,
        userAgent: device.userAgent,
        ip: device.ip,
        createdAt: device.createdAt.getTime(),
        lastSeenAt: device.lastSeenAt.getTime(),
        current: device.id === caller.sessionId,
      }));
    },
  });
  app.route({
    ...contract(account.signoutDevice),
    handler: async ({ params, db, caller, now }) => {
      if (!(await revokeSession(db, caller.userId, params.id, now))) throw notFound();
      return null;
    },
  });
  app.route({
    ...contract(account.signoutOthers),
    handler: async ({ db, caller, now }) => {
      await revokeAll(db, caller.userId, now, caller.sessionId);
      return null;
    },
  });
  app.route({
    ...contract(account.signins),
    handler: async ({ params, db, caller }) => {
      await services.audit.flush();
      const own = and(eq(logs.email, caller.email), eq(logs.kind, 'signin'));
      const [total] = await db.select({ n: count() }).from(logs).where(own);
      const { limit, offset } = windowOf(params);
      const rows = await db
        .select()
        .from(logs)
        .where(own)
        .orderBy(desc(logs.at), desc(logs.id))
        .limit(limit)
        .offset(offset);
      return pageOf(
        params,
        total?.n ?? 0,
        rows.map(({ at, ip, userAgent, success }) => ({ at: at.getTime(), ip, userAgent, success })),
      );
    },
  });
  app.route({
    ...contract(account.exportAll),
    handler: async ({ db, caller, now }) => {
      await services.audit.flush();
      return exportAccount(db, caller, now);
    },
  });
  app.route({
    ...contract(account.deleteAccount),
    handler: async (request) => {
      const { body, db, caller } = request;
      const [user] = await db.select().from(users).where(eq(users.id, caller.userId));
      if (user === undefined) throw notFound();
      if (user.passwordSet && !(await verifyPassword(user.passwordHash, body.password, 'known'))) {
        throw invalidField('password', 'api.field.passwordWrong');
      }
      await services.audit.flush();
      const deleted = await keepingAnAdministrator(db, (tx) => deleteAccounts(tx, [caller.userId]));
      await services.accountsDeleted(deleted);
      // The log must not name a deleted account.
      request.who = null;
      return null;
    },
  });
};
