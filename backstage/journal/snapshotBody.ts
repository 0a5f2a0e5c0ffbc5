import { promisify } from 'node:util';
import { deflate, deflateSync, inflateSync } from 'node:zlib';
import { z } from 'zod';
import { type Snapshot, type Streak, snapshotSchema, type Viewer } from '#shared/contract/snapshot.ts';

/** The fastest gzip level. It already saves nine tenths, and snapshots are short-lived. */
const LEVEL = { level: 1 };

const deflateAside = promisify<string, { level: number }, Buffer>(deflate);

export const deflateSnapshot = (snapshot: Snapshot): Buffer => deflateSync(JSON.stringify(snapshot), LEVEL);

/** Compresses asynchronously, so that a large show is not held up. */
export const deflateSnapshotAside = (snapshot: Snapshot): Promise<Buffer> =>
  deflateAside(JSON.stringify(snapshot), LEVEL);

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
const bulkSchema = snapshotSchema.extend({
  viewers: z.array(z.custom<Viewer>(isObject)),
  streaks: z.array(z.custom<Streak>(isObject)),
});

/**
 * Reads a snapshot; null if its shape is not that of this version. Checks the shape by one viewer and one streak, so that
 * a large show opens fast. A checksum has shown that the bytes are those that were written.
 */
export function inflateSnapshot(body: Uint8Array): Snapshot | null {
  const bulk = bulkSchema.safeParse(JSON.parse(inflateSync(body).toString('utf8')));
  if (!bulk.success) return null;
  const { viewers, streaks } = bulk.data;
  const sample = { ...bulk.data, viewers: viewers.slice(0, 1), streaks: streaks.slice(0, 1) };
  return snapshotSchema.safeParse(sample).success ? bulk.data : null;
}
