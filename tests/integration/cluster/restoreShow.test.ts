import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catchUp } from '#backstage/journal/catchUp.ts';
import { StaleWriterError, UnknownCommitError } from '#backstage/journal/failures.ts';
import type { Batch, InputLog, LogHead, ShowLog, StoredSnapshot } from '#backstage/journal/inputLog.ts';
import { Journal } from '#backstage/journal/journal.ts';
import { openJournal } from '#backstage/journal/openJournal.ts';
import { RowChanges } from '#backstage/journal/rowChanges.ts';
import { deflateSnapshot } from '#backstage/journal/snapshotBody.ts';
import { foldStored, readState } from '#backstage/journal/snapshots.ts';
import { restoreShow } from '#server/cluster/restoreShow.ts';
import type { StoredInput } from '#shared/contract/backstage.ts';
import { inputSchema } from '#shared/contract/input.ts';
import { SNAPSHOT_VERSION } from '#shared/contract/snapshot.ts';
import { createState } from '#shared/game/fold.ts';
import { serialise } from '#shared/game/serialise.ts';
import { play, stepsArb } from '#tests/support/game.ts';
import { batchOf, giftOf, giftsOf } from '#tests/support/inputLogContract.ts';
import { openShow, rose } from '../backstage/journalShow.ts';
import { atEnd, temporaryFolder } from '../backstage/setup.ts';

/** Plays a show of some gifts. Returns its folder, which serves as the log and as the expected ledger. */
async function played(gifts: readonly { viewer: number; repeat: number }[]): Promise<string> {
  const folder = temporaryFolder();
  const { show, advance } = openShow(folder);
  for (const [index, { viewer, repeat }] of gifts.entries()) {
    const user = { id: String(viewer), name: `V${viewer}`, username: '' };
    show.add([{ input: { ...rose(`m${index}`, 1_700_000_000_000 + index, repeat), user } }], () => {});
    if (index % 3 === 0) await advance(10);
  }
  await advance(10);
  await show.close();
  return folder;
}

const journalIn = (folder: string): Journal => {
  const journal = new Journal(join(folder, 'journal.sqlite'));
  atEnd(() => journal.finish());
  return journal;
};

/** Everything that a ledger knows of its show. */
function contentOf(folder: string) {
  const journal = journalIn(folder);
  const all = (table: string) => journal.db.prepare(`SELECT * FROM ${table} ORDER BY 1`).all();
  return {
    state: serialise(readState(journal)),
    inputs: all('inputs'),
    rows: all('rows'),
    viewers: all('viewers'),
  };
}

describe('ledger of a show from another server', () => {
  it('is the same as if this server had counted everything, whatever it had before', async () => {
    const gifts = fc.array(fc.record({ viewer: fc.nat(3), repeat: fc.integer({ min: 1, max: 9 }) }), {
      minLength: 1,
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(gifts, fc.nat(30), async (list, known) => {
        const whole = await played(list);
        const mine = known === 0 ? temporaryFolder() : await played(list.slice(0, known));
        await restoreShow(mine, journalIn(whole));
        expect(contentOf(mine)).toEqual(contentOf(whole));
      }),
      { numRuns: 15 },
    );
  });

  const three = [1, 2, 3].map((viewer) => ({ viewer, repeat: viewer }));

  it('is made again when it is damaged, or has inputs that the log does not have', async () => {
    const whole = await played(three);
    const damaged = await played(three.slice(0, 2));
    const file = join(damaged, 'journal.sqlite');
    writeFileSync(file, readFileSync(file).fill(0x5a, 64, 4096));
    const other = await played(three.toReversed());
    for (const folder of [damaged, other]) {
      await restoreShow(folder, journalIn(whole));
      expect(contentOf(folder)).toEqual(contentOf(whole));
    }
  });

  it('is copied to the log if it is from a time before the cluster', async () => {
    const mine = await played(three);
    const log = journalIn(temporaryFolder());
    await restoreShow(mine, log);
    expect(await log.read(0, 10)).toEqual(journalIn(mine).inputs(0, 10));
  });

  it('begins the gap after the last input', async () => {
    const folder = temporaryFolder();
    await restoreShow(folder, journalIn(await played(three)));
    expect(journalIn(folder).meta('aliveAt')).toBe(1_700_000_000_002);
  });
});

/** The inputs of a random show, each gift with an id of its own. */
const inputsOf = (steps: Parameters<typeof play>[0]): StoredInput[] =>
  play(steps).inputs.map(({ seq, input }) => ({
    seq,
    input: inputSchema.parse(input.kind === 'gift' ? { ...input, msgId: `m${seq}` } : input),
  }));

/** Stores inputs with their rows, as a server does that counts them. Returns the state after them. */
async function countInto(journal: Journal, inputs: readonly StoredInput[], state = createState()) {
  for (const stored of inputs) {
    const rows = new RowChanges();
    foldStored(state, stored.seq, stored.input, rows);
    await journal.append({ inputs: [stored], rows, meta: {} });
  }
  return state;
}

/** A log in a folder whose end a show takes, and which is read when the test lets it. */
class GatedLog implements ShowLog {
  readonly #journal = journalIn(temporaryFolder());
  head: LogHead | null = null;
  gate = Promise.withResolvers<void>();
  takeHead() {
    const { head } = this;
    this.head = null;
    return head;
  }
  putFacts = () => undefined;
  append = (batch: Batch) => this.#journal.append({ ...batch, rows: new RowChanges(), meta: {} });
  read = async (after: number, limit: number) => {
    await this.gate.promise;
    return this.#journal.inputs(after, limit);
  };
  last = () => this.#journal.last();
  putSnapshot = (snapshot: StoredSnapshot) => this.#journal.putSnapshot(snapshot);
  newestSnapshot = (version: number) => this.#journal.newestSnapshot(version);
  messages = () => this.#journal.messages();
}

const snapshotOf = (inputs: readonly StoredInput[]) => {
  const state = createState();
  for (const { seq, input } of inputs) foldStored(state, seq, input);
  return { seq: state.seq, version: SNAPSHOT_VERSION, body: deflateSnapshot(serialise(state)) };
};

describe('show whose ledger lacks inputs of its log', () => {
  it('goes on from a snapshot and the inputs after it, as if all inputs had been read', async () => {
    await fc.assert(
      fc.asyncProperty(stepsArb, fc.double({ min: 0, max: 1, noNaN: true }), async (steps, part) => {
        const inputs = inputsOf(steps);
        if (inputs.length === 0) return;
        const cut = (share: number) => Math.ceil(inputs.length * share);
        const [early, late] = [inputs.slice(0, cut(0.7)), inputs.slice(cut(0.7))];
        const whole = temporaryFolder();
        await countInto(journalIn(whole), inputs);
        const log = new GatedLog();
        await log.append(batchOf(early));
        await log.putSnapshot(snapshotOf(early.slice(0, Math.max(1, Math.floor(early.length * part)))));
        log.gate.resolve();
        const mine = temporaryFolder();
        const head = await restoreShow(mine, log, { mostMissing: 0 });
        const { journal, state, behind } = openJournal(mine, 0, log, head);
        if (behind === null) throw new Error('the ledger is whole');
        expect(serialise(state)).toEqual(serialise(await countInto(journalIn(temporaryFolder()), early)));
        // The show goes on while its ledger is completed.
        const { signal } = new AbortController();
        const caughtUp = catchUp({ journal, log, state: behind, signal, failed: () => undefined });
        await countInto(journal, late, state);
        await caughtUp;
        expect([journal.isWhole, journal.lastSeq()]).toEqual([true, inputs.length]);
        await journal.finish();
        expect(contentOf(mine)).toEqual(contentOf(whole));
      }),
      { numRuns: 15 },
    );
  });

  it('reads the whole log without a snapshot that is sound, of this version and not too old', async () => {
    const gifts = giftsOf(1, 30);
    const sound = snapshotOf(gifts.slice(0, 20));
    const broken = Buffer.from(sound.body).fill(0x5a, 8, 16);
    for (const snapshot of [
      null,
      { ...sound, body: broken },
      { ...sound, version: SNAPSHOT_VERSION + 1 },
      { ...sound, seq: 21 },
      { ...sound, seq: 40 },
    ]) {
      const log = new GatedLog();
      log.gate.resolve();
      await log.append(batchOf(gifts));
      if (snapshot !== null) await log.putSnapshot(snapshot);
      const folder = temporaryFolder();
      expect(await restoreShow(folder, log, { mostMissing: 0 })).toBeNull();
      expect(journalIn(folder).lastSeq()).toBe(30);
    }
  });

  it('counts at once, never twice, and lets only what needs the ledger wait', async () => {
    const log = new GatedLog();
    await log.append(batchOf(giftsOf(1, 30)));
    await log.putSnapshot(snapshotOf(giftsOf(1, 20)));
    const folder = temporaryFolder();
    log.gate.resolve();
    log.head = await restoreShow(folder, log, { mostMissing: 0 });
    log.gate = Promise.withResolvers();
    const heard: string[] = [];
    const { show, advance, committed } = openShow(folder, undefined, undefined, {
      logs: { open: () => log, remove: () => undefined },
      whole: () => heard.push('whole'),
    });
    expect(show.aliveAt).toBe(1_700_000_000_030);
    // One gift is new, one was stored before this server had the show.
    for (const [input] of [[giftOf(31)], [giftOf(3)]] as const) show.add([{ input }], () => {});
    await advance(10);
    expect([committed, await log.last(), show.state.seen.count]).toEqual([[31], 31, 31]);
    expect(await show.readState(() => show.committedState().seen.count)).toBe(31);
    expect(show.journal.hasSince(20)).toBe(false);
    const report = show
      .read(() => show.queries.page({}, undefined, 100, show.state))
      .then(({ total }) => {
        heard.push(`report of ${total}`);
      });
    show.add([{ input: giftOf(32) }], () => {});
    await advance(10);
    expect([committed, heard]).toEqual([[31, 32], []]);
    log.gate.resolve();
    await report;
    expect(heard).toEqual(['whole', 'report of 32']);
    await show.close();
    expect(readState(journalIn(folder)).seen.count).toBe(32);
  });

  it('can be closed before its ledger is whole, and is completed when it is opened again', async () => {
    const log = new GatedLog();
    log.gate.resolve();
    await log.append(batchOf(giftsOf(1, 30)));
    await log.putSnapshot(snapshotOf(giftsOf(1, 20)));
    const folder = temporaryFolder();
    log.head = await restoreShow(folder, log, { mostMissing: 0 });
    log.gate = Promise.withResolvers();
    const { show, advance } = openShow(folder, undefined, undefined, {
      logs: { open: () => log, remove: () => undefined },
    });
    show.add([{ input: giftOf(31) }], () => {});
    await advance(10);
    await show.close();
    log.gate.resolve();
    expect(await restoreShow(folder, log)).toBeNull();
    expect(readState(journalIn(folder)).seen.count).toBe(31);
  });
});

/** A log that stores batches in memory, and fails as the test says. */
class TestLog implements InputLog {
  readonly batches: number[][] = [];
  failure: Error | null = null;
  async append({ inputs }: Batch): Promise<void> {
    if (this.failure !== null) throw this.failure;
    this.batches.push(inputs.map(({ seq }) => seq));
  }
  read = async () => [];
  last = async () => this.batches.flat().length;
  putSnapshot = async () => undefined;
  newestSnapshot = async () => null;
  messages = async () => new Set<string>();
}

describe('ledger of a log on another machine', () => {
  const batch = batchOf(giftsOf(1, 2));

  it('stores nothing of a batch that the log refuses', async () => {
    const log = new TestLog();
    const journal = new Journal(join(temporaryFolder(), 'journal.sqlite'), false, log);
    atEnd(() => journal.finish());
    for (const failure of [new StaleWriterError('gone'), new UnknownCommitError('no answer')]) {
      log.failure = failure;
      await expect(journal.append(batch)).rejects.toThrow(failure);
      expect(journal.lastSeq()).toBe(0);
    }
    log.failure = null;
    await journal.append(batch);
    expect([journal.lastSeq(), log.batches]).toEqual([2, [[1, 2]]]);
  });

  it('does not report a batch as refused that only the local disk refused', async () => {
    const log = new TestLog();
    const journal = new Journal(join(temporaryFolder(), 'journal.sqlite'), false, log);
    atEnd(() => journal.finish());
    journal.db.exec('PRAGMA max_page_count = 1');
    const big = batchOf([1, 2].map((seq) => ({ seq, input: giftOf(seq, 'n'.repeat(200_000)) })));
    await expect(journal.append(big)).rejects.toThrow(UnknownCommitError);
    journal.db.exec('PRAGMA max_page_count = 1000000');
    await journal.append(big);
    expect(journal.lastSeq()).toBe(2);
  });
});
