import type { OverlayDance } from '#shared/contract/overlay/state.ts';
import type { Cast } from './cast.ts';

/** Seconds of one dance. */
const LENGTH = 20;
/** Dances that wait behind the one that runs. */
const WAITING = 4;

/** The dance that runs at this second and those that wait, each one further every twenty seconds. */
export function dancesAt(cast: Cast, second: number, begun: number): Record<string, OverlayDance> {
  const first = Math.floor(second / LENGTH);
  return Object.fromEntries(
    Array.from({ length: WAITING + 1 }, (_, place) => {
      const number = first + place;
      const name = cast.dances[number % cast.dances.length] ?? '';
      const dance: OverlayDance = {
        entryId: `sample-dance-${number % cast.dances.length}`,
        name,
        effects: cast.danceEffects[number % cast.dances.length] ?? '',
        style: 'chinese',
        viewer: cast.viewers[(number * 3 + 1) % cast.viewers.length] ?? '',
        times: [1, 2, 1, 5, 1][number % 5] ?? 1,
        countdown: place > 0 ? null : { length: LENGTH * 1000, ran: 0, since: begun + first * LENGTH * 1000 },
        order: place,
      };
      return [String(number), dance];
    }),
  );
}
