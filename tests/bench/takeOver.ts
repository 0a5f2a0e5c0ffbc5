import { rmSync } from 'node:fs';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { catchUp } from '#backstage/journal/catchUp.ts';
import { openJournal } from '#backstage/journal/openJournal.ts';
import { deflateSnapshot } from '#backstage/journal/snapshotBody.ts';
import { foldStored } from '#backstage/journal/snapshots.ts';
import { PostgresInputLog } from '#server/cluster/postgresInputLog.ts';
import { restoreShow } from '#server/cluster/restoreShow.ts';
import { SNAPSHOT_VERSION } from '#shared/contract/snapshot.ts';
import { createState } from '#shared/game/fold.ts';
import { serialise } from '#shared/game/serialise.ts';
import { temporaryFolder } from '#tests/support/ringside.ts';
import { benchGift } from './benchGift.ts';
import { onPostgres } from './cluster.ts';

const GIFTS = 100_000;
const VIEWERS = 5000;
const BATCH = 500;
/** The inputs after the newest snapshot, on average. */
const AFTER_SNAPSHOT = 2500;

/**
 * Measures how long a server of a cluster needs until it counts for a show of 100,000 gift messages that another server
 * has had: with a snapshot, and from the whole log. Also measures when the ledger is complete.
 */
export const bench = () =>
  onPostgres(async ({ database, node, commits }) => {
    await node.claim('host');
    const at = Date.now();
    const facts = { createdAt: at, lineId: 'line1', rehearsal: null, closed: false } as const;
    const name = `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}-000bench`;
    const open = () => new PostgresInputLog(database, commits, { host: 'host', name, facts });
    const log = open();
    const state = createState();
    for (let first = 1; first <= GIFTS; first += BATCH) {
      const inputs = Array.from({ length: BATCH }, (_, index) => {
        const number = first + index;
        const gift = {
          number,
          viewer: number % VIEWERS,
          giftId: 5000 + (number % 60),
          at: at + number * 50,
          group: String(Math.floor(number / 4)),
          repeat: 1 + (number % 4),
          end: number % 4 === 3,
        };
        return { seq: number, input: benchGift(gift) };
      });
      await log.append({ inputs });
      if (first > GIFTS - AFTER_SNAPSHOT) continue;
      for (const { seq, input } of inputs) foldStored(state, seq, input);
    }

    /** Returns the times (ms) until the show counts, and until its ledger is complete. */
    const takeOver = async () => {
      const folder = temporaryFolder();
      const begunAt = performance.now();
      const again = open();
      const head = await restoreShow(folder, again);
      const { journal, behind } = openJournal(folder, at, again, head);
      const counting = performance.now() - begunAt;
      const { signal } = new AbortController();
      const fail = (error: unknown) => {
        throw error;
      };
      if (behind !== null) await catchUp({ journal, log: again, state: behind, signal, failed: fail });
      const whole = performance.now() - begunAt;
      await journal.finish();
      rmSync(folder, { recursive: true });
      await yieldToEventLoop();
      return { counting, whole };
    };

    const fromLog = await takeOver();
    await log.putSnapshot({
      seq: state.seq,
      version: SNAPSHOT_VERSION,
      body: deflateSnapshot(serialise(state)),
    });
    const fromSnapshot = await takeOver();
    return {
      'takeOver.counting.ms': fromSnapshot.counting,
      'takeOver.ledger.ms': fromSnapshot.whole,
      'takeOver.wholeLog.ms': fromLog.counting,
    };
  });
