import { randomUUID } from 'node:crypto';
import { and, desc, eq, lte, sql } from 'drizzle-orm';
import { fingerprint } from '../accounts/secrets.ts';
import { conflict, notFound, Refusal } from '../api/errors.ts';
import type { Db } from '../database/open.ts';
import { showFigures, synced, users } from '../database/schema.ts';

export type SyncKind = 'preset' | 'show';
export type SyncRow = typeof synced.$inferSelect;

/** The figures of a show without its content; null for presets. */
export interface Figures {
  room: string;
  startedAt: Date;
  endedAt: Date;
  income: number;
  gifts: number;
  fans: number | null;
}

interface Saving {
  kind: SyncKind;
  userId: number;
  id: string;
  item: Record<string, unknown> & { name: string };
  figures: Figures | null;
  /** The revision that the change is based on; 0 for a new item. */
  baseRevision: number;
  /** The device's name, for the name of a conflict copy. */
  device: string;
  now: Date;
  timeZone: string;
  /** Maximum number of bytes of all presets of the account together. */
  presetBytes: number;
}

export interface Saved {
  outcome: 'saved' | 'unchanged' | 'conflict';
  current: SyncRow;
  copy: SyncRow | null;
}

/** Maximum number of items and bytes that one account may store. */
const MAX_ITEMS = { preset: 300, show: 3000 };
const MAX_BYTES = 64 * 1024 * 1024;
/**
 * Maximum number of tombstones of one kind, by which other devices learn of deletions. The oldest are removed first.
 */
const MAX_TOMBSTONES = 10_000;

/**
 * Saves an item of an account. If the server's revision is not `baseRevision`, the server's item stays and the sent
 * item is stored as a copy under a new name. A retry of the same item changes nothing.
 */
export async function saveItem(db: Db, saving: Saving): Promise<Saved> {
  return db.transaction(async (tx) => {
    const change = await nextChange(tx, saving.userId);
    const text = JSON.stringify(saving.item);
    const hash = fingerprint(text);
    const own = and(eq(synced.userId, saving.userId), eq(synced.kind, saving.kind));
    const [current] = await tx
      .select()
      .from(synced)
      .where(and(own, eq(synced.id, saving.id)));
    if (current !== undefined && !current.deleted) {
      if (current.hash === hash) return { outcome: 'unchanged', current, copy: null };
      if (current.revision !== saving.baseRevision) {
        const sent = and(own, eq(synced.copyOf, saving.id), eq(synced.hash, hash), eq(synced.deleted, false));
        const [known] = await tx.select().from(synced).where(sent);
        if (known !== undefined) return { outcome: 'conflict', current, copy: known };
        const copy = await store(tx, await copyOf(tx, saving), {
          change,
          hash,
          revision: 1,
          copyOf: saving.id,
        });
        return { outcome: 'conflict', current, copy };
      }
    }
    const revision = (current?.revision ?? 0) + 1;
    const row = await store(tx, saving, { change, hash, revision, copyOf: current?.copyOf ?? null });
    return { outcome: 'saved', current: row, copy: null };
  });
}

/** Deletes an item unless it has changed since `baseRevision`. Throws a Refusal if it does not exist. */
export async function removeItem(
  db: Db,
  item: { kind: SyncKind; userId: number; id: string; baseRevision: number | null; now: Date },
): Promise<'deleted' | 'kept'> {
  return db.transaction(async (tx) => {
    const change = await nextChange(tx, item.userId);
    const where = and(eq(synced.userId, item.userId), eq(synced.kind, item.kind), eq(synced.id, item.id));
    const [current] = await tx.select().from(synced).where(where);
    if (current === undefined) throw notFound();
    if (current.deleted) return 'deleted';
    if (item.baseRevision !== null && item.baseRevision !== current.revision) return 'kept';
    const tombstone = { deleted: true, item: null, bytes: 0, hash: '', name: '', updatedAt: item.now };
    await tx
      .update(synced)
      .set({ ...tombstone, change, revision: current.revision + 1 })
      .where(where);
    await deleteOldestTombstones(tx, item);
    if (item.kind === 'show') {
      await tx
        .delete(showFigures)
        .where(and(eq(showFigures.userId, item.userId), eq(showFigures.id, item.id)));
    }
    return 'deleted';
  });
}

async function deleteOldestTombstones(
  tx: Db,
  { userId, kind }: Pick<Saving, 'userId' | 'kind'>,
): Promise<void> {
  const tombstones = and(eq(synced.userId, userId), eq(synced.kind, kind), eq(synced.deleted, true));
  const newestToDelete = tx
    .select({ change: synced.change })
    .from(synced)
    .where(tombstones)
    .orderBy(desc(synced.change))
    .offset(MAX_TOMBSTONES)
    .limit(1);
  await tx.delete(synced).where(and(tombstones, lte(synced.change, newestToDelete)));
}

/**
 * Returns the account's next change number. The update locks the account's row, so changes are serialised and cursors
 * skip none.
 */
async function nextChange(tx: Db, userId: number): Promise<number> {
  const [row] = await tx
    .update(users)
    .set({ syncChange: sql`${users.syncChange} + 1` })
    .where(eq(users.id, userId))
    .returning({ change: users.syncChange });
  if (row === undefined) throw notFound();
  return row.change;
}

const MAX_LENGTH = 60;

/**
 * Returns the name of a conflict copy: the item's name with the device it came from and the device's local time. Adds
 * a number if the name is taken.
 */
export function copyName(
  name: string,
  { device, now, timeZone }: { device: string; now: Date; timeZone: string },
  taken: ReadonlySet<string>,
): string {
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(
    now,
  );
  const origin = [device.slice(0, 20).toWellFormed(), time].filter((part) => part !== '').join(' ');
  for (let number = 1; ; number += 1) {
    const suffix = ` (${origin}${number === 1 ? '' : ` ${number}`})`;
    const base = [...name].slice(0, Math.max(1, MAX_LENGTH - suffix.length)).join('');
    // The limit of a preset's name counts UTF-16 units, so some characters count twice.
    const fitting = base.slice(0, Math.max(1, MAX_LENGTH - suffix.length)).toWellFormed();
    const candidate = `${fitting}${suffix}`;
    if (!taken.has(candidate)) return candidate;
  }
}

async function copyOf(tx: Db, saving: Saving): Promise<Saving> {
  const own = and(eq(synced.userId, saving.userId), eq(synced.kind, saving.kind), eq(synced.deleted, false));
  const names = await tx.select({ name: synced.name }).from(synced).where(own);
  const name = copyName(saving.item.name, saving, new Set(names.map((row) => row.name)));
  const id = randomUUID();
  return { ...saving, id, item: { ...saving.item, id, name } };
}

async function store(
  tx: Db,
  { kind, userId, id, item, figures, now, presetBytes }: Saving,
  meta: { change: number; hash: string; revision: number; copyOf: string | null },
): Promise<SyncRow> {
  const bytes = Buffer.byteLength(JSON.stringify(item));
  if (kind === 'preset') await assertPresetBytes(tx, userId, { id, bytes, most: presetBytes });
  const values = { name: item.name, item, bytes, deleted: false, updatedAt: now, ...meta };
  const [row] = await tx
    .insert(synced)
    .values({ userId, kind, id, ...values })
    .onConflictDoUpdate({ target: [synced.userId, synced.kind, synced.id], set: values })
    .returning();
  if (row === undefined) throw new Error(`the ${kind} was not stored`);
  await assertWithinLimits(tx, userId, kind);
  if (figures !== null) {
    const counted = { ...figures, counted: meta.copyOf === null };
    await tx
      .insert(showFigures)
      .values({ userId, id, ...counted })
      .onConflictDoUpdate({ target: [showFigures.userId, showFigures.id], set: counted });
  }
  return row;
}

/** Throws a Refusal if the presets exceed their limit. A preset that becomes smaller is always accepted. */
async function assertPresetBytes(
  tx: Db,
  userId: number,
  { id, bytes, most }: { id: string; bytes: number; most: number },
): Promise<void> {
  const isThis = sql`${synced.id} = ${id}`;
  const [row] = await tx
    .select({
      others: sql<number>`coalesce(sum(${synced.bytes}) filter (where not ${isThis}), 0)::float8`,
      before: sql<number>`coalesce(sum(${synced.bytes}) filter (where ${isThis}), 0)::float8`,
    })
    .from(synced)
    .where(and(eq(synced.userId, userId), eq(synced.kind, 'preset'), eq(synced.deleted, false)));
  const { others = 0, before = 0 } = row ?? {};
  if (bytes <= before || others + bytes <= most) return;
  throw new Refusal(413, 'api.sync.presetsFull', { params: { limit: Math.round(most / 1024) } });
}

async function assertWithinLimits(tx: Db, userId: number, kind: SyncKind): Promise<void> {
  const live = and(eq(synced.userId, userId), eq(synced.deleted, false));
  if ((await tx.$count(synced, and(live, eq(synced.kind, kind)))) > MAX_ITEMS[kind]) {
    throw conflict('api.sync.tooMany');
  }
  const [row] = await tx
    .select({ bytes: sql<number>`coalesce(sum(${synced.bytes}), 0)::float8` })
    .from(synced)
    .where(live);
  if ((row?.bytes ?? 0) > MAX_BYTES) throw new Refusal(413, 'api.sync.full');
}
