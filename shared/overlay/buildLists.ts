import type { OverlayDance, OverlayEntry, OverlayGuide, OverlayState } from '../contract/overlay/state.ts';
import type { Dance } from '../contract/round.ts';
import type { GiftTally, Tally } from '../contract/snapshot.ts';
import type { GameState } from '../game/state.ts';
import { giftById } from '../gifts/catalogue.ts';
import { copyCountdown } from './buildRound.ts';

/** Maximum number of ranks in a list. */
export const MAX_RANKS = 20;
/** Maximum number of waiting dances in the `dances` section. */
const MAX_WAITING_DANCES = 12;

/** Keys a sorted list by rank, from '1'. */
export function keyByRank(
  items: readonly (Tally & { name: string; giftId?: number })[],
): Record<string, OverlayEntry> {
  return Object.fromEntries(
    items.map(({ name, giftId, votesTenths, diamonds, count }, index): [string, OverlayEntry] => [
      String(index + 1),
      { name, giftId, votesTenths, diamonds, count },
    ]),
  );
}

/**
 * The gift types with the most votes, in descending order; equal ones by diamonds, then by id. Sorts them all: there
 * are a few hundred at most.
 */
export function topGifts(gifts: Iterable<GiftTally>): (Tally & { name: string; giftId: number })[] {
  return [...gifts]
    .filter(({ votesTenths }) => votesTenths > 0)
    .sort((a, b) => b.votesTenths - a.votesTenths || b.diamonds - a.diamonds || a.id - b.id)
    .slice(0, MAX_RANKS)
    .map(({ id, name, votesTenths, diamonds, count }) => ({
      giftId: id,
      name,
      votesTenths,
      diamonds,
      count,
    }));
}

/** The running dance, which has a countdown, then the waiting ones in their order. */
export function buildDances(state: GameState): OverlayState['dances'] {
  const entries: [string, OverlayDance][] = [];
  const gameplay = new Map(state.preset?.gameplay.map((entry) => [entry.id, entry]));
  const style = state.preset?.effects.style ?? 'chinese';
  const add = (dance: Dance, countdown: OverlayDance['countdown']) => {
    const { id, entryId, viewerId, times } = dance;
    const { name = '', effects = '' } = gameplay.get(entryId) ?? {};
    const viewer = state.viewers.get(viewerId)?.name ?? '';
    entries.push([
      String(id),
      { entryId, name, effects, style, viewer, times, countdown, order: entries.length },
    ]);
  };
  if (state.playing !== null) add(state.playing.dance, copyCountdown(state.playing.countdown));
  const most = entries.length + MAX_WAITING_DANCES;
  for (const dance of state.dances.values()) {
    if (entries.length >= most) break;
    add(dance, null);
  }
  return Object.fromEntries(entries);
}

/** The gifts of the anchors, then those of the gameplay entries, each in the preset's order. */
export function buildGuide(state: GameState): OverlayState['guide'] {
  const entries: [string, OverlayGuide][] = [];
  const add = (key: string, giftIds: readonly number[], anchorId: string | null, entry: string) => {
    const [first] = giftIds;
    if (first === undefined) return;
    const received = giftIds.map((id) => state.gifts.get(id)).find((gift) => gift !== undefined);
    const guide = {
      giftIds: [...giftIds],
      // `localise` fills in the names that the catalogue has.
      giftName: giftById(first) === undefined ? (received?.name ?? '') : '',
      unitDiamonds: received?.unitDiamonds ?? giftById(first)?.diamonds ?? 0,
      anchorId,
      entry,
      order: entries.length,
    };
    entries.push([key, guide]);
  };
  for (const { id, gift } of state.preset?.anchors ?? []) add(`anchor:${id}`, gift?.ids ?? [], id, '');
  for (const { id, gift, name } of state.preset?.gameplay ?? [])
    add(`entry:${id}`, gift?.ids ?? [], null, name);
  return Object.fromEntries(entries);
}
