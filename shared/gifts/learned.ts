import { z } from 'zod';
import { type LearnedGift, learnedGiftSchema } from '../contract/calls/room.ts';
import { giftById, type Locale } from './catalogue.ts';

/** The version of the stored gifts. Raise it whenever the shape changes, and keep reading the older one. */
export const LEARNED_VERSION = 1;

/** Maximum number of learned gifts: enough for years of regional and seasonal gifts, and fast to store and search. */
export const LEARNED_LIMIT = 2000;

const NAME_LIMIT = 100;

export type { LearnedGift };

/** Learned gifts by id, the latest one last. */
export type Learned = ReadonlyMap<number, LearnedGift>;

type StoredLearned = { version: typeof LEARNED_VERSION; gifts: LearnedGift[] };

/** Why a stored file could not be read completely. The caller keeps a copy of the file. */
type LearnedProblem =
  | { kind: 'unreadable' }
  | { kind: 'newerVersion'; version: number }
  | { kind: 'entriesDropped'; dropped: number };

export const noneLearned: Learned = new Map();

/**
 * Adds the gift of a message. Returns `known` itself if it is unchanged (a gift of the catalogue, an invalid id, or the
 * same as before), so that callers can call it for each message and compare by identity. Above the limit, the gift that
 * was learned first is dropped.
 */
export function learn(known: Learned, seen: LearnedGift): Learned {
  if (giftById(seen.id)) return known;
  const before = known.get(seen.id);
  const parsed = learnedGiftSchema.safeParse({ ...seen, name: cut(seen.name) });
  if (!parsed.success) return known;
  const gift = { ...parsed.data, name: parsed.data.name || (before?.name ?? '') };
  if (before && same(before, gift)) return known;

  const next = new Map(known);
  next.delete(gift.id);
  next.set(gift.id, gift);
  return newest(next);
}

/** Converts to the stored form. `parseLearned` reverses it. */
export function storeLearned(learned: Learned): StoredLearned {
  return { version: LEARNED_VERSION, gifts: [...learned.values()] };
}

const envelopeSchema = z.object({ version: z.number().int().positive(), gifts: z.array(z.unknown()) });

/**
 * Parses the stored form; undefined and null give an empty map. Drops and reports unreadable entries. Drops ids that
 * the catalogue has gained since without a report, because its names are better.
 */
export function parseLearned(stored: unknown): { gifts: Learned; problem?: LearnedProblem } {
  if (stored === undefined || stored === null) return { gifts: noneLearned };
  const envelope = envelopeSchema.safeParse(stored);
  if (!envelope.success) return { gifts: noneLearned, problem: { kind: 'unreadable' } };
  const { version, gifts: entries } = envelope.data;
  if (version > LEARNED_VERSION) return { gifts: noneLearned, problem: { kind: 'newerVersion', version } };

  const gifts = new Map<number, LearnedGift>();
  let dropped = 0;
  for (const entry of entries) {
    const gift = learnedGiftSchema.safeParse(entry);
    if (!gift.success) dropped += 1;
    else if (!giftById(gift.data.id)) {
      gifts.delete(gift.data.id);
      gifts.set(gift.data.id, gift.data);
    }
  }
  newest(gifts);
  return dropped > 0 ? { gifts, problem: { kind: 'entriesDropped', dropped } } : { gifts };
}

/** Cuts by code points, because half of a surrogate pair cannot be stored. */
function cut(name: string): string {
  const trimmed = name.trim();
  if (trimmed.length <= NAME_LIMIT) return trimmed;
  let kept = '';
  for (const character of trimmed) {
    if (kept.length + character.length > NAME_LIMIT) break;
    kept += character;
  }
  return kept;
}

function same(a: LearnedGift, b: LearnedGift): boolean {
  return a.name === b.name && a.diamonds === b.diamonds && a.streak === b.streak;
}

function newest(gifts: Map<number, LearnedGift>): Map<number, LearnedGift> {
  for (const id of gifts.keys()) {
    if (gifts.size <= LEARNED_LIMIT) break;
    gifts.delete(id);
  }
  return gifts;
}

/**
 * The displayed name of a gift, never empty. A gift of the catalogue has its name in the user's language. Any other
 * gift has the message's name, or else the name learned from an earlier message, or else `#id`.
 */
export function giftName(id: number, messageName: string, locale: Locale, learned?: Learned): string {
  const known = giftById(id);
  if (known) return known.names[locale];
  return messageName.trim() || learned?.get(id)?.name || `#${id}`;
}
