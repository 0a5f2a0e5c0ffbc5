import { useMemo } from 'react';
import { giftById } from '#shared/gifts/catalogue.ts';
import { type Learned, learn, noneLearned } from '#shared/gifts/learned.ts';
import { useRingside, useShow } from '../../app/hooks.ts';

/** The gifts of the open show that the catalogue does not know. */
export function useLearned(): Learned {
  const { engine } = useRingside();
  const unknown = useShow((state) =>
    [...state.gifts.keys()].filter((id) => giftById(id) === undefined).join(),
  );
  return useMemo(() => {
    let learned = noneLearned;
    for (const id of unknown === '' ? [] : unknown.split(',').map(Number)) {
      const seen = engine.state.gifts.get(id);
      if (seen !== undefined)
        learned = learn(learned, { id, name: seen.name, diamonds: seen.unitDiamonds, streak: false });
    }
    return learned;
  }, [engine, unknown]);
}
