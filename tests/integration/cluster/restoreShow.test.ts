import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StaleWriterError, UnknownCommitError } from '#backstage/journal/failures.ts';
import type { Batch, InputLog } from '#backstage/journal/inputLog.ts';
import { Journal } from '#backstage/journal/journal.ts';
import { readState } from '#backstage/journal/snapshots.ts';
import { restoreShow } from '#server/cluster/restoreShow.ts';
import { serialise } from '#shared/game/serialise.ts';
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
