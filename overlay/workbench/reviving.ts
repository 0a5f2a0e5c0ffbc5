import type { OverlayRound } from '#shared/contract/overlay/state.ts';

/** How much of a comeback is left, 0 to 1; null while none runs, or when it has no end. */
export function revivingPart(round: OverlayRound | undefined, now: number): number | null {
  if (round === undefined || round.kind !== 'resurrection' || round.countdown.length === 0) return null;
  const { length, ran, since } = round.countdown;
  const left = length - ran - (since === null ? 0 : now - since);
  return Math.max(0, Math.min(1, left / length));
}

/** Whether its time runs on, so that it has to be drawn again. */
export function revivingRuns(round: OverlayRound | undefined): boolean {
  return round?.kind === 'resurrection' && round.countdown.since !== null && round.countdown.length > 0;
}
