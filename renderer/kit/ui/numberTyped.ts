/**
 * Parses the text of a number field, also with full-width digits (４０). Returns null for an empty text, and undefined
 * for a text that is no number or an incomplete one.
 */
export function numberTyped(text: string): number | null | undefined {
  const plain = text.normalize('NFKC').replaceAll(/[\s,]/g, '').replace('。', '.');
  if (plain === '') return null;
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
}
