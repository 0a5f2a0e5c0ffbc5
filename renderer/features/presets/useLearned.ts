import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useRingside, useShow } from '#renderer/data/hooks.ts';
import { giftById } from '#shared/gifts/catalogue.ts';
import { type Learned, type LearnedGift, learn, noneLearned } from '#shared/gifts/learned.ts';

const none: readonly LearnedGift[] = [];

/** Returns the gifts of earlier shows and of the open show that the catalogue does not contain. */
export function useLearned(): Learned {
  const { engine, call } = useRingside();
  // Ignore an error: the picker then has the catalogue and the open show.
  const { data: earlier = none } = useQuery({
    queryKey: ['gifts', 'learned'],
    queryFn: async () => (await call('gifts.learned', {})).gifts,
  });
  const unknown = useShow((state) =>
    [...state.gifts.keys()].filter((id) => giftById(id) === undefined).join(),
  );
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
