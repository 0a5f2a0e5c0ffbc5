import { Journal } from '#backstage/journal/journal.ts';
import { batchOf, giftsOf } from '#tests/support/inputLogContract.ts';

/**
 * Appends to the journals with these paths at once, as the shows of one process do, until it is killed. Tells its parent
 * of each batch after it is committed.
 */
process.on('disconnect', () => process.exit(1));
await Promise.all(
  process.argv.slice(2).map(async (file, show) => {
    const journal = new Journal(file);
    for (let last = journal.lastSeq(); ; ) {
      const size = 1 + ((last * 7 + show) % 5);
      await journal.append(batchOf(giftsOf(last + 1, last + size)));
      last += size;
      process.send?.({ show, last });
    }
  }),
);
