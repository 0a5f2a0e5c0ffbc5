import { useEffect } from 'react';
import { useRingside } from '#renderer/data/hooks.ts';
import { soundsOfPacks } from '#renderer/data/packs.ts';
import { playShowSounds, soundPlayerOf } from '#renderer/data/show/sounds.ts';
import { takeSoundTurn } from '#renderer/data/show/soundTurn.ts';

/** Plays the sounds of the preset of the open show, in one window of those that are open. */
export function useShowSounds(): void {
  const ringside = useRingside();
  useEffect(() => {
    // Browsers have no locks in a page without a secure origin.
    const locks: LockManager | undefined = window.isSecureContext ? navigator.locks : undefined;
    const turn = takeSoundTurn({ locks, onUse });
    const leave = playShowSounds({
      engine: ringside.engine,
      player: soundPlayerOf(ringside),
      packSounds: (choices) => soundsOfPacks(ringside.packs.getState().packs ?? [], choices),
      now: () => Date.now() + ringside.connection.getState().clockOffset,
      every: (ms, run) => {
        const timer = window.setInterval(run, ms);
        return () => window.clearInterval(timer);
      },
      isOurs: turn.isOurs,
    });
    return () => {
      leave();
      turn.end();
    };
  }, [ringside]);
}

function onUse(listener: () => void): () => void {
  const events = ['pointerdown', 'keydown'] as const;
  for (const name of events) window.addEventListener(name, listener, { capture: true });
  return () => {
    for (const name of events) window.removeEventListener(name, listener, { capture: true });
  };
}
