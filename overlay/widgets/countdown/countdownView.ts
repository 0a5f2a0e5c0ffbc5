import type { OverlayRound, OverlayState } from '#shared/contract/overlay/state.ts';
import { leftOf, ranUntil } from '#shared/game/round/countdown.ts';
import { anchorById } from '../../anchors.ts';

/** What the countdown shows at one time. */
export interface CountdownView {
  /** The time to show (ms): remaining, or elapsed in a round without an end. `clockText` rounds it up. */
  ms: number;
  phase: OverlayRound['phase'] | 'none';
  /** Whether time passes. */
  running: boolean;
  /** Remaining seconds of the delay after the end, in which votes still count; null outside the delay. */
  graceSeconds: number | null;
  /** Whether these are the last ten seconds. */
  closing: boolean;
  /** The largest excess over the clearance score, in tenths; null without a breakthrough. */
  overTenths: number | null;
  /** Time until the view changes (ms). */
  wait: number;
}

const SECOND = 1000;
const CLOSING_MS = 10 * SECOND;

/** Computes the view at `now` (the hub's clock) from the round's deadline, so that it cannot drift. */
export function countdownView(state: Partial<OverlayState>, now: number): CountdownView {
  const round = state.round?.now;
  if (round === undefined) return { ...stopped(0, 'none'), overTenths: null };
  const overTenths = round.breakthrough ? largestExcess(state) : null;
  if (round.phase === 'settled') return { ...stopped(0, 'settled'), overTenths: null };
  if (round.phase === 'grace') {
    const left = leftOf(round.grace, now) ?? 0;
    return {
      ...stopped(0, 'grace'),
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

function stopped(ms: number, phase: CountdownView['phase']): Omit<CountdownView, 'overTenths'> {
  return { ms, phase, running: false, graceSeconds: null, closing: false, wait: Number.POSITIVE_INFINITY };
}

function waitOf(left: number | null, ran: number): number {
  return left === null ? SECOND - (ran % SECOND) : untilNextSecond(left);
}

/** Time until the shown second changes (ms): just after a whole second is left. */
function untilNextSecond(left: number): number {
  const rest = left % SECOND;
  return (rest === 0 ? SECOND : rest) + 1;
}

function largestExcess(state: Partial<OverlayState>): number {
  return Math.max(0, ...Object.values(state.scores ?? {}).map(({ overTenths }) => overTenths ?? 0));
}

/** The anchor of the running resurrection with its votes and target; null without one. */
export function attemptOf(
  state: Partial<OverlayState>,
): { id: string; name: string; avatar: string; arrivedTenths: number; targetTenths: number } | null {
  const round = state.round?.now;
  if (round?.kind !== 'resurrection' || round.phase === 'settled') return null;
  for (const [id, score] of Object.entries(state.scores ?? {})) {
    if (!score.reviving) continue;
    const anchor = anchorById(state, id);
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
