/** A text as it is compared: case, width of letters and the two kana are all the same. */
export function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
}

/** Whether every word that is looked for stands somewhere in the texts. */
export function matches(wanted: string, texts: readonly string[]): boolean {
  const whole = plainText(texts.join(' '));
  return plainText(wanted)
    .split(/\s+/)
    .every((word) => whole.includes(word));
}
