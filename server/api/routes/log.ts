import { and, desc, eq, gte, inArray, lte } from 'drizzle-orm';
import { api } from '#shared/contract/api/index.ts';
import type { LogFilter } from '#shared/contract/api/log.ts';
import { csvText } from '#shared/csv.ts';
import type { Db } from '../../database/open.ts';
import { logs } from '../../database/schema.ts';
import { type ApiRoutes, contract } from '../contract.ts';
import { notFound } from '../errors.ts';
import { contains, orderOf, pageOf, searchIn, totalOf, windowOf } from '../lists.ts';

const MAX_EXPORTED = 50_000;

const sortable = {
  id: logs.id,
  at: logs.at,
  email: logs.email,
  action: logs.action,
  code: logs.code,
  durationMs: logs.durationMs,
};

/** The calls of the log screen. Each read first writes the pending entries. */
export const logRoutes: ApiRoutes = async (app, { services }) => {
  const { log } = api;
  app.route({
    ...contract(log.list),
    handler: async ({ params, query, db }) => {
      await services.audit.flush();
      const where = matching(query);
      const order = orderOf(query, sortable, { sort: 'at', order: 'desc' }, logs.id);
      const { limit, offset } = windowOf(params);
      const rows = await db
        .select()
        .from(logs)
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset);
      const total = await totalOf(params, rows.length, () => db.$count(logs, where));
      return pageOf(params, total, rows.map(toRow));
    },
  });
  app.route({
    ...contract(log.echo),
    handler: async ({ params, db }) => {
      const [row] = await db.select().from(logs).where(eq(logs.id, params.id));
      if (row === undefined) throw notFound();
      return toRow(row);
    },
  });
  app.route({
    ...contract(log.exportCsv),
    handler: async ({ query, db }, reply) => {
      await services.audit.flush();
      const order = [desc(logs.at), desc(logs.id)];
      const rows = await db
        .select()
        .from(logs)
        .where(matching(query))
        .orderBy(...order)
        .limit(MAX_EXPORTED);
      reply.header('content-disposition', 'attachment; filename="log.csv"');
      return csvText([columns, ...rows.map((row) => columns.map((name) => cell(row, name)))]);
    },
  });
  app.route({
    ...contract(log.remove, { message: 'api.deleted' }),
    handler: async ({ params, db }) => removeEntries(db, [params.id]),
  });
  app.route({
    ...contract(log.removeBatch, { message: 'api.deleted' }),
    handler: async ({ params, db }) => removeEntries(db, params.ids),
  });
};

const columns = [
  'id',
  'kind',
  'at',
  'email',
  'action',
  'target',
  'ip',
  'userAgent',
  'success',
  'code',
  'durationMs',
] as const;

function cell(row: typeof logs.$inferSelect, name: (typeof columns)[number]): string {
  const value = row[name];
  return value instanceof Date ? value.toISOString() : String(value);
}

function matching(filter: LogFilter) {
  return and(
    searchIn(filter.search, [logs.email, logs.action]),
    filter.kind === undefined ? undefined : eq(logs.kind, filter.kind),
    filter.email === undefined ? undefined : contains(logs.email, filter.email),
    filter.action === undefined ? undefined : contains(logs.action, filter.action),
    filter.ip === undefined ? undefined : contains(logs.ip, filter.ip),
    filter.success === undefined ? undefined : eq(logs.success, filter.success === 'true'),
    filter.from === undefined ? undefined : gte(logs.at, new Date(filter.from)),
    filter.to === undefined ? undefined : lte(logs.at, new Date(filter.to)),
  );
}

async function removeEntries(db: Db, ids: number[]): Promise<null> {
  await db.transaction(async (tx) => {
    const removed = await tx.delete(logs).where(inArray(logs.id, ids)).returning({ id: logs.id });
    if (removed.length < ids.length) throw notFound();
  });
  return null;
}

const toRow = (row: typeof logs.$inferSelect) => ({ ...row, at: row.at.getTime() });
