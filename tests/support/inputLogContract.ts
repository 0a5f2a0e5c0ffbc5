import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CorruptJournalError, StaleWriterError } from '#backstage/journal/failures.ts';
import type { Batch, InputLog } from '#backstage/journal/inputLog.ts';
import { RowChanges } from '#backstage/journal/rowChanges.ts';
import type { StoredInput } from '#shared/contract/backstage.ts';
import type { GiftInput } from '#shared/contract/input.ts';

/** Makes a gift message for an input number. Another name makes a different message with the same number. */
export function giftOf(seq: number, giftName = 'Rose'): GiftInput {
  return {
    kind: 'gift',
    at: 1_700_000_000_000 + seq,
    sentAt: 1_700_000_000_000,
    msgId: `m${seq}-${giftName}`,
    giftId: 5655,
    giftName,
    diamonds: 1,
    streak: false,
    group: '',
    repeat: 1,
    end: true,
    tickets: 1,
    user: { id: '7', name: 'Mika', username: 'mika' },
  };
}

/** Inputs with the numbers from `first` to `last`. */
export function giftsOf(first: number, last: number, giftName?: string): StoredInput[] {
  const seqs = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return seqs.map((seq) => ({ seq, input: giftOf(seq, giftName) }));
}

export const batchOf = (inputs: StoredInput[]): Batch => ({ inputs, rows: new RowChanges(), meta: {} });

/** How a test opens the logs of one implementation. */
interface LogsUnderTest {
  /** Opens a new log. `again` opens the same log a second time, as after a restart. */
  create(): Promise<{ log: InputLog; again: () => Promise<InputLog> }>;
}

/** The promises that every implementation of `InputLog` keeps. */
export function describeInputLog({ create }: LogsUnderTest): void {
  it('returns its inputs in the order of their numbers, also after a restart', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 8 }),
        fc.nat(40),
        fc.nat(20),
        async (sizes, after, limit) => {
          const { log, again } = await create();
          let last = 0;
          for (const size of sizes) {
            await log.append(batchOf(giftsOf(last + 1, last + size)));
            last += size;
          }
          for (const each of [log, await again()]) {
            expect(await each.last()).toBe(last);
            expect(await each.read(after, limit)).toEqual(giftsOf(1, last).slice(after, after + limit));
          }
        },
      ),
      { numRuns: 8 },
    );
  });

  it('stores a batch once that is sent again with the same numbers', async () => {
    const { log, again } = await create();
    await log.append(batchOf(giftsOf(1, 3)));
    await log.append(batchOf(giftsOf(1, 3)));
    const second = await again();
    await second.append(batchOf(giftsOf(1, 3)));
    await second.append(batchOf(giftsOf(4, 5)));
    expect(await second.read(0, 10)).toEqual(giftsOf(1, 5));
  });

  it('rejects a writer that is behind, and numbers that leave a gap', async () => {
    const { log, again } = await create();
    await log.append(batchOf(giftsOf(1, 2)));
    const other = await again();
    await other.append(batchOf(giftsOf(3, 4, 'Doughnut')));
    await expect(log.append(batchOf(giftsOf(3, 4)))).rejects.toThrow(StaleWriterError);
    await expect(log.append(batchOf(giftsOf(4, 6, 'Doughnut')))).rejects.toThrow(StaleWriterError);
    await expect(other.append(batchOf(giftsOf(6, 6)))).rejects.toThrow(StaleWriterError);
    expect(await other.read(0, 10)).toEqual([...giftsOf(1, 2), ...giftsOf(3, 4, 'Doughnut')]);
  });

  it('stores nothing of a batch with a message that it has already', async () => {
    const { log } = await create();
    await log.append(batchOf(giftsOf(1, 2)));
    const repeated = [...giftsOf(3, 3), { seq: 4, input: giftOf(1) }];
    await expect(log.append(batchOf(repeated))).rejects.toThrow();
    expect(await log.read(0, 10)).toEqual(giftsOf(1, 2));
    await log.append(batchOf(giftsOf(3, 3)));
    expect(await log.last()).toBe(3);
  });

  it('keeps the newest snapshot of a version', async () => {
    const { log, again } = await create();
    expect(await log.newestSnapshot(1)).toBeNull();
    await log.append(batchOf(giftsOf(1, 5)));
    for (const seq of [1, 3, 5]) {
      await log.putSnapshot({ seq, version: 1, body: Uint8Array.of(seq, 0, 255) });
    }
    const newest = await (await again()).newestSnapshot(1);
    expect(newest?.seq).toBe(5);
    expect([...(newest?.body ?? [])]).toEqual([5, 0, 255]);
    expect(await log.newestSnapshot(2)).toBeNull();
  });

  it('knows the ids of all gift messages', async () => {
    const { log, again } = await create();
    expect(await log.messages()).toEqual(new Set());
    await log.append(batchOf([...giftsOf(1, 3), { seq: 4, input: { ...giftOf(4), msgId: '' } }]));
    const ids = giftsOf(1, 3).map(({ input }) => (input.kind === 'gift' ? input.msgId : ''));
    expect(await (await again()).messages()).toEqual(new Set(ids));
  });
}

/** Expects that reading the log fails, because one of its inputs was damaged. */
export async function expectDamaged(log: InputLog): Promise<void> {
  await expect(log.read(0, 10)).rejects.toThrow(CorruptJournalError);
}
