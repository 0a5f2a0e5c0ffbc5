import { and, asc, eq, gt } from 'drizzle-orm';
import { api } from '#shared/contract/api/index.ts';
import type { Show } from '#shared/contract/api/sync.ts';
import type { Preset } from '#shared/contract/preset.ts';
import type { Db } from '../../database/open.ts';
import { showFigures, synced } from '../../database/schema/index.ts';
import {
  type Figures,
  removeItem,
  type Saved,
  type SyncKind,
  type SyncRow,
  saveItem,
} from '../../sync/save.ts';
import type { SignedInContext } from '../context.ts';
import { type BoundCall, guarded } from '../handlers.ts';
import { orderOf, pageOf, searchIn, totalOf, windowOf } from '../lists.ts';
import { invalidField, notFound } from '../refusal.ts';
import type { Services } from '../services.ts';

const CHANGES_AT_ONCE = 20;
const DAY_MS = 86_400_000;

/** The calls of what an account syncs. Every query names the account: another's id finds nothing. */
export function syncHandlers(services: Services): BoundCall[] {
  const { preset, show } = api;
  return [
    guarded(preset.list, async ({ params, query }, { db, caller }) => {
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
    }),
    guarded(show.list, async ({ params, query }, { db, caller }) => {
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
    }),
    guarded(preset.echo, async ({ params }, context) =>
      withItem(await findOwn('preset', params.id, context)),
    ),
    guarded(show.echo, async ({ params }, context) => withItem(await findOwn('show', params.id, context))),
    guarded(preset.changes, async ({ params }, { db, caller }) =>
      changesSince(db, 'preset', caller.userId, params.since),
    ),
    guarded(show.changes, async ({ params }, { db, caller }) =>
      changesSince(db, 'show', caller.userId, params.since),
    ),
    guarded(
      preset.save,
      async ({ params, body }, context) => {
        const item = { ...body.item, id: params.id };
        const saved = await save(services, { kind: 'preset', item, figures: null }, body, context);
        return answerSaved(saved);
      },
      'api.saved',
    ),
    guarded(
      show.save,
      async ({ params, body }, context) => {
        const { item } = body;
        // What would be swept away at once is not taken in: its time of keeping is over.
        if (item.endedAt < context.now.getTime() - services.showDays * DAY_MS) {
          throw invalidField('item.endedAt', 'api.show.tooOld');
        }
        if (item.endedAt > context.now.getTime() + DAY_MS) {
          throw invalidField('item.endedAt', 'api.show.inFuture');
        }
        const show = { ...item, id: params.id };
        const saved = await save(
          services,
          { kind: 'show', item: show, figures: figuresIn(item) },
          body,
          context,
        );
        return answerSaved(saved);
      },
      'api.saved',
    ),
    guarded(preset.remove, async ({ params, query }, context) => remove('preset', params.id, query, context)),
    guarded(show.remove, async ({ params, query }, context) => remove('show', params.id, query, context)),
  ];
}

const own = (kind: SyncKind, userId: number) => and(eq(synced.userId, userId), eq(synced.kind, kind));

const ownWhere = (kind: SyncKind, userId: number, search: string | undefined) =>
  and(own(kind, userId), eq(synced.deleted, false), searchIn(search, [synced.name]));

async function findOwn(kind: SyncKind, id: string, { db, caller }: SignedInContext): Promise<SyncRow> {
  const where = and(own(kind, caller.userId), eq(synced.id, id), eq(synced.deleted, false));
  const [row] = await db.select().from(synced).where(where);
  if (row === undefined) throw notFound();
  return row;
}

function save(
  { presetBytes }: Services,
  { kind, item, figures }: { kind: SyncKind; item: Preset | Show; figures: Figures | null },
  { baseRevision, device }: { baseRevision: number; device: string },
  { db, caller, now, timeZone }: SignedInContext,
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
  { db, caller, now }: SignedInContext,
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

/** What lists show; the item itself may be large. */
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
