import { and, desc, eq, inArray } from 'drizzle-orm';
import { api } from '#shared/contract/api/index.ts';
import type { Db } from '../../database/open.ts';
import { versions } from '../../database/schema.ts';
import { type ApiRoutes, contract } from '../contract.ts';
import { conflict, notFound } from '../errors.ts';
import { orderOf, pageOf, searchIn, totalOf, windowOf } from '../lists.ts';

const sortable = {
  id: versions.id,
  platform: versions.platform,
  version: versions.version,
  createdAt: versions.createdAt,
  publishedAt: versions.publishedAt,
};

/** The calls about versions of the app. */
export const versionRoutes: ApiRoutes = async (app) => {
  const { version } = api;
  app.route({
    ...contract(version.latest),
    handler: async ({ db }) => {
      const rows = await db
        .selectDistinctOn([versions.platform])
        .from(versions)
        .where(eq(versions.status, 'published'))
        .orderBy(versions.platform, desc(versions.publishedAt), desc(versions.id));
      return rows.map(toRow).map(({ platform, version: name, url, notes, publishedAt }) => ({
        platform,
        version: name,
        url,
        notes,
        publishedAt,
      }));
    },
  });
  app.route({
    ...contract(version.list),
    handler: async ({ params, query, db }) => {
      const where = and(
        searchIn(query.search, [versions.version, versions.notes]),
        query.platform === undefined ? undefined : eq(versions.platform, query.platform),
      );
      const order = orderOf(query, sortable, { sort: 'id', order: 'desc' }, versions.id);
      const { limit, offset } = windowOf(params);
      const rows = await db
        .select()
        .from(versions)
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset);
      const total = await totalOf(params, rows.length, () => db.$count(versions, where));
      return pageOf(params, total, rows.map(toRow));
    },
  });
  app.route({
    ...contract(version.echo),
    handler: async ({ params, db }) => toRow(await findVersion(db, params.id)),
  });
  app.route({
    ...contract(version.add, { message: 'api.saved' }),
    handler: async ({ body, db, now }) => {
      await assertFree(db, body.platform, body.version);
      const [made] = await db
        .insert(versions)
        .values({ ...body, createdAt: now })
        .returning({ id: versions.id });
      if (made === undefined) throw new Error('the version was not made');
      return made;
    },
  });
  app.route({
    ...contract(version.update, { message: 'api.saved' }),
    handler: async ({ body, db }) => {
      const { id, ...change } = body;
      const found = await findVersion(db, id);
      const next = {
        platform: change.platform ?? found.platform,
        version: change.version ?? found.version,
      };
      if (next.platform !== found.platform || next.version !== found.version) {
        await assertFree(db, next.platform, next.version);
      }
      if (Object.values(change).some((value) => value !== undefined)) {
        await db.update(versions).set(change).where(eq(versions.id, id));
      }
      return null;
    },
  });
  app.route({
    ...contract(version.updateStatus, { message: 'api.saved' }),
    handler: async ({ params, db, now }) => {
      const found = await findVersion(db, params.id);
      const status = found.status === 'draft' ? ('published' as const) : ('draft' as const);
      const publishedAt = status === 'published' ? now : null;
      await db.update(versions).set({ status, publishedAt }).where(eq(versions.id, params.id));
      return { status };
    },
  });
  app.route({
    ...contract(version.remove, { message: 'api.deleted' }),
    handler: async ({ params, db }) => removeVersions(db, [params.id]),
  });
  app.route({
    ...contract(version.removeBatch, { message: 'api.deleted' }),
    handler: async ({ params, db }) => removeVersions(db, params.ids),
  });
};

async function findVersion(db: Db, id: number) {
  const [found] = await db.select().from(versions).where(eq(versions.id, id));
  if (found === undefined) throw notFound();
  return found;
}

async function assertFree(db: Db, platform: typeof versions.$inferSelect.platform, version: string) {
  const same = and(eq(versions.platform, platform), eq(versions.version, version));
  if ((await db.$count(versions, same)) > 0) throw conflict('api.version.taken');
}

async function removeVersions(db: Db, ids: number[]): Promise<null> {
  await db.transaction(async (tx) => {
    const removed = await tx.delete(versions).where(inArray(versions.id, ids)).returning({ id: versions.id });
    if (removed.length < ids.length) throw notFound();
  });
  return null;
}

const toRow = (row: typeof versions.$inferSelect) => ({
  ...row,
  createdAt: row.createdAt.getTime(),
  publishedAt: row.publishedAt?.getTime() ?? null,
});
