import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import { api } from '#shared/contract/api/index.ts';
import type { Db } from '../../database/open.ts';
import { dictData, dicts } from '../../database/schema.ts';
import { type ApiRoutes, contract } from '../contract.ts';
import { conflict, notFound } from '../errors.ts';
import { orderOf, pageOf, searchIn, totalOf, windowOf } from '../lists.ts';

const sortable = {
  id: dictData.id,
  value: dictData.value,
  sort: dictData.sort,
  status: dictData.status,
  createdAt: dictData.createdAt,
};

/** The calls of the dictionary data screen, and the entries for forms. */
export const dictDataRoutes: ApiRoutes = async (app) => {
  const calls = api.dictData;
  app.route({
    ...contract(calls.list),
    handler: async ({ params, query, db }) => {
      const where = and(
        query.dictId === undefined ? undefined : eq(dictData.dictId, query.dictId),
        query.status === undefined ? undefined : eq(dictData.status, query.status),
        searchEntries(query.search),
      );
      const order = orderOf(query, sortable, { sort: 'sort', order: 'asc' }, dictData.id);
      const { limit, offset } = windowOf(params);
      const rows = await db
        .select()
        .from(dictData)
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset);
      const total = await totalOf(params, rows.length, () => db.$count(dictData, where));
      return pageOf(params, total, rows.map(toRow));
    },
  });
  app.route({
    ...contract(calls.of),
    handler: async ({ params, db, language }) => {
      const [dict] = await db
        .select({ id: dicts.id })
        .from(dicts)
        .where(and(eq(dicts.name, params.name), eq(dicts.status, 'enabled')));
      if (dict === undefined) throw notFound();
      const rows = await db
        .select()
        .from(dictData)
        .where(and(eq(dictData.dictId, dict.id), eq(dictData.status, 'enabled')))
        .orderBy(asc(dictData.sort), asc(dictData.id));
      return rows.map(({ value, labels }) => ({ value, label: labels[language] || value }));
    },
  });
  app.route({
    ...contract(calls.echo),
    handler: async ({ params, db }) => toRow(await findEntry(db, params.id)),
  });
  app.route({
    ...contract(calls.add, { message: 'api.saved' }),
    handler: async ({ body, db }) => {
      if ((await db.$count(dicts, eq(dicts.id, body.dictId))) === 0) throw notFound();
      await assertFree(db, body.dictId, body.value);
      const [made] = await db.insert(dictData).values(body).returning({ id: dictData.id });
      if (made === undefined) throw new Error('the entry was not made');
      return made;
    },
  });
  app.route({
    ...contract(calls.update, { message: 'api.saved' }),
    handler: async ({ body, db }) => {
      const { id, ...change } = body;
      const found = await findEntry(db, id);
      if (change.value !== undefined && change.value !== found.value) {
        await assertFree(db, found.dictId, change.value);
      }
      if (Object.values(change).some((value) => value !== undefined)) {
        await db.update(dictData).set(change).where(eq(dictData.id, id));
      }
      return null;
    },
  });
  app.route({
    ...contract(calls.updateStatus, { message: 'api.saved' }),
    handler: async ({ params, db }) => {
      const [changed] = await db
        .update(dictData)
        .set({ status: sql`case ${dictData.status} when 'enabled' then 'disabled' else 'enabled' end` })
        .where(eq(dictData.id, params.id))
        .returning({ status: dictData.status });
      if (changed === undefined) throw notFound();
      return changed;
    },
  });
  app.route({
    ...contract(calls.remove, { message: 'api.deleted' }),
    handler: async ({ params, db }) => removeEntries(db, [params.id]),
  });
  app.route({
    ...contract(calls.removeBatch, { message: 'api.deleted' }),
    handler: async ({ params, db }) => removeEntries(db, params.ids),
  });
};

async function findEntry(db: Db, id: number) {
  const [found] = await db.select().from(dictData).where(eq(dictData.id, id));
  if (found === undefined) throw notFound();
  return found;
}

async function assertFree(db: Db, dictId: number, value: string): Promise<void> {
  const same = and(eq(dictData.dictId, dictId), eq(dictData.value, value));
  if ((await db.$count(dictData, same)) > 0) throw conflict('api.dict.valueTaken');
}

async function removeEntries(db: Db, ids: number[]): Promise<null> {
  await db.transaction(async (tx) => {
    const removed = await tx.delete(dictData).where(inArray(dictData.id, ids)).returning({ id: dictData.id });
    if (removed.length < ids.length) throw notFound();
  });
  return null;
}

/** Searches the values and labels of entries, but not the language codes of the labels. */
function searchEntries(text: string | undefined) {
  const inValue = searchIn(text, [dictData.value]);
  if (text === undefined || inValue === undefined) return undefined;
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return or(
    inValue,
    sql`exists (select 1 from jsonb_each_text(${dictData.labels}) l where l.value ilike ${pattern})`,
  );
}

const toRow = (row: typeof dictData.$inferSelect) => ({ ...row, createdAt: row.createdAt.getTime() });
