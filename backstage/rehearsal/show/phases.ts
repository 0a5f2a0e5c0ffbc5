export type PhaseName = 'warmUp' | 'steady' | 'rush' | 'quiet';

export interface ShowPhase {
  name: PhaseName;
  /** Ms since the show began. */
  from: number;
  until: number;
  /** Activity relative to the show's average. */
  factor: number;
}

const WARM_UP_MS = 60_000;

/** These phases repeat after the warm-up. Their factors average 1 over a cycle, so that a show keeps its rate. */
const cycle: readonly { name: PhaseName; length: number; factor: number }[] = [
  { name: 'steady', length: 90_000, factor: 0.9 },
  { name: 'rush', length: 90_000, factor: 1.6 },
  { name: 'quiet', length: 60_000, factor: 0.25 },
];

/** The phase of a show at this moment (ms since it began). */
export function phaseAt(at: number): ShowPhase {
  if (at < WARM_UP_MS) return { name: 'warmUp', from: 0, until: WARM_UP_MS, factor: 0.6 };
  const length = cycle.reduce((sum, phase) => sum + phase.length, 0);
  let from = WARM_UP_MS + Math.floor((at - WARM_UP_MS) / length) * length;
  for (const phase of cycle) {
    const until = from + phase.length;
    if (at < until) return { name: phase.name, from, until, factor: phase.factor };
    from = until;
  }
  throw new RangeError(`not a moment of a show: ${at}`);
}
