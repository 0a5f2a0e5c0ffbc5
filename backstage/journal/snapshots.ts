import { promisify } from 'node:util';
import { crc32, deflate, deflateSync, inflateSync } from 'node:zlib';
import { SNAPSHOT_VERSION, type Snapshot, snapshotSchema } from '#shared/contract/snapshot.ts';
import type { Journal } from './journal.ts';

const KEPT = 2;
/** Snapshots are large and short-lived; the fastest level already takes nine tenths away. */
const LEVEL = { level: 1 };

const deflateAside = promisify<string, { level: number }, Buffer>(deflate);

/** Writes a snapshot at once, as at a close. */
export function writeSnapshot(journal: Journal, snapshot: Snapshot): void {
  store(journal, snapshot.seq, deflateSync(JSON.stringify(snapshot), LEVEL));
}

/** Compresses beside everything else, so that a large show is not held up, and then writes. */
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

/** The newest snapshot that is whole and of today's form; null when the inputs have to be folded from the first. */
export function newestSnapshot(journal: Journal): Snapshot | null {
  const seqs = journal.db.prepare('SELECT seq FROM snapshots ORDER BY seq DESC').all();
  for (const { seq } of seqs) {
    const record = journal.db
      .prepare('SELECT version, body, sum FROM snapshots WHERE seq = ?')
      .get(Number(seq));
    if (record === undefined || record.version !== SNAPSHOT_VERSION) continue;
    const { body, sum } = record;
    if (!(body instanceof Uint8Array) || crc32(body) !== sum) continue;
    const parsed = snapshotSchema.safeParse(JSON.parse(inflateSync(body).toString('utf8')));
    if (parsed.success) return parsed.data;
  }
  return null;
}
