import { useEffect, useMemo, useState } from 'react';
import { useRingside, useShow } from '#renderer/data/hooks.ts';
import { giftById } from '#shared/gifts/catalogue.ts';
import { type Learned, type LearnedGift, learn, noneLearned } from '#shared/gifts/learned.ts';

/** The gifts that the catalogue does not know: those of earlier shows, and those of the open one. */
export function useLearned(): Learned {
  const { engine, call } = useRingside();
  const [earlier, setEarlier] = useState<readonly LearnedGift[]>([]);
  const unknown = useShow((state) =>
    [...state.gifts.keys()].filter((id) => giftById(id) === undefined).join(),
  );
  useEffect(() => {
    let there = true;
    call('gifts.learned', {}).then(
      ({ gifts }) => there && setEarlier(gifts),
      // A picker without them still has the catalogue and the open show.
      () => {},
    );
    return () => {
      there = false;
    };
  }, [call]);
  return useMemo(() => {
    let learned = noneLearned;
    for (const gift of earlier) learned = learn(learned, gift);
    for (const id of unknown === '' ? [] : unknown.split(',').map(Number)) {
      const seen = engine.state.gifts.get(id);
      const streak = learned.get(id)?.streak ?? false;
      if (seen !== undefined)
        learned = learn(learned, { id, name: seen.name, diamonds: seen.unitDiamonds, streak });
    }
    return learned;
  }, [engine, unknown, earlier]);
}
