import { and, eq, inArray, sql } from 'drizzle-orm';
import { api } from '#shared/contract/api/index.ts';
import type { Db } from '../../database/open.ts';
import { dicts } from '../../database/schema.ts';
import { type ApiRoutes, contract } from '../contract.ts';
import { conflict, notFound } from '../errors.ts';
import { orderOf, pageOf, searchIn, totalOf, windowOf } from '../lists.ts';

const sortable = {
  id: dicts.id,
  name: dicts.name,
  title: dicts.title,
  status: dicts.status,
  createdAt: dicts.createdAt,
};

/** The calls of the dictionary screen. */
export const dictRoutes: ApiRoutes = async (app) => {
  const { dict } = api;
  app.route({
    ...contract(dict.list),
    handler: async ({ params, query, db }) => {
      const where = and(
        searchIn(query.search, [dicts.name, dicts.title]),
        query.status === undefined ? undefined : eq(dicts.status, query.status),
      );
      const order = orderOf(query, sortable, { sort: 'id', order: 'asc' }, dicts.id);
      const { limit, offset } = windowOf(params);
      const rows = await selectDicts(db)
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset);
      const total = await totalOf(params, rows.length, () => db.$count(dicts, where));
      return pageOf(params, total, rows.map(toRow));
    },
  });
  app.route({
    ...contract(dict.echo),
    handler: async ({ params, db }) => {
      const [row] = await selectDicts(db).where(eq(dicts.id, params.id));
      if (row === undefined) throw notFound();
      return toRow(row);
    },
  });
  app.route({
    ...contract(dict.add, { message: 'api.saved' }),
    handler: async ({ body, db }) => {
      if ((await db.$count(dicts, eq(dicts.name, body.name))) > 0) throw conflict('api.dict.taken');
      const [made] = await db.insert(dicts).values(body).returning({ id: dicts.id });
      if (made === undefined) throw new Error('the dictionary was not made');
      return made;
    },
  });
  app.route({
    ...contract(dict.update, { message: 'api.saved' }),
    handler: async ({ body, db }) => {
      const { id, ...change } = body;
      const [found] = await db.select().from(dicts).where(eq(dicts.id, id));
      if (found === undefined) throw notFound();
      if (change.name !== undefined && change.name !== found.name) {
        if ((await db.$count(dicts, eq(dicts.name, change.name))) > 0) throw conflict('api.dict.taken');
      }
      if (Object.values(change).some((value) => value !== undefined)) {
        await db.update(dicts).set(change).where(eq(dicts.id, id));
      }
      return null;
    },
  });
  app.route({
    ...contract(dict.updateStatus, { message: 'api.saved' }),
    handler: async ({ params, db }) => {
      const [changed] = await db
        .update(dicts)
        .set({ status: sql`case ${dicts.status} when 'enabled' then 'disabled' else 'enabled' end` })
        .where(eq(dicts.id, params.id))
        .returning({ status: dicts.status });
      if (changed === undefined) throw notFound();
      return changed;
    },
  });
  app.route({
    ...contract(dict.remove, { message: 'api.deleted' }),
    handler: async ({ params, db }) => removeDicts(db, [params.id]),
  });
  app.route({
    ...contract(dict.removeBatch, { message: 'api.deleted' }),
    handler: async ({ params, db }) => removeDicts(db, params.ids),
  });
};

async function removeDicts(db: Db, ids: number[]): Promise<null> {
  await db.transaction(async (tx) => {
    const removed = await tx.delete(dicts).where(inArray(dicts.id, ids)).returning({ id: dicts.id });
    if (removed.length < ids.length) throw notFound();
  });
  return null;
}

const selectDicts = (db: Db) =>
  db
    .select({
      dict: dicts,
      entries: sql<number>`(select count(*)::int from dict_data d where d.dict_id = dicts.id)`,
    })
    .from(dicts);

const toRow = ({ dict, entries }: { dict: typeof dicts.$inferSelect; entries: number }) => ({
  ...dict,
  createdAt: dict.createdAt.getTime(),
  entries,
});
