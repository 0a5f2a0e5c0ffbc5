import { noPayoutRules, type PayoutLine } from '#shared/contract/payout.ts';
import { differences } from '#shared/season/payout.ts';
import type { Booth } from './booth.ts';

const HOUR_MS = 3_600_000;
const rules = { ...noPayoutRules, currency: 'EUR', worth: 50_000, share: 500 };

const sumOf = (lines: readonly PayoutLine[]) => lines.reduce((sum, { total }) => sum + total, 0);
const diamondsOf = (lines: readonly PayoutLine[]) =>
  Object.fromEntries(lines.map(({ name, diamonds }) => [name, diamonds]));

export interface PayoutBook {
  /** Diamonds by nickname: when the sheet was settled, and as settled after a correction. */
  settled: Record<string, number>;
  kept: Record<string, number>;
  /** Diamonds by nickname that the correction moved, as the sheet shows them. */
  moved: Record<string, number>;
  /** The diamonds of the corrected gift. */
  corrected: number;
  /** Diamonds by nickname of the sheet that was opened and settled again. */
  again: Record<string, number>;
}

/** Settles the payout of the ended show, corrects a gift of an anchor afterwards, and settles the sheet again. */
export async function settlePayout({ operator, program }: Booth): Promise<PayoutBook> {
  const { show } = await program.state();
  if (show === null) throw new Error('there is no show');
  // A period has the shows that begin in it, and is over before it is settled.
  const period = { from: show.startedAt - HOUR_MS, until: show.startedAt + 1 };
  const read = async () => (await operator.call('payout.read', { period })).payout;
  await operator.call('payout.saveRules', { rules });
  const { lines } = await read();
  await operator.call('payout.settle', { period, expected: sumOf(lines) });

  const { rows } = await operator.call('ledger.page', { filter: { target: 'anchor:a1' }, limit: 1 });
  const [row] = rows;
  if (row === undefined) throw new Error('the first anchor has no gift');
  await operator.call('ledger.reassign', { rowIds: [row.rowId], to: 'anchor:a2' });
  const changed = await read();
  const moved = differences(changed.settled?.lines ?? [], changed.lines);
  await operator.call('payout.reopen', { period });
  await operator.call('payout.settle', { period, expected: sumOf(changed.lines) });
  return {
    settled: diamondsOf(lines),
    kept: diamondsOf(changed.settled?.lines ?? []),
    moved: Object.fromEntries(moved.map(({ name, diamonds }) => [name, diamonds])),
    corrected: row.diamonds,
    again: diamondsOf((await read()).settled?.lines ?? []),
  };
}
