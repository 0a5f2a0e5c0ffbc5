import { mkdirSync, rmSync } from 'node:fs';
import { failureOf } from '#backstage/journal/failures.ts';
import type { InputLog, LogHead, StoredSnapshot } from '#backstage/journal/inputLog.ts';
import { Journal } from '#backstage/journal/journal.ts';
import { journalPath } from '#backstage/journal/openJournal.ts';
import { RowChanges } from '#backstage/journal/rowChanges.ts';
import { inflateSnapshot } from '#backstage/journal/snapshotBody.ts';
import { foldStored, readState, writeSnapshot } from '#backstage/journal/snapshots.ts';
import { summarise } from '#backstage/show/facts.ts';
import { SNAPSHOT_VERSION, type Snapshot } from '#shared/contract/snapshot.ts';
import type { GameState } from '#shared/game/fold.ts';
import { restore, serialise } from '#shared/game/serialise.ts';

/** The inputs of one read and one transaction. Folding and writing them blocks the event loop for some 50 ms. */
const PAGE = 1000;
/** A ledger that misses fewer inputs is completed before the show goes on. */
const MOST_MISSING = 5000;
/** With more inputs after the snapshot, the whole log is read as fast. */
const MOST_AFTER_SNAPSHOT = 20_000;

/**
 * Makes the ledger of a show in `folder` equal to its log. Adds the inputs that the ledger misses, and makes their rows.
 * A ledger that is damaged, or that has other inputs, is made again. Inputs that only the ledger has are appended to
 * the log: they are from a time before the server was in a cluster.
 *
 * If the ledger misses many inputs and the log has a snapshot after them, returns the end of the log instead, so that
 * the show can go on at once: the ledger is completed meanwhile. Otherwise returns null.
 */
export async function restoreShow(
  folder: string,
  log: InputLog,
  { mostMissing = MOST_MISSING } = {},
): Promise<LogHead | null> {
  mkdirSync(folder, { recursive: true });
  const last = await log.last();
  let ledger = openLedger(folder, log);
  try {
    const common = Math.min(ledger.lastSeq(), last);
    if (common > 0 && !(await isSame(ledger, log, common))) {
      ledger.close();
      discard(folder);
      ledger = openLedger(folder, log);
    }
    for (let after = last; after < ledger.lastSeq(); after += PAGE) {
      await log.append({ inputs: ledger.inputs(after, PAGE), rows: new RowChanges(), meta: {} });
    }
    const head = last - ledger.lastSeq() > mostMissing ? await headOf(log, last) : null;
    if (head !== null) {
      // What came after the last input, until the room is open again, is a gap.
      ledger.putMeta({ aliveAt: head.at, summary: summarise(head.state) });
      return head;
    }
    if (ledger.lastSeq() < last) await fill(ledger, log, last);
    return null;
  } finally {
    ledger.close();
  }
}

/**
 * Reads the newest snapshot of a log and the inputs after it. Null if there is no snapshot that this version can read,
 * or if too many inputs follow it.
 */
async function headOf(log: InputLog, last: number): Promise<(LogHead & { state: GameState }) | null> {
  const stored = await log.newestSnapshot(SNAPSHOT_VERSION);
  const snapshot = stored === null ? null : understood(stored);
  if (snapshot === null || snapshot.seq > last || last - snapshot.seq > MOST_AFTER_SNAPSHOT) return null;
  const state = restore(snapshot);
  let at = 0;
  for (let after = Math.min(snapshot.seq, last - 1); after < last; ) {
    const inputs = await log.read(after, PAGE);
    const end = inputs.at(-1);
    if (end === undefined) return null;
    for (const { seq, input } of inputs) if (seq > state.seq) foldStored(state, seq, input);
    at = end.input.at;
    after = end.seq;
  }
  return { state, snapshot: serialise(state), at, messages: await log.messages() };
}

/** Null for a snapshot that is damaged or has another shape. */
function understood({ seq, body }: StoredSnapshot): Snapshot | null {
  try {
    const snapshot = inflateSnapshot(body);
    return snapshot?.seq === seq ? snapshot : null;
  } catch {
    return null;
  }
}

function openLedger(folder: string, log: InputLog): Journal {
  const file = journalPath(folder);
  let ledger: Journal | null = null;
  try {
    ledger = new Journal(file, false, log);
    readState(ledger);
    return ledger;
  } catch (error) {
    ledger?.close();
    if (failureOf(error) !== 'corrupt') throw error;
  }
  discard(folder);
  return new Journal(file, false, log);
}

/** The log has every input, so a damaged ledger is not kept. */
function discard(folder: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(journalPath(folder) + suffix, { force: true });
}

async function isSame(ledger: Journal, log: InputLog, seq: number): Promise<boolean> {
  const [mine] = ledger.inputs(seq - 1, 1);
  const [stored] = await log.read(seq - 1, 1);
  return JSON.stringify(mine) === JSON.stringify(stored);
}

/** Adds the inputs up to number `last`. */
async function fill(ledger: Journal, log: InputLog, last: number): Promise<void> {
  const state = readState(ledger);
  let at = 0;
  for (let after = state.seq; after < last; ) {
    const inputs = await log.read(after, PAGE);
    const end = inputs.at(-1);
    if (end === undefined) break;
    const rows = new RowChanges();
    for (const { seq, input } of inputs) foldStored(state, seq, input, rows);
    ledger.write({ inputs, rows, meta: {} });
    at = end.input.at;
    after = end.seq;
  }
  // What came after the last input, until the room is open again, is a gap.
  ledger.putMeta({ aliveAt: at, summary: summarise(state) });
  writeSnapshot(ledger, serialise(state));
}
