/** The guide's chapters in the order of a show: texts `help.<topic>.title` and `.text`, one paragraph a line. */
export const topics = [
  'first',
  'home',
  'gifts',
  'viewers',
  'presets',
  'rounds',
  'rules',
  'late',
  'widgets',
  'operators',
  'report',
  'setting',
  'account',
  'trouble',
] as const;

/** The glossary's terms: texts `help.term.<term>` and `help.def.<term>`. */
export const terms = [
  'gift',
  'streak',
  'vote',
  'anchor',
  'preset',
  'mode',
  'battle',
  'freestyle',
  'normal',
  'voteCounting',
  'stickerDance',
  'priceRange',
  'exclusive',
  'binding',
  'single',
  'pin',
  'suspended',
  'unallocated',
  'uncounted',
  'recipient',
  'correction',
  'gap',
  'lateGift',
  'session',
  'round',
  'attacker',
  'defender',
  'winStreak',
  'advantage',
  'settlement',
  'distribution',
  'delay',
  'clearance',
  'breakthrough',
  'knockedOut',
  'resurrection',
  'decrease',
  'effects',
  'gameplay',
  'line',
  'rehearsal',
  'replay',
] as const;

/** Normalises a text for search: lower case, half-width letters, hiragana. */
function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
}

/** Returns whether the texts contain every word of the search. */
export function matches(wanted: string, texts: readonly string[]): boolean {
  const whole = plainText(texts.join(' '));
  return plainText(wanted)
    .split(/\s+/)
    .every((word) => whole.includes(word));
}
