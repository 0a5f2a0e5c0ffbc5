import type { OverlayDance, OverlayEntry, OverlayGuide, OverlayState } from '../contract/overlay/state.ts';
import type { Dance } from '../contract/round.ts';
import type { GiftTally, Tally } from '../contract/snapshot.ts';
import type { GameState } from '../game/state.ts';
import { giftById } from '../gifts/catalogue.ts';
import { copy } from './buildRound.ts';

/** Ranks that a widget can show. */
export const MOST_RANKS = 20;
/** Dances that wait and are shown. */
const MOST_DANCES = 12;

export function ranked(
  items: readonly (Tally & { name: string; giftId?: number })[],
): Record<string, OverlayEntry> {
  return Object.fromEntries(
    items.map(({ name, giftId, votesTenths, diamonds, count }, index): [string, OverlayEntry] => [
      String(index + 1),
      { name, ...(giftId === undefined ? {} : { giftId }), votesTenths, diamonds, count },
    ]),
  );
}

/** Kinds of gifts with votes, most first, equal ones by diamonds and then by id. There are hundreds at most. */
export function topGifts(gifts: Iterable<GiftTally>): (Tally & { name: string; giftId: number })[] {
  return [...gifts]
    .filter(({ votesTenths }) => votesTenths > 0)
    .sort((a, b) => b.votesTenths - a.votesTenths || b.diamonds - a.diamonds || a.id - b.id)
    .slice(0, MOST_RANKS)
    .map(({ id, name, votesTenths, diamonds, count }) => ({
      giftId: id,
      name,
      votesTenths,
      diamonds,
      count,
    }));
}

/** The one that is on has a countdown; then those that wait, next first. */
export function buildDances(state: GameState): OverlayState['dances'] {
  const entries: [string, OverlayDance][] = [];
  const gameplay = new Map(state.preset?.gameplay.map((entry) => [entry.id, entry]));
  const style = state.preset?.effects.style ?? 'chinese';
  const put = (dance: Dance, countdown: OverlayDance['countdown']) => {
    const { id, entryId, viewerId, times } = dance;
    const { name = '', effects = '' } = gameplay.get(entryId) ?? {};
    const viewer = state.viewers.get(viewerId)?.name ?? '';
    entries.push([
      String(id),
      { entryId, name, effects, style, viewer, times, countdown, order: entries.length },
    ]);
  };
  if (state.playing !== null) put(state.playing.dance, copy(state.playing.countdown));
  const most = entries.length + MOST_DANCES;
  for (const dance of state.dances.values()) {
    if (entries.length >= most) break;
    put(dance, null);
  }
  return Object.fromEntries(entries);
}

/** Which gift is whose, and which gift triggers what: the anchors first, both in the order of the preset. */
export function buildGuide(state: GameState): OverlayState['guide'] {
  const entries: [string, OverlayGuide][] = [];
  const put = (key: string, giftIds: readonly number[], anchorId: string | null, entry: string) => {
    const [first] = giftIds;
    if (first === undefined) return;
    const met = giftIds.map((id) => state.gifts.get(id)).find((gift) => gift !== undefined);
    const guide = {
      giftIds: [...giftIds],
      // The catalogue's name is put in with the language.
      giftName: giftById(first) === undefined ? (met?.name ?? '') : '',
      unitDiamonds: met?.unitDiamonds ?? giftById(first)?.diamonds ?? 0,
      ...{ anchorId, entry, order: entries.length },
    };
    entries.push([key, guide]);
  };
  for (const { id, gift } of state.preset?.anchors ?? []) put(`anchor:${id}`, gift?.ids ?? [], id, '');
  for (const { id, gift, name } of state.preset?.gameplay ?? [])
    put(`entry:${id}`, gift?.ids ?? [], null, name);
  return Object.fromEntries(entries);
}
