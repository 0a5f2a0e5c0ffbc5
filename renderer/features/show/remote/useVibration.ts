import { useEffect, useRef } from 'react';
import { useSettings, useShow } from '#renderer/data/hooks.ts';
import { undecidedTie } from '#shared/game/round/view.ts';
import { useWaiting } from '../needs/waitingFeed.ts';

/** Length of one vibration (ms). */
const LENGTH_MS = 120;
/** Vibrations are at least this far apart (ms): in a busy room something new waits all the time. */
const BETWEEN_MS = 4_000;

/** Whether this device can vibrate. iPhones cannot. */
export function canVibrate(): boolean {
  return 'vibrate' in navigator;
}

/** Vibrates when more viewers or a tie wait for the host, if the host wants that. */
export function useVibration(): void {
  const vibrates = useSettings((state) => state.vibrates);
  const { groups, complete } = useWaiting();
  const tie = useShow((state) => undecidedTie(state) !== null);
  const waiting = groups.length + Number(tie);
  // What waited before the page opened is no news.
  const known = useRef(Number.POSITIVE_INFINITY);
  const lastAt = useRef(0);
  useEffect(() => {
    const before = known.current;
    known.current = complete ? waiting : Number.POSITIVE_INFINITY;
    const now = Date.now();
    if (!vibrates || !canVibrate() || waiting <= before || now - lastAt.current < BETWEEN_MS) return;
    lastAt.current = now;
    navigator.vibrate(LENGTH_MS);
  }, [vibrates, waiting, complete]);
}
