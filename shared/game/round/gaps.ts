import type { GapInput } from '../../contract/input.ts';
import type { Round } from './round.ts';

/** Gaps that a round keeps, newest last; `gapCount` counts all. */
export const GAPS_PER_ROUND = 20;

/** Marks an interruption in every round that was on while it lasted. */
export function markGap(rounds: readonly Round[], gap: GapInput): void {
  for (let index = rounds.length - 1; index >= 0; index -= 1) {
    const round = rounds[index];
    if (round === undefined || round.phase === 'prepared') continue;
    if (round.phase === 'settled' && round.settledAt < gap.from) return;
    if (round.startedAt > gap.until) continue;
    round.gapCount += 1;
    round.gaps.push(gap);
    if (round.gaps.length > GAPS_PER_ROUND) round.gaps.shift();
  }
}
