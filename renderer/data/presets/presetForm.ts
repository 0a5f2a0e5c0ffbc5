import { type PresetDraft, presetDraftSchema } from '#shared/contract/backstage.ts';
import type { GiftChoice, Preset } from '#shared/contract/preset.ts';

export type AnchorDraft = PresetDraft['anchors'][number];
export type GameplayDraft = PresetDraft['gameplay'][number];

/** An item of the form's lists. */
export interface Listed {
  id: string;
}

/** Returns a new preset without a name, with every rule at its default. */
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

/** Returns the list with the item moved up (-1) or down (1). Returns the same list at its ends. */
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

/** Returns the list with a removed item back at its old place. */
export function restored<T extends Listed>(list: readonly T[], item: T, place: number): T[] {
  return [...list.slice(0, place), item, ...list.slice(place)];
}

/** The points of one gift, which can have several ids. */
interface PointsEntry {
  ids: number[];
  points: number;
}

/** Converts points by id to form entries: ids of the same gift with equal points are one entry. */
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

/** Returns the points with one gift's points set, or removed if null. */
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

/** Returns a gift choice with more ids of the gift, up to the limit of a choice. */
export function withIds(choice: GiftChoice | null, ids: readonly number[]): GiftChoice {
  return { ids: [...new Set([...(choice?.ids ?? []), ...ids])].slice(0, 20) };
}

/** Limit of a preset's name in characters. */
const LONGEST = 60;

/** Returns the name if it is free, otherwise the name with the first free number from 2. */
export function freeName(name: string, taken: readonly string[]): string {
  const plain = (text: string) => text.normalize('NFKC').trim().toLowerCase();
  const known = new Set(taken.map(plain));
  if (!known.has(plain(name))) return name;
  const stem = name.replace(/ \(\d+\)$/, '');
  for (let number = 2; ; number += 1) {
    const end = ` (${number})`;
    const next = `${stem.slice(0, LONGEST - end.length)}${end}`;
    if (!known.has(plain(next))) return next;
  }
}

/** Returns a file name for a preset that every operating system accepts. */
export function fileName(name: string): string {
  const safe = name.replace(/[\p{Cc}\\/:*?"<>|]+/gu, ' ').trim();
  return `${safe === '' ? 'preset' : safe}.ringside.json`;
}
