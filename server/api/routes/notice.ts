import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { api } from '#shared/contract/api/index.ts';
import type { Db } from '../../database/open.ts';
import { noticeReads, notices, users } from '../../database/schema.ts';
import { type ApiRoutes, contract } from '../contract.ts';
import { notFound } from '../errors.ts';
import { orderOf, pageOf, searchIn, totalOf, windowOf } from '../lists.ts';

const sortable = {
  id: notices.id,
  title: notices.title,
  status: notices.status,
  createdAt: notices.createdAt,
  publishedAt: notices.publishedAt,
};
const isPublished = eq(notices.status, 'published');

/** The calls of the notice screen, and the caller's own notices. */
export const noticeRoutes: ApiRoutes = async (app) => {
  const { notice } = api;
  app.route({
    ...contract(notice.list),
    handler: async ({ params, query, db }) => {
      const where = and(
        searchIn(query.search, [notices.title, notices.content]),
        query.status === undefined ? undefined : eq(notices.status, query.status),
      );
      const order = orderOf(query, sortable, { sort: 'id', order: 'desc' }, notices.id);
      const { limit, offset } = windowOf(params);
      const rows = await selectNotices(db)
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset);
      const total = await totalOf(params, rows.length, () => db.$count(notices, where));
      return pageOf(params, total, rows.map(toRow));
    },
  });
  app.route({
    ...contract(notice.mine),
    handler: async ({ params, db, caller }) => {
      const { limit, offset } = windowOf(params);
      const rows = await db
        .select({
          id: notices.id,
          title: notices.title,
          content: notices.content,
          severity: notices.severity,
          publishedAt: notices.publishedAt,
          readAt: noticeReads.readAt,
        })
        .from(notices)
        .leftJoin(
          noticeReads,
          and(eq(noticeReads.noticeId, notices.id), eq(noticeReads.userId, caller.userId)),
        )
        .where(isPublished)
        .orderBy(desc(notices.publishedAt), desc(notices.id))
        .limit(limit)
        .offset(offset);
      const total = await totalOf(params, rows.length, () => db.$count(notices, isPublished));
      return pageOf(
        params,
        total,
        rows.map(({ readAt, publishedAt, ...row }) => ({
          ...row,
          publishedAt: publishedAt?.getTime() ?? null,
          read: readAt !== null,
        })),
      );
    },
  });
  app.route({
    ...contract(notice.unread),
    handler: async ({ db, caller }) => ({
      count: await db.$count(notices, unreadBy(caller.userId)),
    }),
  });
  app.route({
    ...contract(notice.read),
    handler: async ({ params, db, caller, now }) => {
      const known = await db.$count(notices, and(eq(notices.id, params.id), isPublished));
      if (known === 0) throw notFound();
      const read = { noticeId: params.id, userId: caller.userId, readAt: now };
      await db.insert(noticeReads).values(read).onConflictDoNothing();
      return null;
    },
  });
  app.route({
    ...contract(notice.readAll),
    handler: async ({ db, caller, now }) => {
      const unread = await db.select({ id: notices.id }).from(notices).where(unreadBy(caller.userId));
      if (unread.length > 0) {
        const reads = unread.map(({ id }) => ({ noticeId: id, userId: caller.userId, readAt: now }));
        await db.insert(noticeReads).values(reads).onConflictDoNothing();
      }
      return null;
    },
  });
  app.route({
    ...contract(notice.echo),
    handler: async ({ params, db }) => {
      const [row] = await selectNotices(db).where(eq(notices.id, params.id));
      if (row === undefined) throw notFound();
      return toRow(row);
    },
  });
  app.route({
    ...contract(notice.add, { message: 'api.saved' }),
    handler: async ({ body, db, caller, now }) => {
      const [made] = await db
        .insert(notices)
        .values({ ...body, authorId: caller.userId, createdAt: now })
        .returning({ id: notices.id });
      if (made === undefined) throw new Error('the notice was not made');
      return made;
    },
  });
  app.route({
    ...contract(notice.update, { message: 'api.saved' }),
    handler: async ({ body, db }) => {
      const { id, ...change } = body;
      if ((await db.$count(notices, eq(notices.id, id))) === 0) throw notFound();
      if (Object.values(change).some((value) => value !== undefined)) {
        await db.update(notices).set(change).where(eq(notices.id, id));
      }
      return null;
    },
  });
  app.route({
    ...contract(notice.updateStatus, { message: 'api.saved' }),
    handler: async ({ params, db, now }) => ({ status: await toggle(db, params.id, now) }),
  });
  app.route({
    ...contract(notice.remove, { message: 'api.deleted' }),
    handler: async ({ params, db }) => removeNotices(db, [params.id]),
  });
  app.route({
    ...contract(notice.removeBatch, { message: 'api.deleted' }),
    handler: async ({ params, db }) => removeNotices(db, params.ids),
  });
};

/** Publishes a draft as unread, or withdraws a published notice. */
async function toggle(db: Db, id: number, now: Date): Promise<'draft' | 'published'> {
  return db.transaction(async (tx) => {
    const [found] = await tx.select().from(notices).where(eq(notices.id, id)).for('update');
    if (found === undefined) throw notFound();
    const status = found.status === 'draft' ? 'published' : 'draft';
    const publishedAt = status === 'published' ? now : null;
    await tx.update(notices).set({ status, publishedAt }).where(eq(notices.id, id));
    if (status === 'published') await tx.delete(noticeReads).where(eq(noticeReads.noticeId, id));
    return status;
  });
}

async function removeNotices(db: Db, ids: number[]): Promise<null> {
  await db.transaction(async (tx) => {
    const removed = await tx.delete(notices).where(inArray(notices.id, ids)).returning({ id: notices.id });
    if (removed.length < ids.length) throw notFound();
  });
  return null;
}

const unreadBy = (userId: number) =>
  and(
    isPublished,
    sql`not exists (select 1 from notice_reads nr where nr.notice_id = notices.id and nr.user_id = ${userId})`,
  );

const selectNotices = (db: Db) =>
  db
    .select({
      notice: notices,
      author: users.username,
      readers: sql<number>`(select count(*)::int from notice_reads nr where nr.notice_id = notices.id)`,
    })
    .from(notices)
    .leftJoin(users, eq(users.id, notices.authorId));

interface NoticeRow {
  notice: typeof notices.$inferSelect;
  author: string | null;
  readers: number;
}

const toRow = ({ notice: { authorId: _authorId, ...notice }, author, readers }: NoticeRow) => ({
  ...notice,
  createdAt: notice.createdAt.getTime(),
  publishedAt: notice.publishedAt?.getTime() ?? null,
  author: author ?? '',
  readers,
});
