import { type PresetDraft, presetDraftSchema } from '#shared/contract/backstage.ts';
import type { GiftChoice, Preset } from '#shared/contract/preset.ts';

export type AnchorDraft = PresetDraft['anchors'][number];
export type GameplayDraft = PresetDraft['gameplay'][number];

/** A list's item with its id, as far as lists of the form care. */
export interface Listed {
  id: string;
}

/** A new preset: every rule at its default, and no name yet. */
export function emptyDraft(): PresetDraft {
  return { ...presetDraftSchema.parse({ name: '-', anchors: [] }), name: '' };
}

export function draftOf({ version: _version, ...preset }: Preset): PresetDraft {
  return structuredClone(preset);
}

export function newAnchor(id: string): AnchorDraft {
  return { id, nickname: '', username: '', userId: '', avatar: '', gift: null, duration: 0 };
}

export function newGameplay(id: string): GameplayDraft {
  return { id, name: '', effects: '', gift: null, duration: 0 };
}

/** The list with the item one place up (-1) or down (1); the same list at its ends. */
export function moved<T extends Listed>(list: readonly T[], id: string, by: -1 | 1): T[] {
  const from = list.findIndex((item) => item.id === id);
  const item = list[from];
  const other = list[from + by];
  if (item === undefined || other === undefined) return [...list];
  return list.map((each) => (each === item ? other : each === other ? item : each));
}

export function replaced<T extends Listed>(list: readonly T[], item: T): T[] {
  return list.map((each) => (each.id === item.id ? item : each));
}

/** The list with a removed item back at the place that it had. */
export function restored<T extends Listed>(list: readonly T[], item: T, place: number): T[] {
  return [...list.slice(0, place), item, ...list.slice(place)];
}

/** Points of one gift, which may have several ids. */
export interface PointsEntry {
  ids: number[];
  points: number;
}

/** The points by id as the form shows them: ids of one gift with the same points are one entry. */
export function pointsEntries(
  points: Readonly<Record<string, number>>,
  siblings: (id: number) => number[],
): PointsEntry[] {
  const entries: PointsEntry[] = [];
  const taken = new Set<number>();
  for (const [key, value] of Object.entries(points)) {
    const id = Number(key);
    if (taken.has(id)) continue;
    const ids = siblings(id).filter((each) => points[each] === value && !taken.has(each));
    for (const each of ids) taken.add(each);
    entries.push({ ids, points: value });
  }
  return entries;
}

/** The points with those of a gift set, or taken off by null. */
export function withPoints(
  points: Readonly<Record<string, number>>,
  gift: GiftChoice,
  value: number | null,
): Record<string, number> {
  const own = new Set(gift.ids.map(String));
  const others = Object.entries(points).filter(([id]) => !own.has(id));
  const set = value === null ? [] : gift.ids.map((id) => [String(id), value] as const);
  return Object.fromEntries([...others, ...set]);
}

/** A chosen gift with further ids of it, as many as a choice can hold. */
export function withIds(choice: GiftChoice | null, ids: readonly number[]): GiftChoice {
  return { ids: [...new Set([...(choice?.ids ?? []), ...ids])].slice(0, 20) };
}
