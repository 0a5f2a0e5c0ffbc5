/** Normalises a text for search: lower case, half-width letters, hiragana. */
export function plainText(text: string): string {
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
