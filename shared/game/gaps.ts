import type { GapInput } from '../contract/input.ts';
import type { Round } from './round/round.ts';
import type { GameState } from './state.ts';

/** Maximum number of gaps in the state, newest last; `gapCount` counts all. */
export const GAPS_KEPT = 200;

/** Maximum number of gaps in a round, newest last; `gapCount` counts all. */
export const GAPS_PER_ROUND = 20;

/** Adds a gap to the state and to every round that was on while it lasted. */
export function keepGap(state: GameState, gap: GapInput): void {
  state.gapCount += 1;
  state.gaps.push(gap);
  if (state.gaps.length > GAPS_KEPT) state.gaps.shift();
  markGap(state.rounds, gap);
}

/** Adds a gap to every round that was on while it lasted. */
function markGap(rounds: readonly Round[], gap: GapInput): void {
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
