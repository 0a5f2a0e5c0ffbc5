import { and, eq, inArray, sql } from 'drizzle-orm';
import { api } from '#shared/contract/api/index.ts';
import type { MenuRow } from '#shared/contract/api/menu.ts';
import { screensOf, toTree } from '../../accounts/menuTree.ts';
import { type Caller, withAncestors, withDescendants } from '../../accounts/roles.ts';
import type { Db } from '../../database/open.ts';
import { menus } from '../../database/schema.ts';
import { type ApiRoutes, contract } from '../contract.ts';
import { conflict, forbidden, notFound } from '../errors.ts';
import { searchTitled } from '../lists.ts';

const searched = {
  columns: [menus.name, menus.title, menus.path],
  title: menus.title,
  kinds: ['api.menu.', 'api.permission.'],
};

/** The calls of the menu management screen, and the caller's own menu. */
export const menuRoutes: ApiRoutes = async (app) => {
  const { menu } = api;
  app.route({
    ...contract(menu.tree),
    handler: async ({ query, db, language }) => {
      const where = searchTitled(query.search, searched, language);
      if (where === undefined) return toTree(await db.select().from(menus));
      const found = await db.select({ id: menus.id }).from(menus).where(where);
      const ids = await withAncestors(
        db,
        found.map((row) => row.id),
      );
      return ids.length === 0 ? [] : toTree(await db.select().from(menus).where(inArray(menus.id, ids)));
    },
  });
  app.route({
    ...contract(menu.choose),
    handler: async ({ db }) => toTree(await db.select().from(menus)),
  });
  app.route({
    ...contract(menu.mine),
    handler: async ({ db, caller }) => toTree(await screensOf(db, caller)),
  });
  app.route({
    ...contract(menu.echo),
    handler: async ({ params, db }) => findMenu(db, params.id),
  });
  app.route({
    ...contract(menu.add, { message: 'api.saved' }),
    handler: async ({ body, db, caller }) => {
      if (body.kind === 'permission') assertAdministrator(caller);
      await assertParent(db, body.parentId);
      if ((await db.$count(menus, eq(menus.name, body.name))) > 0) throw conflict('api.menu.taken');
      const [made] = await db.insert(menus).values(body).returning({ id: menus.id });
      if (made === undefined) throw new Error('the menu was not made');
      return made;
    },
  });
  app.route({
    ...contract(menu.update, { message: 'api.saved' }),
    handler: async ({ body, db, caller }) => {
      const { id, ...change } = body;
      const found = await findMenu(db, id);
      if (found.kind === 'permission' || change.kind === 'permission') assertAdministrator(caller);
      if (change.name !== undefined && change.name !== found.name) {
        if ((await db.$count(menus, eq(menus.name, change.name))) > 0) throw conflict('api.menu.taken');
      }
      if (change.parentId !== undefined && change.parentId !== null) {
        await assertParent(db, change.parentId);
        if ((await withDescendants(db, id)).includes(change.parentId)) throw conflict('api.menu.loop');
      }
      if (Object.values(change).some((value) => value !== undefined)) {
        await db.update(menus).set(change).where(eq(menus.id, id));
      }
      return null;
    },
  });
  app.route({
    ...contract(menu.updateStatus, { message: 'api.saved' }),
    handler: async ({ params, db, caller }) => {
      const found = await findMenu(db, params.id);
      const ids = await withDescendants(db, params.id);
      await assertNoPermission(db, caller, ids);
      const status = found.status === 'enabled' ? ('disabled' as const) : ('enabled' as const);
      await db.update(menus).set({ status }).where(inArray(menus.id, ids));
      return { status };
    },
  });
  app.route({
    ...contract(menu.remove, { message: 'api.deleted' }),
    handler: async ({ params, db, caller }) => removeMenus(db, caller, [params.id]),
  });
  app.route({
    ...contract(menu.removeBatch, { message: 'api.deleted' }),
    handler: async ({ params, db, caller }) => removeMenus(db, caller, params.ids),
  });
};

async function findMenu(db: Db, id: number): Promise<MenuRow> {
  const [found] = await db.select().from(menus).where(eq(menus.id, id));
  if (found === undefined) throw notFound();
  return found;
}

/** Throws a Refusal for all others: renaming a permission could give the caller any right. */
function assertAdministrator(caller: Caller): void {
  if (!caller.isAdministrator) throw forbidden('api.aboveYou');
}

async function assertNoPermission(db: Db, caller: Caller, ids: readonly number[]): Promise<void> {
  if (caller.isAdministrator) return;
  const touched = await db.$count(menus, and(inArray(menus.id, [...ids]), eq(menus.kind, 'permission')));
  if (touched > 0) throw forbidden('api.aboveYou');
}

async function assertParent(db: Db, parentId: number | null): Promise<void> {
  if (parentId === null) return;
  const parent = await findMenu(db, parentId);
  if (parent.kind !== 'route') throw conflict('api.menu.parent');
}

async function removeMenus(db: Db, caller: Caller, ids: readonly number[]): Promise<null> {
  await assertNoPermission(db, caller, ids);
  await db.transaction(async (tx) => {
    const among = inArray(menus.id, [...ids]);
    if ((await tx.$count(menus, among)) < ids.length) throw notFound();
    const below = and(inArray(menus.parentId, [...ids]), sql`not ${among}`);
    if ((await tx.$count(menus, below)) > 0) throw conflict('api.menu.notEmpty');
    await tx.update(menus).set({ parentId: null }).where(among);
    await tx.delete(menus).where(among);
  });
  return null;
}
