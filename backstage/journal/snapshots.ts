import { promisify } from 'node:util';
import { deflate, deflateSync, inflateSync } from 'node:zlib';
import { z } from 'zod';
import {
  SNAPSHOT_VERSION,
  type Snapshot,
  type Streak,
  snapshotSchema,
  type Viewer,
} from '#shared/contract/snapshot.ts';
import type { Journal } from './journal.ts';

/** The fastest gzip level. It already saves nine tenths, and snapshots are short-lived. */
const LEVEL = { level: 1 };

const deflateAside = promisify<string, { level: number }, Buffer>(deflate);

/** Writes a snapshot synchronously, for a show that is being closed. */
export function writeSnapshot(journal: Journal, snapshot: Snapshot): void {
  store(journal, snapshot.seq, deflateSync(JSON.stringify(snapshot), LEVEL));
}

/** Compresses a snapshot asynchronously, so that a large show is not held up, and then writes it. */
export async function writeSnapshotAside(
  journal: Journal,
  snapshot: Snapshot,
  stillOpen: () => boolean,
): Promise<void> {
  const body = await deflateAside(JSON.stringify(snapshot), LEVEL);
  if (stillOpen()) store(journal, snapshot.seq, body);
}

function store(journal: Journal, seq: number, body: Buffer): void {
  journal.putSnapshotNow({ seq, version: SNAPSHOT_VERSION, body });
}

/** Reads the newest intact snapshot of the current version. Returns null if all inputs have to be folded. */
export function newestSnapshot(journal: Journal): Snapshot | null {
  for (const { body } of journal.snapshots(SNAPSHOT_VERSION)) {
    const snapshot = understand(JSON.parse(inflateSync(body).toString('utf8')));
    if (snapshot !== null) return snapshot;
  }
  return null;
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
const bulkSchema = snapshotSchema.extend({
  viewers: z.array(z.custom<Viewer>(isObject)),
  streaks: z.array(z.custom<Streak>(isObject)),
});

/**
 * Checks the shape of a snapshot by one viewer and one streak, so that a large show opens fast. The checksum has shown
 * that the bytes are those that were written.
 */
function understand(content: unknown): Snapshot | null {
  const bulk = bulkSchema.safeParse(content);
  if (!bulk.success) return null;
  const { viewers, streaks } = bulk.data;
  const sample = { ...bulk.data, viewers: viewers.slice(0, 1), streaks: streaks.slice(0, 1) };
  return snapshotSchema.safeParse(sample).success ? bulk.data : null;
}
