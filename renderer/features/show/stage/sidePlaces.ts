import type { Side } from '#shared/contract/round.ts';

/** The side of an anchor in the next round. */
export type Place = Side | 'none';

export const places: readonly Place[] = ['attacker', 'none', 'defender'];

export function placesOf(attacker: readonly string[], defender: readonly string[]): Map<string, Place> {
  return new Map<string, Place>([
    ...attacker.map((id) => [id, 'attacker'] as const),
    ...defender.map((id) => [id, 'defender'] as const),
  ]);
}

/** Swaps attackers and defenders. */
export function swapped(now: ReadonlyMap<string, Place>): Map<string, Place> {
  const other: Readonly<Record<Place, Place>> = { attacker: 'defender', defender: 'attacker', none: 'none' };
  return new Map([...now].map(([id, place]) => [id, other[place]]));
}
