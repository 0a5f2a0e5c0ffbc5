/**
 * The number that a field says, also in the wide figures of an input method (４０): null for an empty one, undefined for
 * what is not a number, or not yet.
 */
export function numberTyped(text: string): number | null | undefined {
  const plain = text.normalize('NFKC').replaceAll(/[\s,]/g, '').replace('。', '.');
  if (plain === '') return null;
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
}
