import { promisify } from 'node:util';
import { crc32, deflate, deflateSync, inflateSync } from 'node:zlib';
import { z } from 'zod';
import {
  SNAPSHOT_VERSION,
  type Snapshot,
  type Streak,
  snapshotSchema,
  type Viewer,
} from '#shared/contract/snapshot.ts';
import type { Journal } from './journal.ts';

const KEPT = 2;
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
  journal.transaction(() => {
    journal.db
      .prepare('INSERT OR REPLACE INTO snapshots (seq, version, body, sum) VALUES (?, ?, ?, ?)')
      .run(seq, SNAPSHOT_VERSION, body, crc32(body));
    journal.db
      .prepare('DELETE FROM snapshots WHERE seq NOT IN (SELECT seq FROM snapshots ORDER BY seq DESC LIMIT ?)')
      .run(KEPT);
  });
}

/** Reads the newest intact snapshot of the current version. Returns null if all inputs have to be folded. */
export function newestSnapshot(journal: Journal): Snapshot | null {
  const seqs = journal.db.prepare('SELECT seq FROM snapshots ORDER BY seq DESC').all();
  for (const { seq } of seqs) {
    const record = journal.db
      .prepare('SELECT version, body, sum FROM snapshots WHERE seq = ?')
      .get(Number(seq));
    if (record === undefined || record.version !== SNAPSHOT_VERSION) continue;
    const { body, sum } = record;
    if (!(body instanceof Uint8Array) || crc32(body) !== sum) continue;
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
