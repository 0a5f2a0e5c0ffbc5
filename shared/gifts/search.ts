import { type Locale, locales } from './catalogue.ts';
import { type GiftGroup, groupGifts } from './groups.ts';
import type { Learned } from './learned.ts';

export type GiftQuery = {
  /** Part of a name in any language, or the beginning of an id; '' for all gifts. */
  text: string;
  /** The user's language. Of equally good matches, those in this language come first. */
  locale: Locale;
  /** Diamonds of one piece, both ends inclusive. `max: null` is no upper limit. */
  price?: { min: number; max: number | null };
  /** Maximum number of results; absent for all. */
  limit?: number;
};

type Entry = {
  group: GiftGroup;
  names: Readonly<Record<Locale, Folded>>;
  ids: readonly string[];
  /** All names in one string, so that one search excludes an entry. */
  all: string;
};

/** The search index. Create it once per set of learned gifts with `indexGifts`. */
type GiftIndex = readonly Entry[];

/** Indexes the catalogue and the learned gifts for `searchGifts`. Takes a few milliseconds. */
export function indexGifts(learned?: Learned): GiftIndex {
  return groupGifts(learned).map((group) => {
    const names = { en: fold(group.names.en), ja: fold(group.names.ja), zh_CN: fold(group.names.zh_CN) };
    const ids = group.ids.map(String);
    const all = [names.en.text, names.ja.text, names.zh_CN.text, ...ids].join('\n');
    return { group, names, ids, all };
  });
}

/**
 * Searches gifts; the ids of one gift are one result. Best match first: the whole name or id, then a prefix of a name
 * or id, then a prefix of a word, then any part. Within each, matches in the user's language come first, then lower
 * prices, then lower ids, so that equal searches give equal lists.
 */
export function searchGifts(index: GiftIndex, query: GiftQuery): GiftGroup[] {
  const limit = query.limit ?? Number.POSITIVE_INFINITY;
  const min = query.price?.min ?? 0;
  const max = query.price?.max ?? Number.POSITIVE_INFINITY;
  const wanted = fold(query.text).text;
  if (wanted === '' && query.text.trim() !== '') return [];

  const ranks: GiftGroup[][] = Array.from({ length: WORST }, () => []);
  for (const entry of index) {
    const { diamonds } = entry.group;
    if (diamonds < min || diamonds > max || !entry.all.includes(wanted)) continue;
    ranks[wanted === '' ? 0 : rankEntry(entry, wanted, query.locale)]?.push(entry.group);
  }
  return ranks.flat().slice(0, limit);
}

const EXACT = 0;
const BEGINNING = 1;
const WORD = 2;
const INSIDE = 3;
/** No match. The four kinds of matches exist twice: in the user's language and in another one. */
const WORST = 8;

function rankEntry(entry: Entry, wanted: string, locale: Locale): number {
  let best = WORST;
  for (const each of locales) {
    const match = matchName(entry.names[each], wanted);
    if (match !== undefined) best = Math.min(best, match * 2 + (each === locale ? 0 : 1));
  }
  for (const id of entry.ids) {
    if (id === wanted) return EXACT;
    if (id.startsWith(wanted)) best = Math.min(best, BEGINNING * 2 + 1);
  }
  return best;
}

function matchName(name: Folded, wanted: string): number | undefined {
  let at = name.text.indexOf(wanted);
  if (at < 0) return undefined;
  if (at === 0) return name.text.length === wanted.length ? EXACT : BEGINNING;
  while (at >= 0) {
    if (name.starts.has(at)) return WORD;
    at = name.text.indexOf(wanted, at + 1);
  }
  return INSIDE;
}

/**
 * A name normalised for search: without case, width, Latin accents, spaces and punctuation. Katakana becomes hiragana,
 * and ヴ becomes バ, ビ, ブ, ベ or ボ.
 */
type Folded = {
  text: string;
  /** Positions in `text` at which words begin, including 0. */
  starts: ReadonlySet<number>;
};

const ACCENTS = /[\u0300-\u036f]/g;
/** Characters that stand for the long vowel mark of kana in typed text or in names. */
const LONG_VOWELS = /(?<=[\u3041-\u30ff])[〜~\-‐‑–—−]/g;
const VOICED_U = /ヴ([ァィェォ]?)/g;
const VOICED_ROW: Readonly<Record<string, string>> = { '': 'ブ', ァ: 'バ', ィ: 'ビ', ェ: 'ベ', ォ: 'ボ' };

/** Normalises a name or a search text. Names that sound the same get the same `text`. */
export function fold(name: string): Folded {
  const plain = name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .replace(LONG_VOWELS, 'ー')
    .replace(VOICED_U, (_, vowel: string) => VOICED_ROW[vowel] ?? 'ブ');

  let text = '';
  let last: Script | 'gap' = 'gap';
  const starts = new Set<number>();
  for (const character of plain) {
    const script = scriptOf(character);
    if (script === 'none') {
      // An apostrophe does not separate words: "rosie's" is one word.
      if (character !== "'" && character !== '’') last = 'gap';
      continue;
    }
    if (last === 'gap' || (script !== last && script !== 'hiragana' && script !== 'mark'))
      starts.add(text.length);
    if (script !== 'mark') last = script;
    text += script === 'katakana' ? toHiragana(character) : character;
  }
  // Combining marks may have met, now that what was between them is gone.
  const whole = text.normalize('NFC');
  return whole.length === text.length ? { text: whole, starts } : fold(whole);
}

type Script = 'katakana' | 'hiragana' | 'mark' | 'han' | 'digit' | 'letter' | 'none';

function scriptOf(character: string): Script {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) {
    if (code >= 0x61 && code <= 0x7a) return 'letter';
    return code >= 0x30 && code <= 0x39 ? 'digit' : 'none';
  }
  if (character === 'ー') return 'mark';
  if (code >= 0x30a1 && code <= 0x30f6) return 'katakana';
  if (code >= 0x3041 && code <= 0x309f) return 'hiragana';
  if (/\p{Script=Han}/u.test(character)) return 'han';
  if (/\p{L}|\p{M}/u.test(character)) return 'letter';
  return /\p{N}/u.test(character) ? 'digit' : 'none';
}

function toHiragana(katakana: string): string {
  return String.fromCodePoint((katakana.codePointAt(0) ?? 0) - 0x60);
}
