import { and, asc, eq, gt } from 'drizzle-orm';
import { api } from '#shared/contract/api/index.ts';
import type { Show } from '#shared/contract/api/sync.ts';
import type { Preset } from '#shared/contract/preset.ts';
import type { Db } from '../../database/open.ts';
import { showFigures, synced } from '../../database/schema.ts';
import {
  type Figures,
  removeItem,
  type Saved,
  type SyncKind,
  type SyncRow,
  saveItem,
} from '../../sync/save.ts';
import type { CallContext, Services } from '../context.ts';
import { type ApiRoutes, contract } from '../contract.ts';
import { invalidField, notFound } from '../errors.ts';
import { orderOf, pageOf, searchIn, totalOf, windowOf } from '../lists.ts';

const CHANGES_AT_ONCE = 20;
const DAY_MS = 86_400_000;

/** The calls for synced items. Every query filters by the account, so ids of others find nothing. */
export const syncRoutes: ApiRoutes = async (app, { services }) => {
  const { preset, show } = api;
  app.route({
    ...contract(preset.list),
    handler: async ({ params, query, db, caller }) => {
      const where = ownWhere('preset', caller.userId, query.search);
      const columns = { name: synced.name, updatedAt: synced.updatedAt };
      const order = orderOf(query, columns, { sort: 'name', order: 'asc' }, synced.id);
      const { limit, offset } = windowOf(params);
      const rows = await db
        .select(metaColumns)
        .from(synced)
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset);
      const total = await totalOf(params, rows.length, () => db.$count(synced, where));
      return pageOf(params, total, rows.map(metaOf));
    },
  });
  app.route({
    ...contract(show.list),
    handler: async ({ params, query, db, caller }) => {
      const where = ownWhere('show', caller.userId, query.search);
      const columns = { name: synced.name, updatedAt: synced.updatedAt, startedAt: showFigures.startedAt };
      const order = orderOf(query, columns, { sort: 'startedAt', order: 'desc' }, synced.id);
      const { limit, offset } = windowOf(params);
      const rows = await db
        .select({ row: metaColumns, figures: showFigures })
        .from(synced)
        .innerJoin(showFigures, and(eq(showFigures.userId, synced.userId), eq(showFigures.id, synced.id)))
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset);
      const total = await totalOf(params, rows.length, () => db.$count(synced, where));
      return pageOf(
        params,
        total,
        rows.map(({ row, figures }) => ({ ...metaOf(row), ...figuresOf(figures) })),
      );
    },
  });
  app.route({
    ...contract(preset.echo),
    handler: async (request) => withItem(await findOwn('preset', request.params.id, request)),
  });
  app.route({
    ...contract(show.echo),
    handler: async (request) => withItem(await findOwn('show', request.params.id, request)),
  });
  app.route({
    ...contract(preset.changes),
    handler: async ({ params, db, caller }) => changesSince(db, 'preset', caller.userId, params.since),
  });
  app.route({
    ...contract(show.changes),
    handler: async ({ params, db, caller }) => changesSince(db, 'show', caller.userId, params.since),
  });
  app.route({
    ...contract(preset.save, { message: 'api.saved' }),
    handler: async (request) => {
      const { params, body } = request;
      const item = { ...body.item, id: params.id };
      const saved = await save(services, { kind: 'preset', item, figures: null }, body, request);
      return answerSaved(saved);
    },
  });
  app.route({
    ...contract(show.save, { message: 'api.saved' }),
    handler: async (request) => {
      const { params, body } = request;
      const { item } = body;
      // Refuse a show whose retention time is already over: the next sweep would delete it.
      if (item.endedAt < request.now.getTime() - services.showDays * DAY_MS) {
        throw invalidField('item.endedAt', 'api.show.tooOld');
      }
      if (item.endedAt > request.now.getTime() + DAY_MS) {
        throw invalidField('item.endedAt', 'api.show.inFuture');
      }
      const saved = await save(
        services,
        { kind: 'show', item: { ...item, id: params.id }, figures: figuresIn(item) },
        body,
        request,
      );
      return answerSaved(saved);
    },
  });
  app.route({
    ...contract(preset.remove),
    handler: async (request) => remove('preset', request.params.id, request.query, request),
  });
  app.route({
    ...contract(show.remove),
    handler: async (request) => remove('show', request.params.id, request.query, request),
  });
};

const own = (kind: SyncKind, userId: number) => and(eq(synced.userId, userId), eq(synced.kind, kind));

const ownWhere = (kind: SyncKind, userId: number, search: string | undefined) =>
  and(own(kind, userId), eq(synced.deleted, false), searchIn(search, [synced.name]));

async function findOwn(kind: SyncKind, id: string, { db, caller }: CallContext): Promise<SyncRow> {
  const where = and(own(kind, caller.userId), eq(synced.id, id), eq(synced.deleted, false));
  const [row] = await db.select().from(synced).where(where);
  if (row === undefined) throw notFound();
  return row;
}

function save(
  { presetBytes }: Services,
  { kind, item, figures }: { kind: SyncKind; item: Preset | Show; figures: Figures | null },
  { baseRevision, device }: { baseRevision: number; device: string },
  { db, caller, now, timeZone }: CallContext,
) {
  const { userId } = caller;
  const stored = { ...item };
  return saveItem(db, {
    kind,
    userId,
    id: item.id,
    item: stored,
    figures,
    baseRevision,
    device,
    now,
    timeZone,
    presetBytes,
  });
}

async function remove(
  kind: SyncKind,
  id: string,
  { baseRevision }: { baseRevision?: number | undefined },
  { db, caller, now }: CallContext,
) {
  const { userId } = caller;
  return { outcome: await removeItem(db, { kind, userId, id, baseRevision: baseRevision ?? null, now }) };
}

async function changesSince(db: Db, kind: SyncKind, userId: number, since: number) {
  const rows = await db
    .select()
    .from(synced)
    .where(and(own(kind, userId), gt(synced.change, since)))
    .orderBy(asc(synced.change))
    .limit(CHANGES_AT_ONCE + 1);
  const page = rows.slice(0, CHANGES_AT_ONCE);
  return {
    changes: page.map((row) => ({
      ...metaOf(row),
      deleted: row.deleted,
      item: row.item,
    })),
    next: page.at(-1)?.change ?? since,
    more: rows.length > CHANGES_AT_ONCE,
  };
}

const answerSaved = ({ outcome, current, copy }: Saved) => ({
  outcome,
  current: withItem(current),
  copy: copy === null ? null : withItem(copy),
});

/** The columns for lists. They leave out the item, which may be large. */
const metaColumns = {
  id: synced.id,
  name: synced.name,
  revision: synced.revision,
  updatedAt: synced.updatedAt,
  copyOf: synced.copyOf,
};

const metaOf = ({ id, name, revision, updatedAt, copyOf }: Pick<SyncRow, keyof typeof metaColumns>) => ({
  id,
  name,
  revision,
  updatedAt: updatedAt.getTime(),
  copyOf,
});

const withItem = (row: SyncRow) => ({ ...metaOf(row), item: row.item ?? {} });

const figuresIn = (item: Show): Figures => ({
  room: item.room.username.toLowerCase(),
  startedAt: new Date(item.startedAt),
  endedAt: new Date(item.endedAt),
  income: item.income,
  gifts: item.gifts,
  fans: item.fans,
});

const figuresOf = ({ room, startedAt, endedAt, income, gifts, fans }: typeof showFigures.$inferSelect) => ({
  room,
  startedAt: startedAt.getTime(),
  endedAt: endedAt.getTime(),
  income,
  gifts,
  fans,
});
