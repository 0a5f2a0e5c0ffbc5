import { useEffect } from 'react';
import { useRingside } from '#renderer/data/hooks.ts';
import { playShowSounds, soundPlayerOf } from '#renderer/data/show/sounds.ts';

/** Plays the sounds of the preset of the open show on this screen. */
export function useShowSounds(): void {
  const ringside = useRingside();
  useEffect(
    () =>
      playShowSounds({
        engine: ringside.engine,
        player: soundPlayerOf(ringside),
        now: () => Date.now() + ringside.connection.getState().clockOffset,
        every: (ms, run) => {
          const timer = window.setInterval(run, ms);
          return () => window.clearInterval(timer);
        },
      }),
    [ringside],
  );
}
