import { fork } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { UnknownCommitError } from '#backstage/journal/failures.ts';
import { Journal } from '#backstage/journal/journal.ts';
import { WalFlush } from '#backstage/journal/walFlush.ts';
import {
  batchOf,
  describeInputLog,
  expectDamaged,
  giftOf,
  giftsOf,
} from '#tests/support/inputLogContract.ts';
import { mulberry } from '#tests/support/random.ts';
import { openShow, rose } from './journalShow.ts';
import { atEnd, temporaryFolder } from './setup.ts';

const journalIn = (folder: string): Journal => {
  const journal = new Journal(join(folder, 'journal.sqlite'));
  atEnd(() => journal.finish());
  return journal;
};

const failNextFlush = () =>
  vi
    .spyOn(WalFlush.prototype, 'flush')
    .mockRejectedValueOnce(Object.assign(new Error('the disk is broken'), { code: 'EIO' }));

describe('embedded input log', () => {
  describeInputLog({
    create: async () => {
      const folder = temporaryFolder();
      return { log: journalIn(folder), again: async () => journalIn(folder) };
    },
  });

  it('refuses to read a damaged input', async () => {
    const log = journalIn(temporaryFolder());
    await log.append(batchOf(giftsOf(1, 3)));
    log.db.exec(`UPDATE inputs SET body = replace(body, 'Mika', 'Miko') WHERE seq = 2`);
    await expectDamaged(log);
  });

  it('stores nothing of a batch that finds the disk full, and accepts it later', async () => {
    const log = journalIn(temporaryFolder());
    await log.append(batchOf(giftsOf(1, 2)));
    const big = Array.from({ length: 400 }, (_, index) => ({
      seq: 3 + index,
      input: giftOf(3 + index, 'n'.repeat(500)),
    }));
    log.db.exec('PRAGMA max_page_count = 1');
    await expect(log.append(batchOf(big))).rejects.toThrow('full');
    expect(await log.read(0, 10)).toEqual(giftsOf(1, 2));
    log.db.exec('PRAGMA max_page_count = 1000000');
    await log.append(batchOf(big));
    expect(await log.last()).toBe(402);
  });

  it('reports a failed flush as unknown, and stores the batch once when it is sent again', async () => {
    const log = journalIn(temporaryFolder());
    const batch = batchOf(giftsOf(1, 2));
    failNextFlush();
    await expect(log.append(batch)).rejects.toThrow(UnknownCommitError);
    await log.append(batch);
    await log.append(batchOf(giftsOf(3, 3)));
    expect(await log.read(0, 10)).toEqual(giftsOf(1, 3));
  });

  it('copies its write-ahead log into the database while it is open, and begins the log again', async () => {
    const folder = temporaryFolder();
    const log = journalIn(folder);
    const file = join(folder, 'journal.sqlite');
    let longest = 0;
    // All of these batches together have more than 10 MB in the log.
    for (let seq = 1; seq <= 1000; seq += 1) {
      await log.append(batchOf(giftsOf(seq, seq)));
      longest = Math.max(longest, statSync(`${file}-wal`).size);
    }
    expect(longest).toBeLessThan(6_000_000);
    // Without its write-ahead log, the database has the inputs of the checkpoints.
    const db = new DatabaseSync(`file:${file}?immutable=1`, { readOnly: true });
    expect(Number(db.prepare('SELECT max(seq) AS seq FROM inputs').get()?.seq)).toBeGreaterThanOrEqual(128);
    db.close();
    expect(await log.read(0, 2000)).toEqual(giftsOf(1, 1000));
    expect(log.db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  });
});

describe('process with several shows', () => {
  it('loses no committed batch and keeps none in part when it is killed', { timeout: 120_000 }, async () => {
    const random = mulberry(74);
    const files = [0, 1, 2].map(() => join(temporaryFolder(), 'journal.sqlite'));
    const toldSchema = z.object({ show: z.number(), last: z.number() });
    for (let kill = 0; kill < 6; kill += 1) {
      const child = fork(join(import.meta.dirname, 'logChild.ts'), files, {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      atEnd(() => child.kill('SIGKILL'));
      const committed = files.map(() => 0);
      let left = 3 + Math.floor(random() * 400);
      child.on('message', (message) => {
        const { show, last } = toldSchema.parse(message);
        committed[show] = last;
        left -= 1;
        if (left === 0) child.kill('SIGKILL');
      });
      await once(child, 'close');
      for (const [show, file] of files.entries()) {
        const journal = new Journal(file);
        const last = journal.lastSeq();
        expect(last).toBeGreaterThanOrEqual(committed[show] ?? 0);
        expect(journal.inputs(0, last)).toEqual(giftsOf(1, last));
        // The child makes batches whose sizes follow from their first number, so an end within one would show.
        let end = 0;
        while (end < last) end += 1 + ((end * 7 + show) % 5);
        expect(end).toBe(last);
        expect(journal.db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
        journal.close();
      }
    }
  });
});

describe('show whose flush fails', () => {
  it('tells and acknowledges a gift only after a retry, and counts it once', async () => {
    const { show, advance, committed, blocked } = openShow(temporaryFolder());
    let acknowledged = 0;
    failNextFlush();
    show.add([{ input: rose('a') }], () => (acknowledged += 1));
    await advance(10);
    expect([committed, acknowledged, blocked]).toEqual([[], 0, [true]]);
    await advance(6000);
    expect([committed, acknowledged, blocked]).toEqual([[1], 1, [true, false]]);
    expect(show.state.seen.count).toBe(1);
    expect(show.journal.inputs(0, 10)).toHaveLength(1);
  });

  it('answers a command only when it is known whether the command is stored', async () => {
    const { show, advance } = openShow(temporaryFolder());
    failNextFlush();
    const suspend = { kind: 'command', command: 'suspend', at: 1, by: 'test', on: true } as const;
    let answer: number | null = null;
    const stored = show.command(suspend).then((seq) => {
      answer = seq;
    });
    await advance(10);
    expect(answer).toBeNull();
    await advance(6000);
    await stored;
    expect(answer).toBe(1);
    expect(show.state.suspended).toBe(true);
    expect(show.committedSeq).toBe(1);
  });

  it('refuses other commands meanwhile and does not store them later', async () => {
    const { show, advance } = openShow(temporaryFolder());
    failNextFlush();
    show.add([{ input: rose('a') }], () => {});
    await advance(10);
    const suspend = { kind: 'command', command: 'suspend', at: 1, by: 'test', on: true } as const;
    await expect(show.command(suspend)).rejects.toThrow('storage.full');
    await advance(6000);
    expect([show.committedSeq, show.state.suspended]).toEqual([1, false]);
  });
});

describe('command', () => {
  it('reads the ledger when every gift before it is stored, and no gift comes between', async () => {
    const { show } = openShow(temporaryFolder());
    const gift = (number: number) => ({ ...rose(`m${number}`), streak: false, group: '' });
    for (let number = 0; number < 20; number += 1) show.add([{ input: gift(number) }], () => {});
    let seen = 0;
    const at = show.command(() => {
      seen = show.queries.page({}, undefined, 100, show.state).rows.length;
      expect(show.committedSeq).toBe(show.state.seq);
      return [{ kind: 'command', command: 'suspend', at: 1, by: 'test', on: true }];
    });
    for (let number = 20; number < 40; number += 1) show.add([{ input: gift(number) }], () => {});
    expect(await at).toBe(21);
    await show.flush();
    expect([seen, show.committedSeq]).toEqual([20, 41]);
  });
});
