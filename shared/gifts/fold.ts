/**
 * A name normalised for search: without case, width, Latin accents, spaces and punctuation. Katakana becomes hiragana,
 * and ヴ becomes バ, ビ, ブ, ベ or ボ.
 */
export type Folded = {
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
  return { text, starts };
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
