import { RingsideError } from '#shared/contract/error.ts';
import type { Deduction, Payout } from '#shared/contract/payout.ts';
import type { Period } from '#shared/contract/season.ts';
import { payoutLines } from '#shared/season/payout.ts';
import { seasonRanking } from '#shared/season/ranking.ts';
import type { Core } from '../core.ts';
import { readShows } from './season.ts';

/** Reads the payout of a period: the lines by now, and the settled ones. */
export async function readPayout(core: Core, period: Period): Promise<Payout> {
  const { payouts } = core;
  const lines = core.archive.list(core.shows.current?.line ?? null).toReversed();
  const { shows, left } = await readShows(core, lines, period);
  const ranking = seasonRanking(shows.map(({ anchors }) => anchors));
  const lengths = new Map(shows.map(({ line, lengthMs }) => [line.showId, lengthMs]));
  // Read the sheet now: somebody may have settled it meanwhile.
  const sheet = payouts.sheet(period);
  const rules = sheet.rules ?? payouts.rules;
  const deductionsOf = (key: string) => sheet.deductions.find((each) => each.key === key)?.deductions ?? [];
  const now = payoutLines(ranking, lengths, rules, deductionsOf);
  return { period, rules, lines: now, settled: sheet.settled, history: sheet.history, left };
}

/** Locks the sheet of a period as it is now. `expected` is the sum of the totals that the host has seen. */
export async function settlePayout(core: Core, period: Period, expected: number, by: string): Promise<void> {
  const { payouts, clock, shows } = core;
  const startedAt = shows.busy ? (shows.current?.state.startedAt ?? 0) : 0;
  const hasRunning = startedAt >= period.from && startedAt < period.until;
  if (period.until > clock.now() || hasRunning) throw new RingsideError('payout.notOver');
  const { rules, lines, settled, left } = await readPayout(core, period);
  if (settled !== null) throw new RingsideError('payout.settled');
  const sum = lines.reduce((all, { total }) => all + total, 0);
  if (sum !== expected) throw new RingsideError('payout.stale');
  if (left > 0) throw new RingsideError('payout.unreadable', { shows: left });
  const at = clock.now();
  const sheet = payouts.sheet(period);
  const history = [...sheet.history, { did: 'settled' as const, at, by, sum }];
  payouts.put({ ...sheet, rules, settled: { at, by, lines }, history });
}

/** Opens a settled sheet again. The history keeps who settled it and who opened it. */
export function reopenPayout({ payouts, clock }: Core, period: Period, by: string): void {
  const sheet = payouts.sheet(period);
  if (sheet.settled === null) throw new RingsideError('payout.stale');
  // The lines of an earlier settlement are not needed any more: they would make the file large.
  const earlier = sheet.history.map(({ lines: _, ...step }) => step);
  const { lines } = sheet.settled;
  const sum = lines.reduce((all, { total }) => all + total, 0);
  const history = [...earlier, { did: 'reopened' as const, at: clock.now(), by, sum, lines }];
  payouts.put({ ...sheet, rules: null, settled: null, history });
}

/** @throws RingsideError `payout.settled`. */
export function deduct({ payouts }: Core, period: Period, key: string, deductions: Deduction[]): void {
  const sheet = payouts.sheet(period);
  if (sheet.settled !== null) throw new RingsideError('payout.settled');
  const others = sheet.deductions.filter((each) => each.key !== key);
  payouts.put({
    ...sheet,
    deductions: deductions.length === 0 ? others : [...others, { key, deductions }],
  });
}
