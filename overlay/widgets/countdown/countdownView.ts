import type { OverlayRound, OverlayState } from '#shared/contract/overlay/state.ts';
import { leftOf, ranUntil } from '#shared/game/round/countdown.ts';
import { anchorIn } from '../../parts/anchorIn.ts';

/** What a countdown shows at one moment. */
export interface CountdownView {
  /** ms as they are to be read; a second that has begun still stands. */
  ms: number;
  phase: OverlayRound['phase'] | 'none';
  /** Whether time passes. */
  running: boolean;
  /** Seconds for which votes still count after the end; null outside the delay. */
  graceSeconds: number | null;
  /** The last ten seconds of a countdown with an end. */
  closing: boolean;
  /** How far over the clearance score, in tenths; null while nobody is. */
  overTenths: number | null;
  /** ms until something of it looks different. */
  wait: number;
}

const SECOND = 1000;
const CLOSING_MS = 10 * SECOND;

/** By the deadline and the hub's clock: nothing is counted down that could drift. */
export function countdownView(state: Partial<OverlayState>, now: number): CountdownView {
  const round = state.round?.now;
  if (round === undefined) return { ...still(0, 'none'), overTenths: null };
  const overTenths = round.breakthrough ? farthestOver(state) : null;
  if (round.phase === 'settled') return { ...still(0, 'settled'), overTenths: null };
  if (round.phase === 'grace') {
    const left = leftOf(round.grace, now) ?? 0;
    return {
      ...still(0, 'grace'),
      running: true,
      graceSeconds: Math.ceil(left / SECOND),
      overTenths,
      wait: left > 0 ? untilNextSecond(left) : Number.POSITIVE_INFINITY,
    };
  }
  const left = leftOf(round.countdown, now);
  const ms = left ?? Math.floor(ranUntil(round.countdown, now) / SECOND) * SECOND;
  const running = round.countdown.since !== null;
  const ended = left === 0;
  return {
    ms,
    phase: round.phase,
    running,
    graceSeconds: null,
    closing: running && left !== null && left <= CLOSING_MS && left > 0,
    overTenths,
    wait: !running || ended ? Number.POSITIVE_INFINITY : waitOf(left, ranUntil(round.countdown, now)),
  };
}

function still(ms: number, phase: CountdownView['phase']): Omit<CountdownView, 'overTenths'> {
  return { ms, phase, running: false, graceSeconds: null, closing: false, wait: Number.POSITIVE_INFINITY };
}

function waitOf(left: number | null, ran: number): number {
  return left === null ? SECOND - (ran % SECOND) : untilNextSecond(left);
}

/** The figure changes when a whole second is left, not a moment before. */
function untilNextSecond(left: number): number {
  const rest = left % SECOND;
  return (rest === 0 ? SECOND : rest) + 1;
}

function farthestOver(state: Partial<OverlayState>): number {
  return Math.max(0, ...Object.values(state.scores ?? {}).map(({ overTenths }) => overTenths ?? 0));
}

/** What a resurrection has reached of its target; null when none is on. */
export function attemptOf(
  state: Partial<OverlayState>,
): { id: string; name: string; avatar: string; arrivedTenths: number; targetTenths: number } | null {
  const round = state.round?.now;
  if (round?.kind !== 'resurrection' || round.phase === 'settled') return null;
  for (const [id, score] of Object.entries(state.scores ?? {})) {
    if (!score.reviving) continue;
    const anchor = anchorIn(state, id);
    return {
      id,
      name: anchor?.nickname ?? '',
      avatar: anchor?.avatar ?? '',
      arrivedTenths: score.roundTenths,
      targetTenths: round.targetTenths,
    };
  }
  return null;
}
