/** Maximum number of graphemes of a shown name. Styles may cut it earlier. */
const MAX_GRAPHEMES = 48;
/** Maximum number of combining marks on one letter: a larger pile would overflow its row ("zalgo" text). */
const MAX_MARKS = 2;

/** Invisible characters: control, text direction and zero-width ones, except for the joiners of emoji. */
const invisible =
  /(?!\u200d|\ufe0f)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Variation_Selector}\u115f\u1160\u3164\uffa0\u2800]/gu;
const excessMarks = new RegExp(`(\\p{M}{${MAX_MARKS}})\\p{M}+`, 'gu');

/** Letters of scripts whose fonts are narrower than ideographs. */
const narrow = /^[ -\u02ff\u0370-\u052f\u2010-\u2027\uff61-\uff9f]\p{M}*$/u;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * Sanitises a foreign name for display on a stream: one line, no invisible or direction characters, at most
 * `MAX_GRAPHEMES` graphemes. Returns a dash if nothing visible is left.
 */
export function shownName(name: string): string {
  // Cut first, to limit the cost of the regular expressions.
  const clean = name
    .slice(0, 1000)
    .replace(/\s+/gu, ' ')
    .replace(invisible, '')
    .replace(excessMarks, '$1')
    .trim();
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(clean)) return '—';
  const graphemes: string[] = [];
  for (const { segment } of segmenter.segment(clean)) {
    if (graphemes.length === MAX_GRAPHEMES) return `${graphemes.join('').trimEnd()}…`;
    graphemes.push(segment);
  }
  return graphemes.join('');
}

/** Splits a shown name into runs of text and runs of emoji. */
export function nameParts(name: string): { text: string; emoji: boolean }[] {
  const parts: { text: string; emoji: boolean }[] = [];
  for (const { segment } of segmenter.segment(shownName(name))) {
    const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|\u20e3/u.test(segment);
    const last = parts.at(-1);
    if (last?.emoji === emoji) last.text += segment;
    else parts.push({ text: segment, emoji });
  }
  return parts;
}

/** Width of a shown name in full-width letters, in a font whose other letters are about 0.6 as wide. */
export function nameWidth(name: string): number {
  let width = 0;
  for (const { segment } of segmenter.segment(shownName(name))) width += narrow.test(segment) ? 0.6 : 1;
  return width;
}

/** Width of a number in full-width letters. Its separators are half as wide as its digits. */
export function numberWidth(number: string): number {
  return nameWidth(number) - (number.match(/[.,]/g)?.length ?? 0) * 0.3;
}

/** The first letter of a name, in place of a missing picture. */
export function initialOf(name: string): string {
  const [first] = segmenter.segment(shownName(name).replace(/^[#@]+(?=.)/, ''));
  return first?.segment.toUpperCase() ?? '—';
}

/** A hue from 0 to 359, from a hash of the name. */
export function hueOf(name: string): number {
  let hash = 2166136261;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 16777619);
  return (hash >>> 0) % 360;
}
